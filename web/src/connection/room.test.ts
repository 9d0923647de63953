import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Happened, OwnView, Welcome } from "#protocol";
import { FakeSocket, newest } from "#/testing/fakesocket";
import { Room, type Step } from "./room.svelte";

const entry = (v: number): Happened => ({ v, at: v, kind: "did", seat: 0, params: {}, events: [] });
const own = (seat: number, decision: number | null): OwnView => ({
  seat,
  decision,
  hand: {},
  tickets: [],
  offer: [],
  answer: [],
  legal: [],
  drawn: [],
  offers: [],
});
const entries = (from: number, to: number): Happened[] =>
  Array.from({ length: to - from + 1 }, (_, i) => entry(from + i));

function welcome(v: number, happened: Happened[], more = false): Partial<Welcome> & { type: "welcome" } {
  const you = { seats: [0, 1], away: [], host: true, invite: null };
  return {
    type: "welcome",
    v,
    now: 1_000,
    server: "1",
    you,
    happened,
    more,
    game: null,
    mine: [own(0, 3), own(1, null)],
  };
}

function opened(): Room {
  const room = new Room("table");
  newest().opens();
  newest().hears(welcome(3, entries(1, 3)));
  return room;
}
const versions = (room: Room): number[] => room.happened.map((one) => one.v);

beforeEach(() => {
  vi.useFakeTimers();
  const nothing = () => undefined;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "play.example" });
  vi.stubGlobal("document", { hidden: false, addEventListener: nothing, removeEventListener: nothing });
  vi.stubGlobal("addEventListener", nothing);
  vi.stubGlobal("removeEventListener", nothing);
  FakeSocket.all = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a welcome on an open line sets the clock: it has stood still", () => {
  const room = opened();
  expect(room.ahead).toBe(1_000 - Date.now());
  vi.advanceTimersByTime(25_000);
  newest().hears({ ...welcome(3, []), now: 4_000 });
  expect(room.ahead).toBe(4_000 - Date.now());
  expect(versions(room)).toEqual([1, 2, 3]);
});

it("a second welcome adds only what is new, and tells it as one step", () => {
  const room = opened();
  const steps: Step[] = [];
  room.watch((step) => steps.push(step));
  newest().hears(welcome(5, entries(1, 5)));
  expect(versions(room)).toEqual([1, 2, 3, 4, 5]);
  expect(steps.map((step) => step.happened.map((one) => one.v))).toEqual([[4, 5]]);
});

it("after a long absence the log begins anew, and says that there is more", () => {
  const room = opened();
  newest().hears(welcome(900, entries(701, 900), true));
  expect(versions(room)[0]).toBe(701);
  expect(room.older).toBe(true);
});

it("an update replaces the seats it has and forgets those that are no longer ours", () => {
  const room = opened();
  newest().hears({ type: "update", v: 4, happened: [entry(4)], mine: [own(1, 9)] });
  expect(room.mine.map((view) => view.decision)).toEqual([3, 9]);
  const you = { seats: [1], away: [0], host: false, invite: null };
  newest().hears({ type: "update", v: 5, happened: [], you, mine: [own(1, 9)] });
  expect(room.mine.map((view) => view.seat)).toEqual([1]);
});

it("a refusal lands in the problem, and the command counts as sent until it is answered", async () => {
  const room = opened();
  const done = room.command({ type: "start" });
  expect(room.sending).toBe(1);
  newest().hears({ type: "refused", id: newest().said[1]!.id as string, code: "not_host", params: {} });
  await expect(done).resolves.toBeUndefined();
  expect(room.sending).toBe(0);
  expect(room.problem?.code).toBe("not_host");
});

it("a server that has changed its version is noticed", () => {
  const room = opened();
  newest().hears({ ...welcome(3, []), server: "2" });
  expect(room.server).toEqual({ first: "1", now: "2" });
});
