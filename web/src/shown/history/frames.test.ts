import { expect, test } from "vitest";
import type { GameEvent, Moment, SeatMoment, Story } from "#protocol";
import { countCards } from "#/shown/cards";
import { framesOf, ticketLives } from "./frames";

const seat = (number: number, part: Partial<SeatMoment> = {}): SeatMoment => ({
  seat: number,
  points: 0,
  trains: 45,
  stations: 3,
  hand: {},
  tickets: [],
  offer: [],
  made: [],
  total: 0,
  ...part,
});

const moment = (seats: SeatMoment[], ...events: GameEvent[]): Moment => ({
  happened: { v: 1, at: 0, kind: "did", seat: 0, params: {}, events },
  phase: "turn",
  turn: 0,
  waiting: [0],
  market: [],
  pile: 0,
  discards: 0,
  ticket_pile: 0,
  tunnel: null,
  turns_left: null,
  seats,
});

const event = (name: string, params: Record<string, unknown>): GameEvent => ({ name, params });

const story = {
  names: ["Ann", "Bob"],
  moments: [
    moment([seat(0, { hand: { red: 4 } }), seat(1)], event("dealt", { seat: 0, card: "red" })),
    moment([seat(0, { tickets: ["x"] })]),
    moment([], event("took", { seat: 1, card: "red" }), event("drew", { seat: 1, card: "blue" })),
    moment([seat(0, { tickets: ["x"], made: ["x"] })], event("claimed", { seat: 0, route: "a-b" })),
    moment([seat(0, { tickets: ["x"], made: [] })], event("built", { seat: 1, city: "a" })),
    moment([seat(0, { tickets: ["x"], made: ["x"] })]),
  ],
} as unknown as Story;

const frames = framesOf(story);

test("there is a frame for every ply, the deal included", () => {
  expect(frames.map((frame) => frame.ply)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a seat that is not named is as it was", () => {
  expect(frames[2]?.seats[0]?.tickets).toEqual(["x"]);
  expect(frames[2]?.seats).toBe(frames[1]?.seats);
  expect(frames[1]?.seats[1]).toBe(frames[0]?.seats[1]);
});

test("owners and stations grow with claims and buildings, and earlier frames keep theirs", () => {
  expect(frames[2]?.owners).toEqual({});
  expect(frames[3]?.owners).toEqual({ "a-b": 0 });
  expect(frames[5]?.stations).toEqual({ a: 1 });
  expect(frames.map((frame) => frame.fresh)).toEqual([[], [], [], ["a-b"], ["a"], []]);
});

test("cards drawn in turns are counted, those dealt are not", () => {
  expect(frames[1]?.drawn).toEqual([0, 0]);
  expect(frames.at(-1)?.drawn).toEqual([0, 2]);
  expect(countCards(frames[0]?.seats[0]?.hand ?? {})).toBe(4);
});

test("a ticket counts as made from when it stayed complete", () => {
  expect(ticketLives(frames)).toEqual([{ seat: 0, ticket: "x", kept: 1, made: 5 }]);
});
