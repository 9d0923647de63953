// What the page works out for itself, compared with what the engine says of the same positions. The engine writes
// the fixtures: `python -m tools.make_shown_fixtures`.

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { BoardFacts, GameEvent, Happened, OwnView, PublicView, SeatScorePart, Story } from "#protocol";
import { indexed } from "#/board/facts";
import { framesOf } from "#/shown/history/frames";
import { seenBy } from "#/shown/history/secrets";
import { closedSide } from "#/shown/position/closed";
import { standing } from "#/shown/position/tickets";
import { whyNotCity, whyNotDraw, whyNotRoute } from "#/shown/position/whynot";
import { scenes } from "#/shown/score/scenes";
import { districtsOf, idleStations, itemOf, ranked, reachedOf, wayBetween } from "#/shown/score/settlement";

/** What a seat may not do if it is its turn, by the engine's code: places in the board's lists of routes and cities. */
interface Seat {
  own: OwnView;
  routes: Record<string, number[]>;
  cities: Record<string, number[]>;
  /** For every ticket of the board the trains that it still takes; null if it cannot be made by own routes. */
  spaces: (number | null)[];
  /** The tickets that would count now, each for itself, stations included. */
  made: number[];
}
interface Position {
  view: PublicView;
  seats: Seat[];
  not_on_turn: [seat: number, code: string];
}
interface Aside {
  view: PublicView;
  own: OwnView;
  claim: string;
  draw: Record<string, string>;
}
interface Fixture {
  facts: BoardFacts;
  learnt: { all: GameEvent[]; nobody: GameEvent[]; seats: GameEvent[][] }[];
  games: { placed: GameEvent[][]; positions: Position[]; asides: Aside[]; end: { view: PublicView; draw: string } }[];
}

/** The page's words for the engine's codes. */
const ROUTE_CODES: Record<string, string> = {
  route_taken: "owned",
  other_side_yours: "yourTwin",
  other_side_closed: "closed",
  not_enough_trains: "trains",
  not_enough_cards: "cards",
};
const CITY_CODES: Record<string, string> = {
  station_taken: "station",
  no_station_left: "noStations",
  not_enough_cards: "stationCards",
};
const FOR_GOOD = new Set(["owned", "yourTwin", "closed"]);

const folder = new URL("./fixtures/", import.meta.url);
const read = (name: string): Fixture => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Fixture;
const fixtures = readdirSync(folder).map((name) => [name.replace(".json", ""), read(name)] as const);

/** Which reason each place has; "" where there is none. */
const reasons = (length: number, refused: Record<string, number[]>): string[] =>
  Array.from({ length }, (_, i) => Object.keys(refused).find((code) => refused[code]?.includes(i)) ?? "");

const entry = (events: GameEvent[]): Happened => ({ v: 1, at: 0, kind: "did", seat: null, params: {}, events });

describe.each(fixtures)("on %s the page agrees with the engine", (_, { facts, learnt, games }) => {
  const board = indexed(facts);
  const positions = games.flatMap((game) => game.positions);
  const seats = positions.flatMap(({ view, seats }) => seats.map((seat) => ({ view, ...seat })));

  test("why a route cannot be claimed, and that any other can", () => {
    for (const { view, own, routes } of seats) {
      const expected = reasons(board.routes.length, routes).map((code) => ROUTE_CODES[code] ?? (code || "other"));
      expect(board.routes.map((route) => whyNotRoute(board, view, own, route.id).code)).toEqual(expected);
    }
  });

  test("which sides of double routes are closed to a seat (C6, C7)", () => {
    for (const { view, own, routes } of seats) {
      const expected = reasons(board.routes.length, routes).map((code) =>
        code === "other_side_yours" ? "yours" : code === "other_side_closed" ? "closed" : null,
      );
      expect(board.routes.map((route) => closedSide(board, view, route, own.seat))).toEqual(expected);
    }
  });

  test("which are closed to everybody", () => {
    for (const { view, seats } of positions) {
      const closed = new Set(seats.flatMap((seat) => seat.routes.other_side_closed ?? []));
      const shown = board.routes.flatMap((route, i) => (closedSide(board, view, route, null) ? [i] : []));
      expect(new Set(shown)).toEqual(closed);
    }
  });

  test("why no station can be built, and what one costs", () => {
    for (const { view, own, cities } of seats) {
      for (const [i, code] of reasons(board.cities.length, cities).entries()) {
        if (!code) continue;
        const city = board.cities[i]!.id;
        const why = whyNotCity(board, view, own, city);
        // The page names the station that stands there even to those who have none left.
        expect(why.code).toBe(view.stations[city] === undefined ? CITY_CODES[code] : "station");
        // The engine was asked with the price, and would have refused another one for its number of cards.
        const built = (facts.rules.stations as number) - view.players[own.seat]!.stations;
        if (why.code === "stationCards") expect(why.need).toBe(built + 1);
      }
    }
  });

  test("how every ticket stands for every seat, with the spaces still to go", () => {
    for (const { view, own, spaces, made } of seats) {
      for (const [i, ticket] of board.tickets.entries()) {
        const now = standing(board, view, own.seat, ticket);
        const done = made.includes(i);
        expect(now.state).toBe(done ? "done" : spaces[i] === null ? "lost" : "open");
        expect(now.missing).toBe(done ? 0 : spaces[i]);
        expect(now.byStation).toBe(done && spaces[i] !== 0);
        const lengths = now.way.map((id) => board.route.get(id)!.length);
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(now.missing ?? 0);
      }
    }
  });

  test("that others wait, and what will never change is said before it", () => {
    for (const {
      view,
      seats,
      not_on_turn: [seat, code],
    } of positions) {
      expect(code).toBe("not_your_turn");
      const { own, routes } = seats[seat]!;
      const expected = reasons(board.routes.length, routes).map((code) => ROUTE_CODES[code] ?? "");
      for (const [i, route] of board.routes.entries()) {
        const why = whyNotRoute(board, view, { ...own, decision: null }, route.id).code;
        expect(why).toBe(FOR_GOOD.has(expected[i]!) ? expected[i] : "notYourTurn");
      }
    }
  });

  test("why nothing can be claimed or taken in the middle of a turn, or after the end", () => {
    for (const { view, own, claim, draw } of games.flatMap((game) => game.asides)) {
      const free = board.routes.find((route) => view.owners[route.id] === undefined && route.twin === null)!;
      expect(claim).toBe("wrong_phase");
      expect(whyNotRoute(board, view, own, free.id).code).toBe(view.phase === "second card" ? "second" : "decide");
      for (const [card, code] of Object.entries(draw)) {
        const otherwise = view.phase === "second card" ? "other" : "decide";
        expect(whyNotDraw(view, own, card).code).toBe(code === "locomotive_second" ? "secondLocomotive" : otherwise);
      }
    }
    for (const { end } of games) {
      const free = board.routes.find((route) => end.view.owners[route.id] === undefined && route.twin === null)!;
      expect([end.draw, whyNotRoute(board, end.view, undefined, free.id).code]).toEqual(["game_over", "over"]);
    }
  });

  test("what lay on the board at every moment of a story", () => {
    for (const { placed, positions, end } of games) {
      const moments = placed.map((events) => ({ happened: entry(events), seats: [] }));
      const frames = framesOf({ names: end.view.players.map((player) => player.name), moments } as unknown as Story);
      for (const { view } of [...positions, end]) {
        expect(frames[view.ply]?.owners).toEqual(view.owners);
        expect(frames[view.ply]?.stations).toEqual(view.stations);
      }
    }
  });

  test("what each pair of eyes may see", () => {
    for (const { all, nobody, seats } of learnt) {
      expect(seenBy(entry(all), "nobody").events).toEqual(nobody);
      for (const [seat, events] of seats.entries()) expect(seenBy(entry(all), seat).events).toEqual(events);
    }
  });

  describe("on the score", () => {
    const scored = games.flatMap(({ end: { view } }) =>
      view.score!.seats.map((seat): [PublicView, SeatScorePart] => [view, seat]),
    );

    test("a made ticket has a way over own and borrowed routes, another one has none", () => {
      for (const [view, seat] of scored) {
        const borrowed = new Set(seat.borrowed.map(([, route]) => route));
        for (const [id, made] of seat.tickets) {
          const way = wayBetween(board, view.owners, seat, board.ticket.get(id)!);
          expect(way !== null).toBe(made);
          for (const route of way?.routes ?? [])
            expect(view.owners[route] === seat.seat || borrowed.has(route)).toBe(true);
        }
      }
    });

    test("the places that a bonus is shown for are as many as the engine counted", () => {
      for (const [view, seat] of scored) {
        for (const { name, counts, cities } of board.bonuses.filter(({ counts }) => counts === "cities")) {
          expect([counts, reachedOf(board, view.owners, seat.seat, cities).length]).toEqual([
            counts,
            itemOf(seat, name).count,
          ]);
        }
        const districts = districtsOf(board, view.owners, seat.seat).map((linked) => linked.district);
        expect(districts.reduce((sum, points) => sum + points, 0)).toBe(itemOf(seat, "districts").points);
        expect(idleStations(view, seat).length).toBe(seat.stations_built - seat.borrowed.length);
      }
    });

    test("the scenes add up to the totals, and the winner is listed first", () => {
      for (const {
        end: { view },
      } of games) {
        const totals = view.score!.seats.map((seat) => seat.total);
        expect(scenes(board, view.score!, view.owners).at(-1)?.totals).toEqual(totals);
        expect(ranked(view.score!)[0]?.winner).toBe(true);
      }
    });
  });
});

test("the fixtures meet every case that is compared", () => {
  const seats = fixtures.flatMap(([, { games }]) =>
    games.flatMap((game) => game.positions.flatMap((one) => one.seats)),
  );
  const codes = (of: "routes" | "cities") => new Set(seats.flatMap((seat) => Object.keys(seat[of])));
  expect(codes("routes")).toEqual(new Set(Object.keys(ROUTE_CODES)));
  expect(codes("cities")).toEqual(new Set(Object.keys(CITY_CODES)));
  expect(seats.some((seat) => seat.made.some((ticket) => seat.spaces[ticket] !== 0))).toBe(true);
  expect(seats.some((seat) => seat.spaces.includes(null))).toBe(true);
  const asides = fixtures.flatMap(([, { games }]) => games.flatMap((game) => game.asides));
  expect(new Set(asides.map((aside) => aside.view.phase))).toEqual(new Set(["second card", "tickets", "tunnel"]));
  const scores = fixtures.flatMap(([, { games }]) => games.flatMap((game) => game.end.view.score!.seats));
  for (const part of ["attractions", "districts", "stations", "longest_trail"]) {
    expect(scores.some((seat) => itemOf(seat, part).points > 0)).toBe(true);
  }
  expect(scores.some((seat) => seat.borrowed.length > 0)).toBe(true);
});

test("nothing in this folder needs Svelte or a server", () => {
  const here = new URL("./", import.meta.url);
  const files = readdirSync(here, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))) {
    const imports = readFileSync(new URL(name, here), "utf8").match(/^import (?!type ).*$/gm) ?? [];
    expect([name, imports.filter((line) => !/"(\.|#\/shown)\//.test(line))]).toEqual([name, []]);
  }
});
