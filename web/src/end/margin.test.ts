import { expect, test } from "vitest";
import type { ScorePart } from "#protocol";
import { w } from "#/i18n/words.svelte";
import { marginOf } from "./margin";

const NAMES = ["Ann", "Bob", "Cy"];

const said = (winners: number[], ...totals: number[]): string => {
  const seats = totals.map((total, seat) => ({ seat, total, winner: winners.includes(seat) }));
  return marginOf({ winners, seats } as unknown as ScorePart, NAMES, w().end);
};

test("a winner is told by how much, over whoever comes next", () => {
  expect(said([1], 50, 54, 12)).toBe("54 points, 4 more than Ann");
  expect(said([1], 1, 1)).toBe("1 point, as many as Ann");
});

test("those who share a win are told what each of them has", () => {
  expect(said([0, 2], 54, 12, 54)).toBe("54 points each");
});
