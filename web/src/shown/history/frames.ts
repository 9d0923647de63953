// The story of a game as frames: what the server told as changes, made whole for every ply. Frames share what
// did not change between them.

import type { Moment, SeatMoment, Story } from "#protocol";

export interface Frame {
  ply: number;
  moment: Moment;
  owners: Record<string, number>;
  stations: Record<string, number>;
  /** By seat. */
  seats: SeatMoment[];
  /** How many cards each seat has drawn in turns so far. */
  drawn: number[];
  /** Routes claimed and cities built on by this very decision. */
  fresh: string[];
}

/** One frame for every ply, the deal first. */
export function framesOf(story: Story): Frame[] {
  const frames: Frame[] = [];
  for (const moment of story.moments) {
    frames.push(next(frames.at(-1) ?? blank(story.names.length), moment, frames.length));
  }
  return frames;
}

type Before = Pick<Frame, "owners" | "stations" | "seats" | "drawn">;

const blank = (players: number): Before => ({
  owners: {},
  stations: {},
  seats: [],
  drawn: Array<number>(players).fill(0),
});

function next(before: Before, moment: Moment, ply: number): Frame {
  const claimed = said(moment, "claimed").map((event) => [event.route, event.seat]);
  const built = said(moment, "built").map((event) => [event.city, event.seat]);
  return {
    ply,
    moment,
    owners: claimed.length ? { ...before.owners, ...Object.fromEntries(claimed) } : before.owners,
    stations: built.length ? { ...before.stations, ...Object.fromEntries(built) } : before.stations,
    seats: moment.seats.length ? replaced(before.seats, moment.seats) : before.seats,
    drawn: counted(before.drawn, moment),
    fresh: [...claimed, ...built].map(([id]) => String(id)),
  };
}

function said(moment: Moment, name: string): Record<string, unknown>[] {
  return moment.happened.events.filter((event) => event.name === name).map((event) => event.params);
}

function replaced(old: SeatMoment[], changed: SeatMoment[]): SeatMoment[] {
  const seats = [...old];
  for (const part of changed) seats[part.seat] = part;
  return seats;
}

function counted(drawn: number[], moment: Moment): number[] {
  const more = [...said(moment, "drew"), ...said(moment, "took")];
  if (!more.length) return drawn;
  return drawn.map((count, seat) => count + more.filter((event) => event.seat === seat).length);
}

/** When a ticket was kept and when it was complete for good; null while it never was. */
export interface TicketLife {
  seat: number;
  ticket: string;
  kept: number;
  made: number | null;
}

/** The life of every ticket that was kept, by seat in the order of keeping. */
export function ticketLives(frames: Frame[]): TicketLife[] {
  const lives = new Map<string, TicketLife>();
  for (const { ply, seats } of frames) {
    for (const { seat, tickets, made } of seats) {
      for (const ticket of tickets) {
        const life = lives.get(ticket) ?? { seat, ticket, kept: ply, made: null };
        // What a station makes complete can be lost again to a better loan: the last time counts.
        life.made = made.includes(ticket) ? (life.made ?? ply) : null;
        lives.set(ticket, life);
      }
    }
  }
  return [...lives.values()].sort((a, b) => a.seat - b.seat || a.kept - b.kept);
}
