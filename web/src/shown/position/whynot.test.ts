import { expect, test } from "vitest";
import type { PlayerPart } from "#protocol";
import { testBoard } from "#/testing/board";
import { canPay, whyNotCity, whyNotDraw, whyNotRoute } from "./whynot";

const board = testBoard();
const player = { trains: 45, stations: 3 } as PlayerPart;
const game = (more: object = {}) => ({ owners: {}, stations: {}, players: [player, player], phase: "turn", ...more });
const own = (hand: Record<string, number> = {}, decision: number | null = 1) => ({ seat: 0, decision, hand });

test("a claimed route names its owner", () => {
  expect(whyNotRoute(board, game({ owners: { "ash-dogwood": 1 } }), own(), "ash-dogwood")).toEqual({
    code: "owned",
    seat: 1,
  });
});

test("the other side of a double route is mine, or closed with few players", () => {
  expect(whyNotRoute(board, game({ owners: { "ash-birch:red": 0 } }), own(), "ash-birch:green").code).toBe("yourTwin");
  expect(whyNotRoute(board, game({ owners: { "ash-birch:red": 1 } }), own(), "ash-birch:green").code).toBe("closed");
});

test("what will never change is said before whose turn it is", () => {
  expect(whyNotRoute(board, game({ owners: { "ash-dogwood": 1 } }), own({}, null), "ash-dogwood").code).toBe("owned");
  expect(whyNotRoute(board, game(), own({}, null), "ash-dogwood").code).toBe("notYourTurn");
  expect(whyNotRoute(board, game(), undefined, "ash-dogwood").code).toBe("watching");
});

test("the second card comes before a route", () => {
  expect(whyNotRoute(board, game({ phase: "second card" }), own(), "ash-dogwood").code).toBe("second");
});

test("too few trains are said before too few cards", () => {
  const few = { ...player, trains: 2 };
  expect(whyNotRoute(board, game({ players: [few, player] }), own(), "ash-dogwood")).toEqual({
    code: "trains",
    need: 6,
    have: 2,
  });
  expect(whyNotRoute(board, game(), own(), "ash-dogwood").code).toBe("cards");
});

test("a ferry needs its locomotives, and they may pay for more", () => {
  const ferry = board.route.get("cedar-dogwood")!;
  expect(canPay(board, { red: 9 }, ferry)).toBe(false);
  expect(canPay(board, { red: 2, locomotive: 2 }, ferry)).toBe(true);
  expect(canPay(board, { red: 1, locomotive: 3 }, ferry)).toBe(true);
  expect(canPay(board, { red: 1, green: 1, locomotive: 2 }, ferry)).toBe(false);
});

test("a station says what it costs: more each time", () => {
  const second = { ...player, stations: 2 };
  expect(whyNotCity(board, game({ players: [second, player] }), own(), "ash")).toEqual({
    code: "stationCards",
    need: 2,
  });
  expect(whyNotCity(board, game({ stations: { ash: 1 } }), own(), "ash").code).toBe("station");
});

test("what cannot be drawn says why: the phase, the turn, an empty pile", () => {
  const piles = { pile: 5, ticket_pile: 5 };
  const second = { ...piles, phase: "second card" } as const;
  expect(whyNotDraw(second, { decision: 1 }, "locomotive").code).toBe("secondLocomotive");
  expect(whyNotDraw(second, { decision: 1 }, "tickets").code).toBe("second");
  expect(whyNotDraw(second, { decision: null }, "locomotive").code).toBe("notYourTurn");
  const turn = { phase: "turn", pile: 0, ticket_pile: 0 } as const;
  expect(whyNotDraw(turn, { decision: 1 }, "deck").code).toBe("noDeck");
  expect(whyNotDraw(turn, { decision: 1 }, "tickets").code).toBe("noTickets");
  expect(whyNotDraw({ ...piles, phase: "tunnel" }, { decision: 1 }, "red").code).toBe("decide");
  expect(whyNotDraw({ ...piles, phase: "turn" }, undefined, "deck").code).toBe("watching");
});
