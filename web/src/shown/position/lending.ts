// Where a station would help: which route of somebody else it would lend, for which open ticket, and how many spaces
// that saves. For showing only; the server counts stations at the end.

import type { PublicView } from "#protocol";
import type { Board } from "#/board/facts";
import { priceFor } from "./tickets";
import { cheapest, routesAt } from "./ways";

export interface Loan {
  /** The route that would be lent, and the ticket that it helps. */
  route: string;
  ticket: string;
  /** Spaces that need not be claimed any more; null if there was no way at all without it. */
  saves: number | null;
  /** Spaces that the ticket still takes with it. */
  missing: number;
}

type Seen = Pick<PublicView, "owners" | "stations" | "players">;

/** The best loan of each city where a seat could build and that brings one of its open tickets nearer. */
export function loansAt(
  board: Board,
  game: Seen,
  seat: number,
  cities: Iterable<string>,
  open: readonly string[],
): Map<string, Loan> {
  const loans = new Map<string, Loan>();
  for (const city of cities) {
    const best = open.flatMap((ticket) => loansFor(board, game, seat, city, ticket)).sort(worthMost)[0];
    if (best) loans.set(city, best);
  }
  return loans;
}

function loansFor(board: Board, game: Seen, seat: number, city: string, id: string): Loan[] {
  const ticket = board.ticket.get(id);
  if (!ticket) return [];
  const price = priceFor(board, game, seat);
  const now = cheapest(board, ticket.a, ticket.b, price)?.cost ?? Infinity;
  const foreign = routesAt(board, city).filter((route) => (game.owners[route.id] ?? seat) !== seat);
  return foreign.flatMap((lent) => {
    const way = cheapest(board, ticket.a, ticket.b, (route) => (route.id === lent.id ? 0 : price(route)));
    if (!way || way.cost >= now) return [];
    return [{ route: lent.id, ticket: id, saves: now === Infinity ? null : now - way.cost, missing: way.cost }];
  });
}

/** A ticket that had no way at all comes first, then what saves most, then what leaves least to do. */
const worthMost = (a: Loan, b: Loan): number =>
  Number(b.saves === null) - Number(a.saves === null) || (b.saves ?? 0) - (a.saves ?? 0) || a.missing - b.missing;
