import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { closedSide, singleTrack } from "./closed";

const board = testBoard({ single_track_players: 3 });
const [red, green] = [board.route.get("ash-birch:red")!, board.route.get("ash-birch:green")!];
const few = { owners: { [red.id]: 1 }, players: { length: 3 } };
const many = { owners: { [red.id]: 1 }, players: { length: 4 } };

test("nobody owns both sides, however many play (C6)", () => {
  expect(closedSide(board, few, green, 1)).toBe("yours");
  expect(closedSide(board, many, green, 1)).toBe("yours");
});

test("with few players the first claim closes the other side to everybody (C7)", () => {
  expect(closedSide(board, few, green, 0)).toBe("closed");
  expect(closedSide(board, few, green, null)).toBe("closed");
  expect(closedSide(board, many, green, 0)).toBeNull();
  expect([3, 4].map((players) => singleTrack(board, players))).toEqual([true, false]);
});

test("a claimed route, a free pair and a route without another side are not closed", () => {
  expect(closedSide(board, few, red, 0)).toBeNull();
  expect(closedSide(board, { ...few, owners: {} }, green, 0)).toBeNull();
  expect(closedSide(board, few, board.route.get("birch-cedar")!, 0)).toBeNull();
});
