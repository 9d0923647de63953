// The ceremony as a list of scenes: what is shown, for whom, and what it adds. No clock and no words
// here. Invariant: what the scenes add up to is the score that the server sent.

import type { BonusPart, ScorePart, SeatScorePart } from "#protocol";
import type { Board } from "#/board/facts";
import { districtsOf, itemOf, reachedOf, wayBetween, type TicketWay } from "./settlement";

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
    | { kind: "bonus"; name: string; seat: number; count: number; points: number; things: string[] }
    | { kind: "winner"; winners: number[]; decidedBy: string }
  );

type Part = Scene extends infer S ? (S extends Scene ? Omit<S, "totals"> : never) : never;
type Owners = Record<string, number>;

/** The scenes of a game's end, in the order in which they are shown. */
export function scenes(board: Board, score: ScorePart, owners: Owners): Scene[] {
  const totals = score.seats.map(() => 0);
  return parts(board, score, owners).map((part) => {
    for (const [seat, gain] of gains(part).entries()) totals[seat] = (totals[seat] ?? 0) + gain;
    return { ...part, totals: [...totals] } as Scene;
  });

  function gains(part: Part): number[] {
    if (part.kind === "routes") return part.gains;
    if ("points" in part) return totals.map((_, seat) => (seat === part.seat ? part.points : 0));
    return totals.map(() => 0);
  }
}

function parts(board: Board, score: ScorePart, owners: Owners): Part[] {
  const seats = score.seats;
  return [
    { kind: "routes", gains: seats.map((seat) => itemOf(seat, "routes").points), ...dark },
    ...seats.flatMap((seat) => tickets(board, seat, owners)),
    ...board.bonuses.flatMap((bonus) => ofBonus(board, bonus, seats, owners)),
    { kind: "winner", winners: score.winners, decidedBy: score.decided_by, ...dark },
  ];
}

const dark = { lit: [] as string[], trail: [] as string[] };

function tickets(board: Board, seat: SeatScorePart, owners: Owners): Part[] {
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

/** A bonus seat by seat; a contest shows everybody, from the least to the most, who has the points. */
function ofBonus(board: Board, bonus: BonusPart, seats: SeatScorePart[], owners: Owners): Part[] {
  const counted = seats.map((seat) => ({ seat, ...itemOf(seat, bonus.name) }));
  // Who has no station left has built them all, which is worth telling.
  const shown =
    bonus.earned === "most"
      ? counted.sort((a, b) => a.count - b.count)
      : counted.filter(({ points }) => points || bonus.counts === "stations");
  return shown.map(({ seat, name, count, points }) => {
    const found = where(board, bonus, seat, owners);
    return { kind: "bonus", name, seat: seat.seat, count, points, ...found };
  });
}

/** Where on the map a seat has what a bonus counts, and what the things counted are called. */
function where(
  board: Board,
  bonus: BonusPart,
  seat: SeatScorePart,
  owners: Owners,
): Omit<Shown, "totals"> & { things: string[] } {
  if (bonus.counts === "cities") {
    const cities = reachedOf(board, owners, seat.seat, bonus.cities);
    return { things: cities, lit: cities, trail: [] };
  }
  if (bonus.counts === "districts") {
    const linked = districtsOf(board, owners, seat.seat);
    return {
      things: linked.map(({ district }) => String(district)),
      lit: linked.flatMap(({ cities }) => cities),
      trail: linked.flatMap(({ routes }) => routes),
    };
  }
  return bonus.counts === "trail"
    ? { things: [], lit: endsOf(board, seat.trail), trail: seat.trail }
    : { things: [], ...dark };
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
