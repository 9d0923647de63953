// The example for each rule, chosen from the board itself, so that a homemade board has its own too. Of all that fit
// the one that needs least room on the map is taken, since it is drawn largest. Pure: a board in, parts of it out.

import type { CityPart, RoutePart, TicketPart } from "#protocol";
import type { Board } from "#/board/facts";
import { SHAPE } from "./view";
import { cheapest, routesAt } from "#/shown/position/ways";

/** A ticket and the routes that complete it. */
export interface Journey {
  ticket: TicketPart;
  way: RoutePart[];
}

/** Routes that make one trail, and the city that it comes through twice. */
export interface Trail {
  routes: RoutePart[];
  twice: CityPart | undefined;
}

/** Spaces that an example should have: enough to see, few enough to count. */
const SPACES = 3;

/** How wide a picture of some routes is. */
function reach(routes: readonly RoutePart[]): number {
  const spaces = routes.flatMap((route) => route.spaces);
  const side = (values: number[]): number => Math.max(...values) - Math.min(...values);
  return spaces.length ? Math.max(side(spaces.map(({ x }) => x)), SHAPE * side(spaces.map(({ y }) => y))) : Infinity;
}

/** The least of some things by a measure, the first of several. */
function least<T>(things: readonly T[], measure: (thing: T) => number): T | undefined {
  const measured = things.map((thing) => ({ thing, at: measure(thing) }));
  return measured.length ? measured.reduce((a, b) => (b.at < a.at ? b : a)).thing : undefined;
}

/** A route that fits, best one of a few spaces that lies alone and level. */
export const routeWhere = (board: Board, fits: (route: RoutePart) => boolean): RoutePart | undefined =>
  least(
    board.routes.filter(fits),
    (route) => Math.abs(route.length - SPACES) + (route.twin ? 0.5 : 0) + reach([route]) / (20 * board.space_width),
  );

const isPlain = (route: RoutePart): boolean => !route.tunnel && !route.ferry;

export const colouredRoute = (board: Board): RoutePart | undefined =>
  routeWhere(board, (route) => isPlain(route) && route.colour !== "gray");

export const grayRoute = (board: Board): RoutePart | undefined =>
  routeWhere(board, (route) => isPlain(route) && route.colour === "gray");

const parts = (board: Board, ids: readonly string[]): RoutePart[] => ids.flatMap((id) => board.route.get(id) ?? []);

/** Tickets with their shortest ways, those of two or three routes before others, the smallest first. */
export function journeys(board: Board): Journey[] {
  const all = board.tickets.flatMap((ticket) => {
    const found = cheapest(board, ticket.a, ticket.b, (route) => route.length);
    return found ? [{ ticket, way: parts(board, found.routes) }] : [];
  });
  const rank = ({ way }: Journey): number => (way.length === 2 || way.length === 3 ? 0 : 1e6) + reach(way);
  return all.sort((a, b) => rank(a) - rank(b));
}

/** One of some cities and two routes that end there, at different cities. */
export function reached(board: Board, ids: readonly string[]): { city: CityPart; routes: RoutePart[] } | undefined {
  const all = ids.flatMap((id) => board.city.get(id) ?? []).map((city) => ({ city, routes: twoAt(board, city) }));
  return least(all, ({ routes }) => reach(routes) + (routes.length < 2 ? 1e6 : 0));
}

function twoAt(board: Board, city: CityPart): RoutePart[] {
  const others = new Map(routesAt(board, city.id).map((route) => [route.a === city.id ? route.b : route.a, route]));
  return [...others.values()].sort((a, b) => a.length - b.length).slice(0, 2);
}

/** A district and routes that link all its places. */
export function district(board: Board): { number: number; routes: RoutePart[] } | undefined {
  const numbers = [...new Set(board.cities.map((city) => city.district).filter(Boolean))];
  const all = numbers.map((number) => ({
    number,
    routes: linked(
      board,
      board.cities.filter((city) => city.district === number).map(({ id }) => id),
    ),
  }));
  return least(all, ({ routes }) => reach(routes));
}

function linked(board: Board, cities: readonly string[]): RoutePart[] {
  const [first = "", ...others] = cities;
  const used = new Set<string>();
  for (const city of others) {
    const way = cheapest(board, first, city, (route) => (used.has(route.id) ? 0 : route.length));
    for (const id of way?.routes ?? []) used.add(id);
  }
  return parts(board, [...used]);
}

/** A trail that comes through a city twice, once around and away; where there is none, the way of a ticket. */
export function trail(board: Board): Trail | undefined {
  const loops = board.cities.flatMap((city) => loopsAt(board, city));
  const [journey] = journeys(board);
  return least(loops, ({ routes }) => reach(routes)) ?? (journey && { routes: journey.way, twice: undefined });
}

function loopsAt(board: Board, city: CityPart): Trail[] {
  return routesAt(board, city.id).flatMap((out) => {
    const far = out.a === city.id ? out.b : out.a;
    const back = cheapest(board, far, city.id, (r) => (r === out || r.id === out.twin ? Infinity : r.length));
    if (!back || back.cost === Infinity) return [];
    const loop = [out, ...parts(board, back.routes)];
    const touched = new Set(loop.flatMap(({ a, b }) => [a, b]));
    const away = routesAt(board, city.id).find(({ a, b }) => !touched.has(a === city.id ? b : a));
    return away ? [{ routes: [...loop, away], twice: city }] : [];
  });
}
