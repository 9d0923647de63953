// The ceremony as a list of scenes: what is shown, for whom, and what it adds. No clock and no words
// here. Invariant: what the scenes add up to is the score that the server sent.

import type { ScorePart, SeatScorePart } from "#protocol";
import type { Board } from "#/board/facts";
import { attractionsOf, districtsOf, madeTickets, stationsLeft, wayBetween, type TicketWay } from "./settlement";

interface Shown {
  /** Cities to light and routes to draw as a trail. */
  lit: string[];
  trail: string[];
  /** What each seat has by then, this scene included. */
  totals: number[];
}

export type Scene = Shown &
  (
    | { kind: "routes"; gains: number[] }
    | { kind: "ticket"; seat: number; ticket: string; made: boolean; points: number; way: TicketWay | null }
    | { kind: "noTickets"; seat: number }
    | { kind: "stations"; seat: number; kept: number; points: number }
    | { kind: "attractions"; seat: number; points: number; cities: string[] }
    | { kind: "districts"; seat: number; points: number; districts: number[] }
    | { kind: "trail"; seat: number; length: number; points: number }
    | { kind: "globetrotter"; seats: number[]; points: number; made: number }
    | { kind: "winner"; winners: number[]; decidedBy: string }
  );

type Part = Scene extends infer S ? (S extends Scene ? Omit<S, "totals"> : never) : never;

/** The scenes of a game's end, in the order in which they are shown. */
export function scenes(board: Board, score: ScorePart, owners: Record<string, number>): Scene[] {
  const totals = score.seats.map(() => 0);
  return parts(board, score, owners).map((part) => {
    for (const [seat, gain] of gains(part).entries()) totals[seat] = (totals[seat] ?? 0) + gain;
    return { ...part, totals: [...totals] } as Scene;
  });

  function gains(part: Part): number[] {
    if (part.kind === "routes") return part.gains;
    if (part.kind === "globetrotter") return totals.map((_, seat) => (part.seats.includes(seat) ? part.points : 0));
    if ("points" in part) return totals.map((_, seat) => (seat === part.seat ? part.points : 0));
    return totals.map(() => 0);
  }
}

function parts(board: Board, score: ScorePart, owners: Record<string, number>): Part[] {
  const seats = score.seats;
  const rules = board.rules as { stations?: number; longest_trail?: number };
  return [
    { kind: "routes", gains: seats.map((seat) => seat.routes), ...dark },
    ...seats.flatMap((seat) => tickets(board, seat, owners)),
    ...(rules.stations ? seats.map((seat) => stations(board, seat)) : []),
    ...seats.flatMap((seat) => attractions(board, seat, owners)),
    ...seats.flatMap((seat) => districts(board, seat, owners)),
    ...globetrotter(seats),
    ...(rules.longest_trail ? trails(board, seats) : []),
    { kind: "winner", winners: score.winners, decidedBy: score.decided_by, ...dark },
  ];
}

const dark = { lit: [] as string[], trail: [] as string[] };

function tickets(board: Board, seat: SeatScorePart, owners: Record<string, number>): Part[] {
  if (!seat.tickets.length) return [{ kind: "noTickets", seat: seat.seat, ...dark }];
  return seat.tickets.flatMap(([id, made]): Part[] => {
    const ticket = board.ticket.get(id);
    if (!ticket) return [];
    const way = made ? wayBetween(board, owners, seat, ticket) : null;
    const points = made ? ticket.points : -ticket.points;
    const shown = { lit: [ticket.a, ticket.b], trail: way?.routes ?? [] };
    return [{ kind: "ticket", seat: seat.seat, ticket: id, made, points, way, ...shown }];
  });
}

function stations(board: Board, seat: SeatScorePart): Part {
  return { kind: "stations", seat: seat.seat, kept: stationsLeft(board, seat), points: seat.stations, ...dark };
}

function attractions(board: Board, seat: SeatScorePart, owners: Record<string, number>): Part[] {
  if (!seat.attractions) return [];
  const cities = attractionsOf(board, owners, seat.seat).map((city) => city.id);
  return [{ kind: "attractions", seat: seat.seat, points: seat.attractions, cities, lit: cities, trail: [] }];
}

function districts(board: Board, seat: SeatScorePart, owners: Record<string, number>): Part[] {
  if (!seat.districts) return [];
  const linked = districtsOf(board, owners, seat.seat);
  return [
    {
      kind: "districts",
      seat: seat.seat,
      points: seat.districts,
      districts: linked.map((one) => one.district),
      lit: linked.flatMap((one) => one.cities),
      trail: linked.flatMap((one) => one.routes),
    },
  ];
}

function globetrotter(seats: SeatScorePart[]): Part[] {
  const best = seats.filter((seat) => seat.globetrotter);
  const [first] = best;
  if (!first) return [];
  const made = madeTickets(first);
  return [{ kind: "globetrotter", seats: best.map((s) => s.seat), points: first.globetrotter, made, ...dark }];
}

/** The trails from the shortest to the longest, which has the bonus. */
function trails(board: Board, seats: SeatScorePart[]): Part[] {
  const rising = [...seats].sort((a, b) => a.longest_trail - b.longest_trail);
  return rising.map(({ seat, longest_trail, trail_bonus, trail }) => ({
    kind: "trail",
    seat,
    length: longest_trail,
    points: trail_bonus,
    lit: endsOf(board, trail),
    trail,
  }));
}

/** The cities where a trail begins and ends: those that an odd number of its routes touch. */
function endsOf(board: Board, trail: string[]): string[] {
  const odd = new Set<string>();
  for (const id of trail) {
    const route = board.route.get(id);
    for (const city of route ? [route.a, route.b] : []) if (!odd.delete(city)) odd.add(city);
  }
  return [...odd];
}
