// A small board for tests: a line of cities A–B–C–D–E, a side track B–F, a twin of C–D, attractions and districts.

import type { BoardFacts, RoutePart, SeatScorePart } from "#protocol";
import { indexed, type Board } from "#/board/facts";

const route = (a: string, b: string, length: number, more: Partial<RoutePart> = {}): RoutePart => ({
  id: `${a}-${b}`,
  a,
  b,
  length,
  colour: "red",
  tunnel: false,
  ferry: 0,
  twin: null,
  points: length,
  spaces: [],
  ...more,
});

export function smallBoard(rules: Record<string, unknown> = {}): Board {
  const cities = ["a", "b", "c", "d", "e", "f"].map((id, i) => ({
    id,
    name: id.toUpperCase(),
    x: i * 10,
    y: 0,
    label: { lines: [id], x: 0, y: 0, anchor: "start" },
    attraction: id === "a" || id === "e",
    district: { a: 1, c: 1, d: 2, e: 2 }[id] ?? 0,
  }));
  const routes = [
    route("a", "b", 2),
    route("b", "c", 3),
    route("c", "d", 1, { twin: "c-d#2" }),
    route("c", "d", 1, { id: "c-d#2", twin: "c-d" }),
    route("d", "e", 4),
    route("b", "f", 1),
    route("c", "f", 1),
  ];
  const tickets = [
    { id: "a-c", a: "a", b: "c", points: 5, long: false },
    { id: "a-e", a: "a", b: "e", points: 20, long: true },
    { id: "d-f", a: "d", b: "f", points: 7, long: false },
  ];
  return indexed({ name: "small", title: "Small", cities, routes, tickets, cards: [], rules } as unknown as BoardFacts);
}

export function seatScore(seat: number, part: Partial<SeatScorePart>): SeatScorePart {
  return {
    seat,
    routes: 0,
    tickets: [],
    ticket_points: 0,
    longest_trail: 0,
    trail: [],
    trail_bonus: 0,
    globetrotter: 0,
    stations: 0,
    stations_built: 0,
    borrowed: [],
    attractions: 0,
    districts: 0,
    total: 0,
    winner: false,
    ...part,
  };
}
