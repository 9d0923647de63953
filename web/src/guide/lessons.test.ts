import { describe, expect, test } from "vitest";
import type { OwnView, PublicView } from "#protocol";
import { testBoard } from "#/testing/board";
import { LESSONS, lessonFor, stillFits, type LessonName, type Situation } from "./lessons";

interface Parts {
  game?: Partial<PublicView>;
  own?: Partial<Omit<OwnView, "legal">> & { legal?: string[] };
  turns?: number;
}

function moment({ game = {}, own = {}, turns = 0 }: Parts = {}): Situation {
  const actions = own.legal ?? ["draw deck", "draw red"];
  return {
    board: { ...testBoard(), actions },
    turns,
    game: {
      phase: "turn",
      market: ["red"],
      owners: {},
      stations: {},
      players: [{}, {}],
      turns_left: null,
      ...game,
    } as unknown as PublicView,
    own: {
      seat: 0,
      decision: 5,
      hand: {},
      tickets: [],
      ...own,
      legal: [...actions.keys()],
    } as unknown as OwnView,
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
    const own = {
      legal: ["draw deck", "claim ash-dogwood 6 white", "claim ash-birch:red 3 red"],
      tickets: ["ash-cedar"],
    };
    const now = moment({ own, turns: 2, game: { owners: { "birch-cedar": 0 } } });
    expect(lessonFor(now, all("claim"))).toEqual({ name: "claim", anchor: "route", about: "ash-birch:red" });
  });

  test.each([
    ["gray", "claim cedar-fir 1 red"],
    ["ferry", "claim cedar-dogwood 2 red 2 locomotive"],
    ["tunnel", "claim birch-cedar 2 red"],
    ["double", "claim ash-birch:red 3 red"],
  ] as const)(
    "a route of the kind %s when one can be claimed, not before the first turns unless a ticket needs it",
    (name, legal) => {
      expect(named(moment({ turns: 5, own: { legal: ["draw deck"] } }), all(name))).toBeUndefined();
      expect(named(moment({ turns: 1, own: { legal: ["draw deck", legal] } }), all(name))).toBeUndefined();
      expect(named(moment({ turns: 5, own: { legal: ["draw deck", legal] } }), all(name))).toBe(name);
    },
  );

  test("the tunnel that has to be paid", () => {
    expect(named(moment({ game: { phase: "tunnel" }, own: { legal: ["pay 1 red", "decline"] } }))).toBe("tunnelPay");
  });

  test("nothing about paying where nothing can be paid", () => {
    const now = moment({ game: { phase: "tunnel" }, own: { legal: ["decline"] } });
    expect(named(now)).toBeUndefined();
  });

  test("locomotives when one lies in the market", () => {
    expect(named(moment({ turns: 1 }), all("locomotive"))).toBeUndefined();
    expect(named(moment({ turns: 1, game: { market: ["locomotive"] } }), all("locomotive"))).toBe("locomotive");
  });

  test("a station when a ticket cannot be completed any more", () => {
    const own = { legal: ["draw deck", "build ash 1 red"], tickets: ["ash-cedar"] };
    expect(named(moment({ own, turns: 2 }), all("station"))).toBeUndefined();
    expect(
      named(moment({ own, turns: 2, game: { owners: { "ash-birch:red": 1, "ash-dogwood": 1 } } }), all("station")),
    ).toBe("station");
  });

  test("more tickets when all are complete", () => {
    const own = { legal: ["draw deck", "tickets"], tickets: ["ash-cedar"] };
    expect(named(moment({ own, turns: 2 }), all("tickets"))).toBeUndefined();
    const owners = { "ash-birch:red": 0, "birch-cedar": 0 };
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

test("a lesson about a route passes when that route cannot be paid any more, though another can", () => {
  const own = { legal: ["draw deck", "claim ash-birch:red 3 red"], tickets: ["ash-cedar"] };
  const lesson = lessonFor(moment({ own, turns: 5 }), all("claim"))!;
  expect(lesson.about).toBe("ash-birch:red");
  expect(stillFits(lesson, moment({ own, turns: 5 }))).toBe(true);
  const later = { ...own, legal: ["draw deck", "claim ash-dogwood 6 white"] };
  expect(stillFits(lesson, moment({ own: later, turns: 5 }))).toBe(false);
});
