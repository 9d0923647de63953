// The one board of the unit tests, small enough to hold in the head and with everything a route or city can be.
//
//     Ash* ═══ Birch          Ash–Birch is double, Birch–Cedar a tunnel, Cedar–Dogwood a ferry.
//      |         |            Over Fir it is shorter from Cedar to Dogwood than by the ferry.
//   Dogwood ── Cedar          Ash and Elm are attractions; Ash and Cedar are one district,
//    |    \ Fir /             Dogwood and Elm another.
//   Elm*

import type { BoardFacts, BonusPart, CityPart, RoutePart, ScoreItemPart, SeatScorePart } from "#protocol";
import { indexed, type Board } from "#/board/facts";

function place(name: string, x: number, y: number, more: Partial<CityPart> = {}): CityPart {
  const label: CityPart["label"] = { lines: [name], x: x + 10, y, anchor: "start", font: 13, width: 7 * name.length };
  return { id: name.toLowerCase(), name, x, y, label, attraction: false, district: 0, station: null, ...more };
}

function track(a: string, b: string, length: number, colour: string, more: Partial<RoutePart> = {}): RoutePart {
  const spaces = Array.from({ length }, (_, i) => ({ x: 20 + 40 * i, y: 50, angle: 0, length: 36 }));
  return {
    id: `${a}-${b}`,
    a,
    b,
    length,
    colour,
    tunnel: false,
    ferry: 0,
    twin: null,
    points: length,
    spaces,
    ...more,
  };
}

const COLOURS = ["red", "green", "white", "locomotive"];

/** A bonus that no catalogue knows, as the file of a board may bring one along. */
export const ownBonus = (name: string, part: Partial<BonusPart> = {}): BonusPart => ({
  name,
  counts: "cities",
  points: 2,
  earned: "each",
  cities: ["birch", "cedar"],
  label: { en: "Coast", nl: "Kust" },
  ...part,
});

/** What the rules give points for, as the server lists it. */
function switched(rules: Record<string, unknown>): BonusPart[] {
  const worth = (rule: string): number => Number(rules[rule] ?? 0);
  const all: [boolean, string, string, number, "each" | "most", string[]][] = [
    [worth("stations") > 0, "stations", "stations", worth("station_points"), "each", []],
    [worth("attraction_points") > 0, "attractions", "cities", worth("attraction_points"), "each", ["ash", "elm"]],
    [Boolean(rules.districts), "districts", "districts", 1, "each", []],
    [worth("globetrotter") > 0, "globetrotter", "tickets", worth("globetrotter"), "most", []],
    [worth("longest_trail") > 0, "longest_trail", "trail", worth("longest_trail"), "most", []],
  ];
  return all
    .filter(([has]) => has)
    .map(([, name, counts, points, earned, cities]) => ({ name, counts, points, earned, cities, label: {} }));
}

/** The board, new for every caller, with other rules and bonuses where they are given. */
export function testBoard(given: Record<string, unknown> = {}, own: BonusPart[] = []): Board {
  const rules = { single_track_players: 3, stations: 3, ...given };
  return indexed({
    name: "test",
    title: "Test",
    says: "",
    digest: "0",
    width: 400,
    height: 200,
    space_width: 12,
    cartouche: null,
    players: [2, 5],
    gray: "#ccc",
    labels: { locomotive: "locomotive", train: "train", station: "station" },
    outline: null,
    cards: COLOURS.map((name) => ({ name, count: 12, paint: "#fff", ink: "#000", letter: name[0] ?? "" })),
    cities: [
      place("Ash", 0, 0, { attraction: true, district: 1 }),
      place("Birch", 100, 0),
      place("Cedar", 100, 100, { district: 1 }),
      place("Dogwood", 0, 100, { district: 2 }),
      place("Elm", 0, 190, { attraction: true, district: 2 }),
      place("Fir", 50, 150),
    ],
    routes: [
      track("ash", "birch", 3, "red", { id: "ash-birch:red", twin: "ash-birch:green" }),
      track("ash", "birch", 3, "green", { id: "ash-birch:green", twin: "ash-birch:red" }),
      track("birch", "cedar", 2, "gray", { tunnel: true }),
      track("cedar", "dogwood", 4, "gray", { ferry: 2 }),
      track("ash", "dogwood", 6, "white"),
      track("cedar", "fir", 1, "gray"),
      track("dogwood", "fir", 1, "green"),
      track("dogwood", "elm", 4, "red"),
    ],
    tickets: [
      { id: "ash-cedar", a: "ash", b: "cedar", points: 8, long: false },
      { id: "ash-dogwood", a: "ash", b: "dogwood", points: 12, long: true },
      { id: "ash-elm", a: "ash", b: "elm", points: 20, long: true },
      { id: "dogwood-fir", a: "dogwood", b: "fir", points: 7, long: false },
    ],
    rules,
    bonuses: [...switched(rules), ...own],
    actions: [],
  } as BoardFacts);
}

/** Items of a score by their names: the points of each, and its count. */
export type Items = Record<string, [points: number, count: number]>;

/** What a seat is given at the end: nothing, but for what is named. */
export function seatScore(
  seat: number,
  { items = {}, ...part }: Partial<Omit<SeatScorePart, "items">> & { items?: Items },
): SeatScorePart {
  const blank = { tickets: [], longest_trail: 0, trail: [], stations_built: 0, borrowed: [], winner: false };
  const all = Object.entries({ routes: [0, 0], tickets: [0, 0], ...items } as Items);
  const listed = all.map(([name, [points, count]]): ScoreItemPart => ({ name, points, count }));
  return { seat, items: listed, total: listed.reduce((sum, { points }) => sum + points, 0), ...blank, ...part };
}
