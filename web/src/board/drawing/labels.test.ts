import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { FONT, lettering, placed, shownNames } from "./labels";

test("names stay readable when small and modest when large", () => {
  expect(FONT * 0.5 * lettering(0.5)).toBeCloseTo(10.5);
  expect(FONT * 3 * lettering(3)).toBeCloseTo(17);
  expect(lettering(1)).toBe(1);
});

test("where names would cover each other, lit cities keep theirs", () => {
  const near = testBoard();
  for (const city of near.cities) Object.assign(city.label, { x: 50, y: 50 });
  expect(shownNames(near, 0.3, ["cedar"]).has("cedar")).toBe(true);
  expect(shownNames(near, 0.3, ["cedar"]).size).toBe(1);
  expect(shownNames(near, 1, []).size).toBe(6);
});

test("a name that would leave the board at its side stands over its city instead", () => {
  const edge = testBoard();
  const city = edge.cities[0]!;
  Object.assign(city, { x: edge.width - 10, y: 80 });
  city.label = { ...city.label, x: city.x + 10, y: 84, anchor: "start", lines: ["Erzurum"] };
  const name = placed(edge, city, 2);
  expect(name.right).toBeLessThanOrEqual(edge.width);
  expect(name.bottom).toBeLessThan(city.y);
});
