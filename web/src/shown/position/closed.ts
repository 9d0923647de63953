// Whether one side of a double route is closed because the other is taken (rules C6 and C7). The server sends
// owners, not closed sides; the map, the tickets and the reasons all ask this one function.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";

/** Who owns which route, and how many play. */
export interface Claims {
  owners: Readonly<Record<string, number>>;
  players: { readonly length: number };
}

/** Whether so few play that the first claim on a double route closes its other side (C7). */
export const singleTrack = (board: Board, players: number): boolean =>
  players <= Number(board.rules.single_track_players ?? 0);

/**
 * Why a free route is closed to a seat: `yours`, the seat owns the other side (C6), or `closed`, anybody owns it
 * and few play (C7). Null if it is open, claimed itself, or has no other side. A spectator is seat null.
 */
export function closedSide(
  board: Board,
  game: Claims,
  route: RoutePart,
  seat: number | null,
): "yours" | "closed" | null {
  const owner = route.twin === null ? undefined : game.owners[route.twin];
  if (owner === undefined || game.owners[route.id] !== undefined) return null;
  if (owner === seat) return "yours";
  return singleTrack(board, game.players.length) ? "closed" : null;
}
