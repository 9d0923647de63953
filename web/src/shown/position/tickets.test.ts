import { expect, test } from "vitest";
import type { PlayerPart } from "#protocol";
import { testBoard } from "#/testing/board";
import { standing } from "./tickets";

const board = testBoard();
const players = (count: number): PlayerPart[] => Array.from({ length: count }, () => ({}) as PlayerPart);
const game = (owners: Record<string, number>, stations: Record<string, number> = {}, count = 2) => ({
  owners,
  stations,
  players: players(count),
});
const ticket = (id: string) => board.ticket.get(id)!;

test("what is missing are the spaces of the shortest way", () => {
  const now = standing(board, game({}), 0, ticket("ash-cedar"));
  expect(now).toMatchObject({ state: "open", missing: 5 });
  expect(now.way).toEqual(["ash-birch:red", "birch-cedar"]);
});

test("own routes cost nothing", () => {
  expect(standing(board, game({ "birch-cedar": 0 }), 0, ticket("ash-cedar"))).toMatchObject({
    state: "open",
    missing: 3,
    way: ["ash-birch:red"],
  });
});

test("a ticket is done when own routes join its cities", () => {
  const owners = { "ash-birch:red": 0, "birch-cedar": 0 };
  expect(standing(board, game(owners), 0, ticket("ash-cedar"))).toMatchObject({
    state: "done",
    missing: 0,
    byStation: false,
  });
});

test("with few players the other track of a double route is closed to everybody", () => {
  const taken = { "ash-birch:red": 1, "ash-dogwood": 1 };
  expect(standing(board, game(taken), 0, ticket("ash-cedar")).state).toBe("lost");
  expect(standing(board, game(taken, {}, 4), 0, ticket("ash-cedar"))).toMatchObject({ state: "open", missing: 5 });
});

test("a station lends one route of somebody else", () => {
  const owners = { "ash-birch:red": 0, "birch-cedar": 1 };
  expect(standing(board, game(owners, { cedar: 0 }), 0, ticket("ash-cedar"))).toMatchObject({
    state: "done",
    byStation: true,
  });
  expect(standing(board, game(owners, { cedar: 1 }), 0, ticket("ash-cedar")).state).not.toBe("done");
});

test("one station lends one route only, and two lend one each", () => {
  const owners = { "ash-birch:red": 1, "birch-cedar": 1 };
  expect(standing(board, game(owners, { birch: 0 }), 0, ticket("ash-cedar")).state).not.toBe("done");
  expect(standing(board, game(owners, { ash: 0, cedar: 0 }), 0, ticket("ash-cedar"))).toMatchObject({
    state: "done",
    byStation: true,
  });
});
