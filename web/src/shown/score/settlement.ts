// How a score came about, for showing it on the map: which routes made a ticket count, which places a bonus was
// given for. The server has decided what counts; this only finds what to show.

import type { PublicView, ScoreItemPart, ScorePart, SeatScorePart } from "#protocol";
import type { Board } from "#/board/facts";
import { cheapest } from "#/shown/position/ways";

type Owners = Readonly<Record<string, number>>;

/** The way of a ticket: own routes and borrowed ones in order. */
export interface TicketWay {
  routes: string[];
  /** The station's city and the route it borrows, for each loan that the way needs. */
  loans: [city: string, route: string][];
}

/** A borrowed route costs more than any way over own routes. */
const LOAN = 10_000;

/** The way by which a seat joins two cities: with as few loans as possible, then the shortest. */
export function wayBetween(
  board: Board,
  owners: Owners,
  score: Pick<SeatScorePart, "seat" | "borrowed">,
  ends: { a: string; b: string },
): TicketWay | null {
  const borrowed = new Set(score.borrowed.map(([, route]) => route));
  const way = cheapest(board, ends.a, ends.b, ({ id, length }) => {
    if (owners[id] === score.seat) return length;
    return borrowed.has(id) ? length + LOAN : Infinity;
  });
  if (!way) return null;
  const needed = new Set(way.routes.filter((id) => owners[id] !== score.seat));
  return { routes: way.routes, loans: score.borrowed.filter(([, route]) => needed.has(route)) };
}

/** Those of some cities that a seat's own routes end in. */
export function reachedOf(board: Board, owners: Owners, seat: number, cities: readonly string[]): string[] {
  const own = board.routes.filter((route) => owners[route.id] === seat);
  const ends = new Set(own.flatMap((route) => [route.a, route.b]));
  return cities.filter((city) => ends.has(city));
}

/** The item of a seat's score that has this name. */
export const itemOf = (seat: SeatScorePart, name: string): ScoreItemPart =>
  seat.items.find((item) => item.name === name) ?? { name, points: 0, count: 0 };

/** A district whose places a seat has linked, and the routes that link them. */
export interface LinkedDistrict {
  district: number;
  cities: string[];
  routes: string[];
}

/** The districts that a seat is given points for: those whose places its own routes join. */
export function districtsOf(board: Board, owners: Owners, seat: number): LinkedDistrict[] {
  const numbers = [...new Set(board.cities.map((city) => city.district))].filter(Boolean);
  const alone = { seat, borrowed: [] };
  return numbers
    .sort((a, b) => a - b)
    .flatMap((district) => {
      const cities = board.cities.filter((city) => city.district === district).map((city) => city.id);
      const [first = "", ...rest] = cities;
      const ways = rest.map((city) => wayBetween(board, owners, alone, { a: first, b: city }));
      if (ways.some((way) => way === null)) return [];
      return [{ district, cities, routes: [...new Set(ways.flatMap((way) => way?.routes ?? []))] }];
    });
}

/** How many of its tickets a seat completed. */
export const madeTickets = (seat: SeatScorePart): number => seat.tickets.filter(([, made]) => made).length;

/** The cities of a seat's stations that borrow no route. */
export function idleStations(game: Pick<PublicView, "stations">, seat: SeatScorePart): string[] {
  const lent = new Set(seat.borrowed.map(([city]) => city));
  return Object.keys(game.stations).filter((city) => game.stations[city] === seat.seat && !lent.has(city));
}

/** The seats as they are listed: winners first, then by points. */
export const ranked = (score: ScorePart): SeatScorePart[] =>
  [...score.seats].sort((a, b) => Number(b.winner) - Number(a.winner) || b.total - a.total);
