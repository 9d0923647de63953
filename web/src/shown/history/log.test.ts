import { describe, expect, it, test } from "vitest";
import type { Happened } from "#protocol";
import { adviceOn, mayAskBack, movesSince, questionIn, sinceLast, turnsTaken, whyNoTakeBack } from "./log";

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

test("what happened since one's last move: in its order, with what a bot did in one's place, without what was taken back", () => {
  const log = [did(0), did(1), entry("said", 1), did(0, "stand_in"), did(2, "bot"), did(1)];
  expect(movesSince(log, 0)).toEqual([log[1], log[3], log[4], log[5]]);
  expect(movesSince([...log, entry("took_back", 1, { plies: 2 })], 0)).toEqual([log[1], log[3]]);
  expect(movesSince([did(1), did(2)], 0)).toEqual([]);
});

test("choosing tickets and paying for a tunnel are no turns of their own", () => {
  const log = ["keep 1 2", "draw deck", "claim a-b 2 red", "pay 1 red", "tickets", "keep 1"];
  expect(turnsTaken([...log.map((action) => entry("did", 0, { do: action })), did(1)], 0)).toBe(3);
});

describe("a take-back that rivals are asked about", () => {
  const entry = (v: number, kind: string, seat: number, params: object = {}): Happened => ({
    v,
    at: 1000 * v,
    kind,
    seat,
    params: params as Happened["params"],
    events: [],
  });
  const asked = entry(5, "asked_back", 0, { plies: 1, until: 65_000 });
  const question = { v: 5, seat: 0, plies: 1, until: 65_000, agreed: [], open: true };

  it("stands until the game moves, and knows who has agreed", () => {
    expect(questionIn([did(0), asked])).toEqual(question);
    expect(questionIn([asked, entry(6, "answered_back", 2, { agrees: true }), entry(7, "said", 1)])).toEqual({
      ...question,
      agreed: [2],
    });
    expect(questionIn([asked, did(0)])).toBeNull();
    expect(questionIn([asked, entry(6, "took_back", 0, { plies: 1 })])).toBeNull();
  });

  it("is closed when somebody says no, leaves or sits down", () => {
    for (const kind of ["answered_back", "left", "sat", "returned"])
      expect(questionIn([asked, entry(6, kind, 1, { agrees: false })])).toEqual({ ...question, open: false });
  });

  it("is possible for what a shuffle makes up for", () => {
    const event = (name: string) => [{ name, params: { seat: 1 } }];
    expect(mayAskBack([{ ...did(0), events: event("drew") }], 0)).toBe(true);
    expect(mayAskBack([did(0), { ...did(1, "bot"), events: event("turned_up") }], 0)).toBe(true);
    expect(mayAskBack([{ ...did(0), events: event("kept") }], 0)).toBe(false);
  });
});
