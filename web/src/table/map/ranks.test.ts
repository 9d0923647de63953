import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { ranksOf } from "./ranks";

const board = testBoard();

test("no mark covers another one, even for two payments of one route", () => {
  const actions = ["claim birch-cedar 2 red", "claim birch-cedar 1 red 1 locomotive", "claim birch-cedar 2 locomotive"];
  const marks = ranksOf(board, actions);
  expect(marks.map((mark) => mark.rank)).toEqual([1, 2, 3]);
  for (const one of marks)
    for (const two of marks)
      if (one !== two) expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeGreaterThanOrEqual(30);
});

test("the best action is marked where it is, and what is not on the map has no mark", () => {
  const ash = board.city.get("ash")!;
  expect(ranksOf(board, ["draw deck", "build ash 1 red"])).toEqual([{ rank: 2, x: ash.x, y: ash.y }]);
});
