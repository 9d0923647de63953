import { expect, test } from "vitest";
import { ART } from "./art";
import { baked } from "./baked";
import { penFor } from "./pen";
import { testBoard } from "#/testing/board";

const pen = { ...penFor(testBoard(), "x", false), scale: 0.5 };

test("a shape stands on its place as a transform would put it", () => {
  const pose = { x: 100, y: 50, angle: 0, length: 100 };
  expect(baked("M-40-26H40Q49-26 49-17V18Z", pen, pose, { x: 4, y: 8 })).toBe(
    "M62.0 41.0L142.0 41.0Q151.0 41.0 151.0 45.5L151.0 63.0Z",
  );
  expect(baked("M10 0V20Z", pen, { ...pose, angle: 90, length: 50 }, { x: 0, y: 0 })).toBe("M100.0 55.0L90.0 55.0Z");
});

test("all shadows are drawn with commands that it knows", () => {
  for (const piece of Object.values(ART.pieces)) expect(piece?.shadow).toMatch(/^[MLHVQZ\d .-]+$/);
});
