import { encode } from "uqr";
import { expect, it } from "vitest";
import { qr } from "./qr";

const same = (a: boolean[][] | null, b: boolean[][]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Which of the eight masks makes the other maker's code ours; -1 if none does. */
const maskOf = (text: string): number =>
  [0, 1, 2, 3, 4, 5, 6, 7].findIndex((maskPattern) =>
    same(qr(text), encode(text, { ecc: "M", border: 0, boostEcc: false, maskPattern }).data));

const LENGTHS = [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180];

it.each(LENGTHS)("a link of %i bytes is drawn as another maker draws it", (length) => {
  expect(maskOf("https://whistlestop.example/t/abc#invite=".repeat(5).slice(0, length))).toBeGreaterThanOrEqual(0);
});

it("letters beyond the first 128 are as good as others", () => {
  expect(maskOf("https://spëlen.example/t/1")).toBeGreaterThanOrEqual(0);
});

it("a text that is too long has no code", () => {
  expect(qr("x".repeat(181))).toBeNull();
});
