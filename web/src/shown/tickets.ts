// How tickets stand, for showing only: the server alone counts them. A ticket is made when own routes
// join its cities; a station may lend one route of somebody else, each ticket looked at by itself.

import type { PublicView, RoutePart, TicketPart } from "#protocol";
import type { Board } from "#/board/facts";

export interface Standing {
  state: "done" | "open" | "lost";
  /** Spaces still to be claimed on the shortest way; 0 if done, null if there is none. */
  missing: number | null;
  /** Done only with the help of a station. */
  byStation: boolean;
  /** Routes still to be claimed on that way. */
  way: string[];
}

type Price = (route: RoutePart) => number;
type Seen = Pick<PublicView, "owners" | "stations" | "players">;

const CLOSED = Infinity;

/** What a route costs a seat in spaces: nothing if it is its own, no way if it can never be. */
function priceFor(board: Board, game: Seen, seat: number): Price {
  const few = game.players.length <= Number(board.rules.single_track_players ?? 0);
  return (route) => {
    const owner = game.owners[route.id];
    if (owner !== undefined) return owner === seat ? 0 : CLOSED;
    const twin = route.twin === null ? undefined : game.owners[route.twin];
    if (twin !== undefined && (few || twin === seat)) return CLOSED;
    return route.length;
  };
}

/** The cheapest way between two cities; null if there is none. */
export function cheapest(board: Board, a: string, b: string, price: Price): { cost: number; routes: string[] } | null {
  const best = new Map([[a, 0]]);
  const came = new Map<string, RoutePart>();
  const open = new Set([a]);
  while (open.size) {
    const here = [...open].reduce((x, y) => ((best.get(x) ?? 0) <= (best.get(y) ?? 0) ? x : y));
    if (here === b) return { cost: best.get(b) ?? 0, routes: wayBack(came, a, b) };
    open.delete(here);
    for (const route of roadsFrom(board).get(here) ?? []) {
      const cost = (best.get(here) ?? 0) + price(route);
      const next = route.a === here ? route.b : route.a;
      if (cost >= (best.get(next) ?? CLOSED)) continue;
      best.set(next, cost);
      came.set(next, route);
      open.add(next);
    }
  }
  return null;
}

function wayBack(came: Map<string, RoutePart>, a: string, b: string): string[] {
  const routes: string[] = [];
  for (let at = b; at !== a; ) {
    const route = came.get(at);
    if (!route) break;
    routes.push(route.id);
    at = route.a === at ? route.b : route.a;
  }
  return routes.reverse();
}

const roads = new WeakMap<Board, Map<string, RoutePart[]>>();

function roadsFrom(board: Board): Map<string, RoutePart[]> {
  let known = roads.get(board);
  if (!known) {
    known = new Map(board.cities.map((city) => [city.id, []]));
    for (const route of board.routes) {
      known.get(route.a)?.push(route);
      known.get(route.b)?.push(route);
    }
    roads.set(board, known);
  }
  return known;
}

/** How a ticket stands for a seat. */
export function standing(board: Board, game: Seen, seat: number, ticket: TicketPart): Standing {
  const price = priceFor(board, game, seat);
  const own = cheapest(board, ticket.a, ticket.b, price);
  if (own?.cost === 0) return { state: "done", missing: 0, byStation: false, way: [] };
  if (lends(board, game, seat, ticket)) return { state: "done", missing: 0, byStation: true, way: [] };
  if (!own) return { state: "lost", missing: null, byStation: false, way: [] };
  const way = own.routes.filter((id) => game.owners[id] === undefined);
  return { state: "open", missing: own.cost, byStation: false, way };
}

/** Whether some choice of one lent route for each own station completes the ticket. */
function lends(board: Board, game: Seen, seat: number, ticket: TicketPart): boolean {
  const cities = Object.keys(game.stations).filter((city) => game.stations[city] === seat);
  if (cities.length === 0) return false;
  const part = partsOf(board, game, seat);
  const foreign = (route: RoutePart): boolean => (game.owners[route.id] ?? seat) !== seat;
  const choices = cities.map((city) => (roadsFrom(board).get(city) ?? []).filter(foreign));
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
