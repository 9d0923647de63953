// Tables in lists: asking for them page by page, and in which order and words they are shown.

import type { SeatPart, TableLine, Tables } from "#protocol";
import { ask } from "#/connection/ask";
import { w, spoken } from "#/i18n/words.svelte";

export type Whose = "mine" | "listed";
const PATHS: Record<Whose, string> = { mine: "/api/me/tables", listed: "/api/tables" };

/** A page of a list; `before` continues an earlier one. */
export function askTables(whose: Whose, status: string, limit: number, before?: number | null): Promise<Tables> {
  const more = before ? `&before=${before}` : "";
  return ask<Tables>(`${PATHS[whose]}?status=${status}&limit=${limit}${more}`);
}

/** My turn first, the most urgent of them before the others, then what changed last. */
export const inOrder = (lines: TableLine[]): TableLine[] =>
  [...lines].sort(
    (a, b) => Number(b.your_turn) - Number(a.your_turn) || urgency(a) - urgency(b) || b.updated - a.updated,
  );

const urgency = (line: TableLine): number => (line.your_turn ? (line.deadline ?? Number.MAX_SAFE_INTEGER) : 0);

/** The first page as it is now, before the later pages as they were when they were asked for. */
export function joined(first: TableLine[], later: TableLine[]): TableLine[] {
  const known = new Set(first.map((line) => line.table.id));
  return [...first, ...later.filter((line) => !known.has(line.table.id))];
}

export const seatWords = (seat: SeatPart): string => seat.name ?? w().shell.lobby.free;

export const freeSeats = (line: TableLine): number => line.table.seats.filter((seat) => seat.kind === "open").length;

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How much time is left until a deadline, in words: the largest unit that fits, rounded down. */
export function left(deadline: number, now = Date.now()): string {
  const remains = Math.max(0, deadline - now);
  const [unit, length] = STEPS.find(([, length]) => remains >= length) ?? (["second", 1000] as const);
  const amount = Math.floor(remains / length);
  return new Intl.NumberFormat(spoken(), { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** How long ago something was, in words; after two weeks its date. */
export function ago(time: number, now = Date.now()): string {
  const passed = Math.max(0, now - time);
  if (passed > 14 * 86_400_000) return new Date(time).toLocaleDateString(spoken(), { dateStyle: "medium" });
  const words = new Intl.RelativeTimeFormat(spoken(), { numeric: "auto" });
  for (const [unit, length] of STEPS) if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  return w().shell.justNow;
}
