// The last round and the score. Each function is one clause, or nothing where the board does not have it; its comment names the clauses of
// `docs/rules.md` that it tells.

import type { BonusPart } from "#protocol";
import type { Board } from "#/board/facts";
import { itemName, known } from "#/i18n/items";
import { piecesWord } from "#/i18n/story";
import { listed, w } from "#/i18n/words.svelte";
import * as examples from "../examples";
import { ownedBy, pointsWords, several, type Clause, type Given } from "./given";

/** E1, P19 */
export function last({ board, text, train, rule }: Given): Clause {
  const [say, left] = [text.last, rule("last_round")];
  const order = [...several(Math.min(board.players[1], 4) - 1, (i) => i + 1), 0];
  return {
    id: "last",
    title: say.title,
    says: [left ? say.says(piecesWord(board, "train", left)) : say.none(train)],
    parts: [
      ...(left ? [{ kind: "trains", count: left, label: say.left } as const] : []),
      { kind: "seats", order, label: say.turns },
    ],
    shows: say.shows,
  };
}

/** E4, P16 */
export function trail({ board, text, train, rule }: Given): Clause | undefined {
  const found = rule("longest_trail") ? examples.trail(board) : undefined;
  if (!found) return undefined;
  const say = text.trail;
  const spaces = w().story.spaces(found.routes.reduce((sum, route) => sum + route.length, 0));
  const ids = found.routes.map(({ id }) => id);
  return {
    id: "trail",
    title: say.title,
    says: [say.says({ points: pointsWords(rule("longest_trail")), train })],
    parts: [{ kind: "map", routes: found.routes, owners: ownedBy(0, found.routes), trail: ids }],
    shows: found.twice ? say.twice({ spaces, city: found.twice.name }) : say.shows(spaces),
  };
}

/** V1 */
export function globetrotter({ text, rule }: Given): Clause | undefined {
  if (!rule("globetrotter")) return undefined;
  const worth = pointsWords(rule("globetrotter"));
  return {
    id: "globetrotter",
    title: text.globetrotter.title,
    says: [text.globetrotter.says(worth)],
    parts: [
      {
        kind: "tally",
        rows: [
          [0, 5],
          [1, 3],
          [2, 4],
        ],
      },
    ],
    shows: text.globetrotter.shows(worth),
  };
}

/** Those that the board's own file brings along, each with the places that count for it. */
export const ownBonuses = (given: Given): Clause[] =>
  given.board.bonuses.filter(({ label }) => Object.keys(label).length).map((bonus) => ownBonus(given, bonus));

function ownBonus({ board, text }: Given, { name, counts, points, earned, cities }: BonusPart): Clause {
  const [say, title, worth] = [text.bonus, itemName(board, name), pointsWords(points)];
  const things = known<string>(say.things, counts) ?? say.things.other;
  const places = cities.map((id) => board.city.get(id)?.name ?? id);
  const found = examples.reached(board, cities);
  return {
    id: `bonus-${name}`,
    title,
    says: [say[earned]({ points: worth, things }), ...(places.length ? [say.places(listed(places))] : [])],
    parts: found
      ? [{ kind: "map", routes: found.routes, owners: ownedBy(0, found.routes.slice(0, 1)), lit: [found.city.id] }]
      : [{ kind: "sum", rows: [[title, points]] }],
    shows: say.shows({ name: title, points: worth }),
  };
}

/** E2, E7, E8, P20 */
export function score(given: Given): Clause {
  const { board, text } = given;
  const say = text.score;
  const ties = (board.rules.tie_breaks as string[] | undefined) ?? [];
  const order = ties.map((by) => tieWords(given, by)).join(", ");
  return {
    id: "score",
    title: say.title,
    says: [say.says, ties.length ? say.ties({ count: ties.length, order }) : say.share],
    parts: [{ kind: "sum", rows: sum(given) }],
    shows: say.shows,
  };
}

function tieWords({ board, text }: Given, by: string): string {
  if (by === "stations") return text.score.stations(piecesWord(board, "station"));
  return by === "trail" ? text.score.trail : text.score.tickets;
}

/** An example of a score: routes of every length, two tickets, and one of each bonus. */
function sum({ board, text }: Given): [string, number][] {
  const lengths = new Map(board.routes.map((route) => [route.length, route.points]));
  const routes = [...lengths.values()].reduce((all, points) => all + points, 0);
  const [made, missed] = [board.tickets[0]?.points ?? 0, board.tickets[1]?.points ?? 0];
  return [
    [itemName(board, "routes"), routes],
    [text.score.made, made],
    [text.score.missed, -missed],
    ...board.bonuses
      .map((bonus): [string, number] => [itemName(board, bonus.name), bonus.points * exampleCount(board, bonus)])
      .filter(([, points]) => points),
  ];
}

/** How many of what a bonus counts the example has. */
function exampleCount(board: Board, { counts, earned, cities }: BonusPart): number {
  if (earned === "most") return 1;
  if (counts === "districts") return board.cities.find((city) => city.district)?.district ?? 0;
  return counts === "cities" ? Math.min(2, cities.length) : 1;
}
