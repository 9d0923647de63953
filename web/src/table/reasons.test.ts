import { expect, test } from "vitest";
import type { PlayerPart } from "#protocol";
import { whyNotRoute } from "#/shown/position/whynot";
import { testBoard } from "#/testing/board";
import { whyNotWords } from "./reasons";

const board = testBoard();

test("the words say what is needed and what is there", () => {
  const player = { trains: 45, stations: 3 } as PlayerPart;
  const game = { owners: {}, stations: {}, players: [player, player], phase: "turn" };
  const own = { seat: 0, decision: 1, hand: { white: 2, locomotive: 1, red: 4 } };
  const why = whyNotRoute(board, game, own, "ash-dogwood");
  expect(whyNotWords(board, why, [], own)).toBe("needs 6 white; you have 2 white and 1 locomotive");
});
