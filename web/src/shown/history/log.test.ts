import { expect, test } from "vitest";
import type { Happened } from "#protocol";
import { adviceOn, sinceLast, turnsTaken, whyNoTakeBack } from "./log";

let v = 0;
const entry = (kind: string, seat: number | null, params: object = {}, events: Happened["events"] = []): Happened => ({
  v: ++v,
  at: 0,
  kind,
  seat,
  params: params as Happened["params"],
  events,
});
const did = (seat: number, by = "player", events: Happened["events"] = []): Happened =>
  entry("did", seat, { do: "draw deck", by }, events);

test("a decision can be taken back across bots, not across people", () => {
  expect(whyNoTakeBack([did(0), did(1, "bot"), did(2, "stand_in")], 0, true)).toBe("");
  expect(whyNoTakeBack([did(0), did(1)], 0, true)).toBe("too_late");
  expect(whyNoTakeBack([], 0, false)).toBe("too_late");
});

test("among people a decision stands once it has revealed something", () => {
  const event = (name: string, params = {}) => [{ name, params }] as Happened["events"];
  for (const name of ["drew", "turned_up", "offered", "revealed"]) {
    expect(whyNoTakeBack([did(0, "player", event(name))], 0, true)).toBe("revealed");
    expect(whyNoTakeBack([did(0), did(1, "bot", event(name))], 0, true)).toBe("revealed");
    expect(whyNoTakeBack([did(0, "player", event(name))], 0, false)).toBe("");
  }
  expect(whyNoTakeBack([did(0, "player", event("claimed"))], 0, true)).toBe("");
  expect(whyNoTakeBack([did(0, "player", event("kept", { seat: 0 }))], 0, true)).toBe("");
  expect(whyNoTakeBack([did(0, "player", event("kept", { seat: 1 }))], 0, true)).toBe("revealed");
});

test("what was taken back does not stand any more", () => {
  const log = [did(1), did(0), did(1, "bot"), entry("took_back", 0, { plies: 2 })];
  expect(whyNoTakeBack(log, 0, true)).toBe("too_late");
});

test("advice belongs to the decision it was asked for", () => {
  const log = [entry("hinted", 0, { decision: 4, options: [["draw deck", 7.5, "draw_for_plan", { missing: 3 }]] })];
  expect(adviceOn(log, 0, 4)).toEqual([
    { action: "draw deck", value: 7.5, reason: "draw_for_plan", params: { missing: 3 } },
  ]);
  expect(adviceOn(log, 0, 5)).toBeNull();
  expect(adviceOn([entry("hinted", 1, { decision: 4 })], 1, 4)).toBeNull();
});

test("recent is what others put on the board since my last decision", () => {
  const claimed = (route: string): Happened["events"] => [{ name: "claimed", params: { seat: 1, route, points: 2 } }];
  expect(sinceLast([did(1, "bot", claimed("a-b")), did(0), did(1, "bot", claimed("c-d"))], 0)).toEqual(["c-d"]);
});

test("choosing tickets and paying for a tunnel are no turns of their own", () => {
  const log = ["keep 1 2", "draw deck", "claim a-b 2 red", "pay 1 red", "tickets", "keep 1"];
  expect(turnsTaken([...log.map((action) => entry("did", 0, { do: action })), did(1)], 0)).toBe(3);
});
