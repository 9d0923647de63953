import { expect, test } from "vitest";
import type { PlayerPart, PublicView } from "#protocol";
import { merged } from "./merge";

const player = (points: number) => ({ points }) as PlayerPart;
const game = {
  ply: 4,
  pile: 30,
  tunnel: { route: "a-b" },
  players: [player(0), player(5)],
  owners: { "a-b": 0 },
  stations: {},
  shown: [[0, "red", 1, 2, 3]],
} as unknown as PublicView;

test("what is not there stays as it was", () => {
  const next = merged(game, { ply: 5 });
  expect(next).toEqual({ ...game, ply: 5 });
  expect(game.ply).toBe(4);
});

test("players, owners and stations join the old ones, one by one", () => {
  const next = merged(game, {
    ply: 5,
    players: { "1": player(9) },
    owners: { "b-c": 1 },
    stations: { b: 0 },
  });
  expect(next.players.map((one) => one.points)).toEqual([0, 9]);
  expect(next.owners).toEqual({ "a-b": 0, "b-c": 1 });
  expect(next.stations).toEqual({ b: 0 });
});

test("shown grows at its end, and null is a value", () => {
  const next = merged(game, { ply: 5, shown: [[1, "blue", 1, 2, 3]], tunnel: null });
  expect(next.shown.map(([seat]) => seat)).toEqual([0, 1]);
  expect(next.tunnel).toBeNull();
});
