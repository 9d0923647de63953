import { beforeAll, expect, test, vi } from "vitest";
import english from "virtual:words/rules.en";
import dutch from "virtual:words/rules.nl";
import french from "virtual:words/rules.fr";
import { speak } from "#/i18n/words.svelte";
import { ownBonus, testBoard } from "#/testing/board";
import { clausesOf } from "./clauses";
import type { Clause } from "./given";

const RULES = {
  trains: 20,
  hand: 4,
  market: 5,
  wipe: 3,
  opening_long: 1,
  opening_regular: 2,
  opening_keep: 2,
  opening_refused: "out",
  draw_tickets: 3,
  draw_keep: 1,
  tunnel_cards: 3,
  last_round: 2,
  longest_trail: 10,
  globetrotter: 15,
  station_points: 4,
  attraction_points: 1,
  districts: true,
  tie_breaks: ["tickets", "stations", "trail"],
};
const ids = (clauses: Clause[]): string[] => clauses.map(({ id }) => id);
const clauseOf = (id: string, rules: object = {}): Clause =>
  clausesOf(testBoard({ ...RULES, ...rules }), english).find((clause) => clause.id === id)!;

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});

test("a board that has everything has every clause, each with words and a picture", () => {
  const clauses = clausesOf(testBoard(RULES), english);
  expect(ids(clauses).join(" ")).toBe(
    "start turn cards wild wipe routes gray points double ferries tunnels tickets draw stations loans attractions " +
      "districts last trail globetrotter score",
  );
  for (const { says, parts } of clauses) expect([says.every(Boolean), parts.length > 0]).toEqual([true, true]);
});

test.each([
  ["stations", { stations: 0 }],
  ["loans", { stations: 0 }],
  ["tunnels", { tunnel_cards: 0 }],
  ["wipe", { wipe: 6 }],
  ["trail", { longest_trail: 0 }],
  ["globetrotter", { globetrotter: 0 }],
  ["attractions", { attraction_points: 0 }],
  ["districts", { districts: false }],
])("what a board does not have is not told: %s", (id, rules) => {
  expect(ids(clausesOf(testBoard({ ...RULES, ...rules }), english))).not.toContain(id);
});

test("a side of a double route is called closed only where the number of players can close it", () => {
  const said = (few: number): number => clauseOf("double", { single_track_players: few }).says.length;
  expect([said(0), said(3), said(5)]).toEqual([1, 2, 2]);
  expect(clauseOf("double", { single_track_players: 3 }).says[1]).toContain("up to 3 players");
  expect(clauseOf("double", { single_track_players: 5 }).says[1]).not.toContain("players");
});

test("of the cards that a tunnel turns up, those of the colour laid down and the locomotives cost more", () => {
  const { parts, shows } = clauseOf("tunnels");
  const [, laid, turned] = parts as { cards: string[]; taken?: number[] }[];
  expect([...new Set(laid!.cards)]).toHaveLength(1);
  const due = turned!.cards.filter((card) => card === laid!.cards[0] || card === "locomotive");
  expect(turned!.taken).toHaveLength(due.length);
  expect(shows).toBe(`Birch–Cedar: ${due.length} cards more to pay.`);
});

test("a ferry is paid with as many locomotives as it has signs", () => {
  const { parts } = clauseOf("ferries");
  const { cards } = parts[1] as { cards: string[] };
  expect(cards.filter((card) => card === "locomotive")).toHaveLength(2);
  expect(cards).toHaveLength(4);
});

test("a trail goes around and away from the city that it comes through twice", () => {
  const [part] = clauseOf("trail").parts as { routes: { id: string; a: string; b: string }[] }[];
  const counts = new Map<string, number>();
  for (const { a, b } of part!.routes) for (const city of [a, b]) counts.set(city, (counts.get(city) ?? 0) + 1);
  expect([...counts.values()].sort()).toEqual([1, ...Array<number>(counts.size - 2).fill(2), 3]);
  expect(new Set(part!.routes.map(({ id }) => id)).size).toBe(part!.routes.length);
});

test("the last train of a board starts the last round where none may be left", () => {
  expect(clauseOf("last", { last_round: 0 }).says[0]).toContain("placed the last train");
  expect(clauseOf("last").says[0]).toContain("2 trains or fewer");
});

test("the example of a score has a true minus", () => {
  expect(clauseOf("tickets").shows).toMatch(/completed \+\d+, not completed −\d+\./);
});

test.each([
  ["nl", dutch],
  ["fr", french],
] as const)("the same clauses are told in %s, with taxis as well as with trains", async (language, text) => {
  await speak(language);
  const board = testBoard(RULES);
  const taxis = { ...board, labels: { locomotive: "taxi", train: "taxi", station: "station" } };
  expect(ids(clausesOf(taxis, text))).toEqual(ids(clausesOf(board, text)));
  const told = clausesOf(taxis, text)
    .flatMap(({ title, says, shows }) => [title, ...says, shows])
    .join(" ");
  expect(told).not.toMatch(/undefined|NaN|locomoti|treinen|wagon/);
  await speak("en");
});

test.each([
  ["each", "cities", "Worth 2 points each: places that your own routes reach."],
  ["most", "trail", "Whoever has the most gets 2 points, and so do all who tie for it: spaces of your longest trail."],
  ["each", "tunnels", "Worth 2 points each: what this board counts."],
] as const)("a bonus that only its board has is explained: %s of %s", (earned, counts, sentence) => {
  const cities = counts === "cities" ? ["birch", "cedar"] : [];
  const board = testBoard(RULES, [ownBonus("coast", { earned, counts, cities })]);
  const clauses = clausesOf(board, english);
  const clause = clauses.find(({ id }) => id === "bonus-coast")!;
  expect(clause.title).toBe("Coast");
  expect(clause.says).toEqual([sentence, ...(cities.length ? ["These places count: Birch and Cedar."] : [])]);
  expect(clause.parts.map(({ kind }) => kind)).toEqual([cities.length ? "map" : "sum"]);
  const sum = clauses.find(({ id }) => id === "score")!.parts[0] as { rows: [string, number][] };
  expect(sum.rows.find(([what]) => what === "Coast")?.[1]).toBe(cities.length ? 4 : 2);
});
