// The rules of a board, clause by clause: what each says in the language spoken, and what its picture shows. Only what
// holds on this board is there. The numbers come from the board's switches, the examples from its map; nothing is
// drawn here.

import type { Board } from "#/board/facts";
import type { RulesText } from "#/i18n/catalogue";
import { double, ferries, gray, points, routes, tunnels } from "./claiming";
import { globetrotter, last, ownBonuses, score, trail } from "./ending";
import { givenOf, type Clause, type Given } from "./given";
import { attractions, districts, draw, loans, stations, tickets } from "./joining";
import { cards, start, turn, wild, wipe } from "./opening";

/** All clauses in the order of a game. */
const CLAUSES: readonly ((given: Given) => Clause | Clause[] | undefined)[] = [
  ...[start, turn, cards, wild, wipe],
  ...[routes, gray, points, double, ferries, tunnels],
  ...[tickets, draw, stations, loans, attractions, districts],
  ...[last, trail, globetrotter, ownBonuses, score],
];

/** The clauses that hold on a board. */
export const clausesOf = (board: Board, text: RulesText): Clause[] =>
  CLAUSES.flatMap((make) => make(givenOf(board, text)) ?? []);
