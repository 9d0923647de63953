// The plan of a table while it is being made, and the request that comes of it.

import type { CreateTable, Options, SeatPlan } from "#protocol";

/** What a seat is for: a kind, or a bot as `bot level:2`. */
export type Purpose = "me" | "open" | "here" | "remote" | `bot ${string}`;

export interface PlannedSeat {
  key: number;
  purpose: Purpose;
  /** For players on this device and programs; empty: the usual one. */
  name: string;
}

export interface Plan {
  board: string;
  seats: PlannedSeat[];
  /** "chance", or the place of a seat. */
  first: string;
  /** "untimed", "live:60" (seconds a turn) or "mail:3" (days a turn). */
  pace: string;
  /** Seconds after which somebody else may take the seat of a player who stays away. */
  absence: string;
  listed: boolean;
  watch: boolean;
  talk: boolean;
  hints: boolean;
  take_back: boolean;
}

export function readPace(text: string): NonNullable<Options["pace"]> {
  const [type, number] = text.split(":");
  if (type === "live") return { type, seconds: Number(number) };
  if (type === "mail") return { type, days: Number(number) };
  return { type: "untimed" };
}

export function writePace(pace: Required<Options>["pace"]): string {
  if (pace.type === "live") return `live:${pace.seconds}`;
  return pace.type === "mail" ? `mail:${pace.days}` : "untimed";
}

/** How seats that nobody has named are called in the language spoken. */
export interface Names {
  bot(text: string): string;
  player(number: number): string;
}

export function request(plan: Plan, name: string, names: Names): CreateTable {
  const { board, listed, watch, talk, hints, take_back, first } = plan;
  const absence = Number(plan.absence);
  const seats = plan.seats.map((seat, i) => seatPlan(seat, i + 1, names));
  const who = first === "chance" || Number(first) >= seats.length ? "chance" : Number(first);
  return {
    name,
    seats,
    options: { board, listed, watch, talk, hints, take_back, first: who, pace: readPace(plan.pace), absence },
  };
}

function seatPlan({ purpose, name }: PlannedSeat, number: number, names: Names): SeatPlan {
  if (purpose.startsWith("bot ")) return { kind: "bot", bot: purpose.slice(4), name: names.bot(purpose.slice(4)) };
  const kind = purpose as Exclude<Purpose, `bot ${string}`>;
  return kind === "here" || kind === "remote" ? { kind, name: name.trim() || names.player(number) } : { kind };
}
