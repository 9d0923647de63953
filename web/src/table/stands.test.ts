import { expect, test } from "vitest";
import { standsBeside } from "./stands";

const [USA, EUROPE, LONDON, NEW_YORK] = [1.49, 1.45, 1.43, 0.485];

test("a tall board stands beside the panels, a broad one over the cards", () => {
  const screen = { width: 1440, height: 900 };
  expect([USA, EUROPE, LONDON, NEW_YORK].map((shape) => standsBeside(shape, screen, true))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a tablet held upright has broad boards over the cards, held sideways beside them", () => {
  expect(standsBeside(USA, { width: 820, height: 1180 }, false)).toBe(false);
  expect(standsBeside(NEW_YORK, { width: 820, height: 1180 }, false)).toBe(true);
  expect(standsBeside(USA, { width: 1024, height: 768 }, false)).toBe(true);
});

test("a board that gains next to nothing stays where boards usually are", () => {
  expect(standsBeside(1.05, { width: 1440, height: 900 }, true)).toBe(false);
});
