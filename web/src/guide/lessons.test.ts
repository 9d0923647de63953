import { describe, expect, test } from "vitest";
import type { OwnView, PublicView } from "#protocol";
import { smallBoard } from "#/end/small";
import { LESSONS, lessonFor, stillFits, type LessonName, type Situation } from "./lessons";

interface Parts {
  game?: Partial<PublicView>;
  own?: Partial<OwnView>;
  turns?: number;
}

function moment({ game = {}, own = {}, turns = 0 }: Parts = {}): Situation {
  const board = smallBoard({ stations: 3, single_track_players: 3 });
  Object.assign(board.route.get("b-f") ?? {}, { colour: "gray" });
  Object.assign(board.route.get("d-e") ?? {}, { tunnel: true });
  Object.assign(board.route.get("c-f") ?? {}, { colour: "gray", ferry: 1 });
  return {
    board,
    turns,
    game: {
      phase: "turn", market: ["red"], owners: {}, stations: {}, players: [{}, {}], turns_left: null, ...game,
    } as unknown as PublicView,
    own: { seat: 0, decision: 5, hand: {}, tickets: [], legal: ["draw deck", "draw red"], ...own } as unknown as OwnView,
  };
}

const all = (...but: LessonName[]): Set<string> => new Set(LESSONS.filter((name) => !but.includes(name)));
const named = (now: Situation, shown: Set<string> = new Set()): string | undefined => lessonFor(now, shown)?.name;

describe("a lesson comes when it first matters", () => {
  test("the choice of tickets at the opening", () => {
    expect(named(moment({ game: { phase: "opening" }, own: { legal: ["keep 1 2"] } }))).toBe("opening");
  });

  test("what a turn is, then how to draw", () => {
    expect(named(moment())).toBe("turn");
    expect(named(moment(), new Set(["turn"]))).toBe("draw");
  });

  test("nothing while others are at it", () => {
    expect(lessonFor(moment({ own: { decision: null } }), new Set())).toBeNull();
  });

  test("claiming, with the route that an own ticket needs", () => {
    const own = { legal: ["draw deck", "claim b-c 3 red", "claim a-b 2 red"], tickets: ["a-c"] };
    const now = moment({ own, turns: 2, game: { owners: { "b-c": 0 } } });
    expect(lessonFor(now, all("claim"))).toEqual({ name: "claim", anchor: "route", about: "a-b" });
  });

  test.each([
    ["gray", "claim b-f 1 red"],
    ["ferry", "claim c-f 1 locomotive"],
    ["tunnel", "claim d-e 4 red"],
    ["double", "claim c-d 1 red"],
  ] as const)("a route of the kind %s when one can be claimed, not before the first turns unless a ticket needs it", (name, legal) => {
    expect(named(moment({ turns: 5, own: { legal: ["draw deck"] } }), all(name))).toBeUndefined();
    expect(named(moment({ turns: 1, own: { legal: ["draw deck", legal] } }), all(name))).toBeUndefined();
    expect(named(moment({ turns: 5, own: { legal: ["draw deck", legal] } }), all(name))).toBe(name);
  });

  test("the tunnel that has to be paid", () => {
    expect(named(moment({ game: { phase: "tunnel" }, own: { legal: ["pay 1 red", "decline"] } }))).toBe("tunnelPay");
  });

  test("locomotives when one lies in the market", () => {
    expect(named(moment({ turns: 1 }), all("locomotive"))).toBeUndefined();
    expect(named(moment({ turns: 1, game: { market: ["locomotive"] } }), all("locomotive"))).toBe("locomotive");
  });

  test("a station when a ticket cannot be completed any more", () => {
    const own = { legal: ["draw deck", "build a 1 red"], tickets: ["a-c"] };
    expect(named(moment({ own, turns: 2 }), all("station"))).toBeUndefined();
    expect(named(moment({ own, turns: 2, game: { owners: { "a-b": 1 } } }), all("station"))).toBe("station");
  });

  test("more tickets when all are complete", () => {
    const own = { legal: ["draw deck", "tickets"], tickets: ["a-c"] };
    expect(named(moment({ own, turns: 2 }), all("tickets"))).toBeUndefined();
    const owners = { "a-b": 0, "b-c": 0 };
    expect(named(moment({ own, turns: 2, game: { owners } }), all("tickets"))).toBe("tickets");
  });

  test("the last round before everything else", () => {
    expect(named(moment({ game: { turns_left: 2 } }))).toBe("lastRound");
  });
});

test("a lesson that was shown never comes again", () => {
  expect(lessonFor(moment(), new Set(LESSONS))).toBeNull();
});

test("a lesson passes when its moment does", () => {
  const lesson = lessonFor(moment(), new Set());
  expect(lesson && stillFits(lesson, moment())).toBe(true);
  expect(lesson && stillFits(lesson, moment({ game: { phase: "second card" } }))).toBe(false);
});
