// Moves of a puzzle: actions without what they cost, in words, sorted, and on the map. Nothing here decides which
// of them is best; that is in the answer, which the server sends apart.

import type { HintPart, PuzzleSolution } from "#protocol";
import type { Board } from "#/board/facts";
import { actionWords, cityName, pair, routeWords, ticketPair } from "#/i18n/story";
import { filled, hintText, words } from "./words";

/** The move that an action is one way to make: `claim paris-zurich`. */
export function moveOf(action: string): string {
  const [verb, place = ""] = action.split(" ");
  return verb === "claim" || verb === "build" ? `${verb} ${place.split(/[#:]/)[0]}` : action;
}

/** The routes that a claim may mean: one, or both of two tracks. */
export const routesOf = (board: Board, move: string): string[] =>
  board.routes.map(({ id }) => id).filter((id) => moveOf(`claim ${id}`) === move);

/** A move in words; `offer` are the tickets that `keep` chooses from. */
export function moveWords(board: Board, move: string, offer: readonly string[]): string {
  const [verb, place = ""] = move.split(" ");
  if (verb === "build") return filled(words().built, { city: cityName(board, place) });
  const route = verb === "claim" ? board.route.get(routesOf(board, move)[0] ?? "") : undefined;
  return route ? filled(words().claimed, { route: pair(board, route) }) : actionWords(board, move, offer);
}

/** Moves by their verbs, each group in the board's order. */
export function sorted(moves: readonly string[]): { claims: string[]; builds: string[]; others: string[] } {
  const of = (verb: string): string[] => moves.filter((move) => move.startsWith(`${verb} `));
  const [claims, builds] = [of("claim"), of("build")];
  return { claims, builds, others: moves.filter((move) => !claims.includes(move) && !builds.includes(move)) };
}

/** What a hint says. */
export function hintWords(board: Board, { code, params }: HintPart): string {
  const said = (key: string): string => String(params[key] ?? "");
  return filled(hintText(code), {
    ticket: ticketPair(board, said("ticket")),
    city: cityName(board, said("city")),
    route: routeWords(board, said("route")),
    count: said("count"),
  });
}

/** What a move gives away against the best one: points, and chance to win. */
export function costOf({ moves }: PuzzleSolution, move: string): { points: number; chance: number } {
  const [best, found] = [moves[0]!, moves.find((each) => each.move === move)];
  return found ? { points: best.margin - found.margin, chance: best.win - found.win } : { points: 0, chance: 0 };
}

/** The points by which the answer leads. */
export const leadOf = ({ moves }: PuzzleSolution): number => moves[0]!.margin - (moves[1]?.margin ?? moves[0]!.margin);
