import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Update, Welcome } from "#protocol";
import { FakeSocket, newest } from "#/testing/fakesocket";
import { Connection, PATIENCE, type Heard } from "./connection";

const windows = new Map<string, () => void>();
const documents = new Map<string, () => void>();
const page = { hidden: false, addEventListener: noted(documents), removeEventListener: () => undefined };
const heard = { states: [] as string[], updates: [] as number[], known: [] as (number | null)[], refusals: 0 };
const listener: Heard = {
  welcome: (_, known) => heard.known.push(known),
  update: (message) => heard.updates.push(message.v),
  refused: () => heard.refusals++,
  bye: () => undefined,
  state: (state) => heard.states.push(state),
};

function noted(events: Map<string, () => void>) {
  return (name: string, call: () => void) => void events.set(name, call);
}
const welcome = (v: number): Partial<Welcome> & { type: "welcome" } => ({ type: "welcome", v });
const update = (v: number): Partial<Update> & { type: "update" } => ({ type: "update", v, happened: [] });

function connected(): Connection {
  const connection = new Connection("table", listener);
  newest().opens();
  newest().hears(welcome(5));
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "https:", host: "play.example" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", noted(windows));
  vi.stubGlobal("removeEventListener", () => undefined);
  FakeSocket.all = [];
  Object.assign(heard, { states: [], updates: [], known: [], refusals: 0 });
  page.hidden = false;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a connection says hello, and after a break tells what it has seen", () => {
  connected();
  expect(newest().url).toBe("wss://play.example/api/tables/table/socket");
  expect(newest().said).toEqual([{ type: "hello", protocol: 2, since: null }]);
  newest().hears(update(6));
  newest().breaks();
  vi.advanceTimersByTime(500);
  newest().opens();
  expect(newest().said).toEqual([{ type: "hello", protocol: 2, since: 6 }]);
  newest().hears(welcome(9));
  expect(heard.known).toEqual([null, 6]);
  expect(heard.states).toEqual(["open", "lost", "open"]);
});

it("waits twice as long each time, at most four seconds", () => {
  connected();
  const waits: number[] = [];
  for (let i = 0; i < 7; i++) {
    const count = FakeSocket.all.length;
    newest().breaks();
    let waited = 0;
    while (FakeSocket.all.length === count) {
      vi.advanceTimersByTime(500);
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 4000, 4000, 4000]);
});

it("a command made while the connection is lost is sent once it is back, once, and answered", async () => {
  const connection = connected();
  newest().breaks();
  const done = connection.command({ type: "start" });
  vi.advanceTimersByTime(500);
  newest().opens();
  expect(newest().said).toHaveLength(1);
  newest().hears(welcome(7));
  const [, sent] = newest().said;
  expect(sent).toMatchObject({ type: "start" });
  newest().hears({ type: "ack", id: sent!.id as string, v: 8, result: { ok: 1 } });
  await expect(done).resolves.toEqual({ ok: 1 });
});

it("a command that was not answered is sent again with the same id", () => {
  const connection = connected();
  void connection.command({ type: "start" });
  const first = newest().said[1];
  newest().breaks();
  vi.advanceTimersByTime(500);
  newest().opens();
  newest().hears(welcome(5));
  expect(newest().said[1]).toEqual(first);
});

it("a refusal fails its command; one without a command is told", async () => {
  const connection = connected();
  const done = connection.command({ type: "start" });
  newest().hears({ type: "refused", id: newest().said[1]!.id as string, code: "not_host" });
  await expect(done).rejects.toMatchObject({ code: "not_host" });
  newest().hears({ type: "refused", code: "too_fast" });
  expect(heard.refusals).toBe(1);
});

it("the welcome that follows a refusal does not send other commands twice", () => {
  const connection = connected();
  void connection.command({ type: "start" }).catch(() => undefined);
  void connection.command({ type: "leave", seat: 0 });
  newest().hears({ type: "refused", id: newest().said[1]!.id as string, code: "stale" });
  newest().hears(welcome(9));
  expect(newest().said).toHaveLength(3);
});

it("an old update is not told again", () => {
  connected();
  newest().hears(update(6));
  newest().hears(update(6));
  newest().hears(update(4));
  expect(heard.updates).toEqual([6]);
});

it("a connection on which an answer is overdue is taken for dead", () => {
  const connection = connected();
  void connection.command({ type: "start" });
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(heard.states).toEqual(["open"]);
  vi.advanceTimersByTime(1);
  expect(heard.states).toEqual(["open", "lost"]);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
});

it("a quiet connection on which nothing is awaited is left alone", () => {
  connected();
  vi.advanceTimersByTime(10 * PATIENCE);
  expect(heard.states).toEqual(["open"]);
});

it("a network that goes is noticed at once, and one that comes back is used at once", () => {
  connected();
  windows.get("offline")?.();
  expect(heard.states).toEqual(["open", "lost"]);
  windows.get("online")?.();
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(FakeSocket.all).toHaveLength(2);
});

it("a device that slept renews its connection", () => {
  connected();
  page.hidden = true;
  documents.get("visibilitychange")?.();
  vi.advanceTimersByTime(120_000);
  page.hidden = false;
  documents.get("visibilitychange")?.();
  expect(FakeSocket.all).toHaveLength(2);
});

it("a goodbye without return ends the connection, one with it does not", () => {
  connected();
  newest().hears({ type: "bye", code: "restarting", retry: true });
  newest().breaks();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  newest().opens();
  newest().hears({ type: "bye", code: "wrong_protocol", retry: false });
  newest().breaks();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(heard.states.at(-1)).toBe("ended");
});

it("what was not sent when a connection ends is given up, and says so", async () => {
  const connection = connected();
  const done = connection.command({ type: "start" });
  newest().hears({ type: "bye", code: "too_many_sockets", retry: false });
  await expect(done).rejects.toMatchObject({ code: "too_many_sockets" });
});

it("a closed connection is silent for good", () => {
  const connection = connected();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(heard.states).toEqual(["open"]);
});
