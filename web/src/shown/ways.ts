// How a score came about, for showing it on the map: which routes made a ticket count, which places an
// item was given for. The server has decided what counts; this only finds the way to show it.

import type { CityPart, SeatScorePart } from "#protocol";
import type { Board } from "#/board/facts";

/** The way of a ticket: own routes and borrowed ones in order. */
export interface Way {
  routes: string[];
  /** The station's city and the route it borrows, for each loan that the way needs. */
  loans: [city: string, route: string][];
}

/** A route as a step; a borrowed one costs more than any way over own routes. */
interface Step {
  id: string;
  to: string;
  cost: number;
}

const LOAN = 10_000;

/** The way by which a seat joins two cities: with as few loans as possible, then the shortest. */
export function wayBetween(
  board: Board,
  owners: Record<string, number>,
  score: Pick<SeatScorePart, "seat" | "borrowed">,
  ends: { a: string; b: string },
): Way | null {
  const steps = stepsOf(board, owners, score);
  const came = walked(steps, ends.a);
  if (!came.has(ends.b)) return null;
  const routes: string[] = [];
  for (let city = ends.b; city !== ends.a; ) {
    const [route, from] = came.get(city) as [string, string];
    routes.unshift(route);
    city = from;
  }
  const loans = score.borrowed.filter(([, route]) => routes.includes(route) && owners[route] !== score.seat);
  return { routes, loans };
}

function stepsOf(
  board: Board,
  owners: Record<string, number>,
  score: Pick<SeatScorePart, "seat" | "borrowed">,
): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  const add = (id: string, extra: number) => {
    const route = board.route.get(id);
    if (!route) return;
    for (const [from, to] of [[route.a, route.b], [route.b, route.a]] as const) {
      steps.set(from, [...(steps.get(from) ?? []), { id, to, cost: route.length + extra }]);
    }
  };
  for (const [id, seat] of Object.entries(owners)) if (seat === score.seat) add(id, 0);
  for (const [, id] of score.borrowed) add(id, LOAN);
  return steps;
}

/** How each city that can be reached is reached: by which route and from where (Dijkstra). */
function walked(steps: Map<string, Step[]>, start: string): Map<string, [string, string]> {
  const cost = new Map([[start, 0]]);
  const came = new Map<string, [string, string]>();
  const open = new Set([start]);
  while (open.size) {
    const city = [...open].reduce((a, b) => ((cost.get(b) ?? 0) < (cost.get(a) ?? 0) ? b : a));
    open.delete(city);
    for (const step of steps.get(city) ?? []) {
      const sum = (cost.get(city) ?? 0) + step.cost;
      if (sum >= (cost.get(step.to) ?? Infinity)) continue;
      cost.set(step.to, sum);
      came.set(step.to, [step.id, city]);
      open.add(step.to);
    }
  }
  return came;
}

/** The cities that a seat's own routes end in. */
function touched(board: Board, owners: Record<string, number>, seat: number): Set<string> {
  const own = Object.keys(owners).filter((id) => owners[id] === seat);
  return new Set(own.flatMap((id) => [board.route.get(id)?.a ?? "", board.route.get(id)?.b ?? ""]));
}

/** The attractions that a seat is given points for. */
export function attractionsOf(board: Board, owners: Record<string, number>, seat: number): CityPart[] {
  const there = touched(board, owners, seat);
  return board.cities.filter((city) => city.attraction && there.has(city.id));
}

/** A district whose places a seat has linked, and the routes that link them. */
export interface Linked {
  district: number;
  cities: string[];
  routes: string[];
}

/** The districts that a seat is given points for. */
export function districtsOf(board: Board, owners: Record<string, number>, seat: number): Linked[] {
  const numbers = [...new Set(board.cities.map((city) => city.district))].filter(Boolean);
  const alone = { seat, borrowed: [] };
  return numbers.sort((a, b) => a - b).flatMap((district) => {
    const cities = board.cities.filter((city) => city.district === district);
    const [first, ...rest] = cities.map((city) => city.id);
    const ways = rest.map((city) => wayBetween(board, owners, alone, { a: first ?? "", b: city }));
    if (ways.some((way) => way === null)) return [];
    const routes = [...new Set(ways.flatMap((way) => way?.routes ?? []))];
    return [{ district, cities: cities.map((city) => city.id), routes }];
  });
}
