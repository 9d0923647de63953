// How tickets stand, for showing only: the server alone counts them. A ticket is made when own routes
// join its cities; a station may lend one route of somebody else, each ticket looked at by itself.

import type { PublicView, RoutePart, TicketPart } from "#protocol";
import type { Board } from "#/board/facts";
import { closedSide } from "./closed";
import { cheapest, routesAt, type Price } from "./ways";

export interface Standing {
  state: "done" | "open" | "lost";
  /** Spaces still to be claimed on the shortest way; 0 if done, null if there is none. */
  missing: number | null;
  /** Done only with the help of a station. */
  byStation: boolean;
  /** Routes still to be claimed on that way. */
  way: string[];
  /** All routes of that way, the own ones too. */
  whole: string[];
}

type Seen = Pick<PublicView, "owners" | "stations" | "players">;

/** What a route costs a seat in spaces: nothing if it is its own, no way if it can never be. */
export function priceFor(board: Board, game: Seen, seat: number): Price {
  return (route) => {
    const owner = game.owners[route.id];
    if (owner !== undefined) return owner === seat ? 0 : Infinity;
    return closedSide(board, game, route, seat) ? Infinity : route.length;
  };
}

/** How a ticket stands for a seat. */
export function standing(board: Board, game: Seen, seat: number, ticket: TicketPart): Standing {
  const own = cheapest(board, ticket.a, ticket.b, priceFor(board, game, seat));
  const none = { byStation: false, way: [], whole: own?.routes ?? [] };
  if (own?.cost === 0) return { ...none, state: "done", missing: 0 };
  if (lends(board, game, seat, ticket)) return { ...none, state: "done", missing: 0, byStation: true, whole: [] };
  if (!own) return { ...none, state: "lost", missing: null };
  const way = own.routes.filter((id) => game.owners[id] === undefined);
  return { ...none, state: "open", missing: own.cost, way };
}

/** Whether some choice of one lent route for each own station completes the ticket. */
function lends(board: Board, game: Seen, seat: number, ticket: TicketPart): boolean {
  const cities = Object.keys(game.stations).filter((city) => game.stations[city] === seat);
  if (cities.length === 0) return false;
  const part = partsOf(board, game, seat);
  const foreign = (route: RoutePart): boolean => (game.owners[route.id] ?? seat) !== seat;
  const choices = cities.map((city) => routesAt(board, city).filter(foreign));
  return reaches(part, choices, part.get(ticket.a), part.get(ticket.b));
}

/** The cities that a seat's own routes join have the same number. */
function partsOf(board: Board, game: Seen, seat: number): Map<string, number> {
  const part = new Map(board.cities.map((city, i) => [city.id, i]));
  for (const route of board.routes) {
    const [a, b] = [part.get(route.a), part.get(route.b)];
    if (game.owners[route.id] !== seat || a === b) continue;
    for (const [city, number] of part) if (number === b) part.set(city, a ?? 0);
  }
  return part;
}

/** Whether lent routes, at most one of each choice, lead from one part to another. */
function reaches(part: Map<string, number>, choices: RoutePart[][], from?: number, to?: number): boolean {
  if (from === to) return true;
  return choices.some((choice, i) => {
    const rest = choices.filter((_, j) => j !== i);
    return choice.some((route) => {
      const [a, b] = [part.get(route.a), part.get(route.b)];
      if (a !== from && b !== from) return false;
      return reaches(part, rest, a === from ? b : a, to);
    });
  });
}

/** Whether a seat has too few trains left for what a ticket still needs. */
export const beyondReach = (ticket: Standing | undefined, trains: number): boolean => (ticket?.missing ?? 0) > trains;

/** The points of tickets that are done, and of those that are not. */
export function ticketPoints(board: Board, standings: ReadonlyMap<string, Standing>, held: readonly string[]) {
  const points = { made: 0, open: 0 };
  for (const id of held) {
    points[standings.get(id)?.state === "done" ? "made" : "open"] += board.ticket.get(id)?.points ?? 0;
  }
  return points;
}
