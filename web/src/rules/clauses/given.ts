// What a clause of the rules is, and what clauses are made from: the board, its words and its switches.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import type { RulesText } from "#/i18n/catalogue";
import { cardWord, piecesWord } from "#/i18n/story";
import { w } from "#/i18n/words.svelte";

/** A piece of the map with what stands on it; seats are numbers, as on a table. */
export interface MapPart {
  kind: "map";
  routes: RoutePart[];
  owners?: Record<string, number>;
  closed?: string;
  stations?: Record<string, number>;
  lit?: string[];
  trail?: string[];
}

/** What a picture consists of, one beside the other. A card that is null shows its back. */
export type Part =
  | MapPart
  | { kind: "cards"; cards: (string | null)[]; taken?: number[]; label?: string; gone?: boolean }
  | { kind: "tickets"; kept: string[]; refused?: string[]; done?: boolean }
  | { kind: "costs"; rows: string[][] }
  | { kind: "trains"; count: number; label?: string }
  | { kind: "station" }
  | { kind: "seats"; order: number[]; label: string }
  | { kind: "ways"; ways: { label: string; part: Part }[] }
  | { kind: "worth"; rows: [length: number, points: number][] }
  | { kind: "tally"; rows: [seat: number, count: number][] }
  | { kind: "sum"; rows: [what: string, points: number][] };

export interface Clause {
  id: string;
  title: string;
  says: string[];
  parts: Part[];
  /** The picture in words. */
  shows: string;
}

/** What every clause is made from. */
export interface Given {
  board: Board;
  text: RulesText;
  /** The wild card, a train and a station as the board calls them. */
  wild: string;
  train: string;
  station: string;
  rule: (name: string) => number;
}

const single = (board: Board, piece: "train" | "station"): string => piecesWord(board, piece, 1).replace(/^\d+ /, "");

/** What the clauses of a board are made from. */
export const givenOf = (board: Board, text: RulesText): Given => ({
  board,
  text,
  wild: cardWord(board, "locomotive"),
  train: single(board, "train"),
  station: single(board, "station"),
  rule: (name) => Number(board.rules[name] ?? 0),
});

export const colours = (board: Board): string[] =>
  board.cards.map(({ name }) => name).filter((name) => name !== "locomotive");

/** The nth colour of a board, over and over. */
export const nth = (board: Board, n: number): string => colours(board)[n % colours(board).length] ?? "locomotive";

export const several = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));

export const ownedBy = (seat: number, way: readonly RoutePart[]): Record<string, number> =>
  Object.fromEntries(way.map(({ id }) => [id, seat]));

export const pointsWords = (count: number): string => w().story.points(count);
