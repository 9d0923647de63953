// This browser's part of a deal: it keeps the commitment that a table showed before the start, and makes the random
// values that go into the deal. Invariant: a value is made only after the commitment was seen and kept.

import type { Seen } from "#protocol";
import { ask } from "./ask";

/** What this browser knows of a deal: what the server promised, and what this browser has added. */
export interface KeptDeal {
  table: string;
  commitment: string;
  values: string[];
}

const KEY = "whistlestop.deals";
const MOST = 50;
/** For this visit where nothing may be stored. */
let deals: KeptDeal[] = [];

function kept(): KeptDeal[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as KeptDeal[]) : [];
  } catch {
    return deals;
  }
}

function keep(deal: KeptDeal): void {
  deals = [...kept().filter(({ table }) => table !== deal.table), deal].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(deals));
  } catch {
    // no room or no permission
  }
}

/** What this browser knows of a table's deal, if it was there before the start. */
export const keptDeal = (table: string): KeptDeal | undefined => kept().find((deal) => deal.table === table);

/** Keep the commitment of a table that has not started; the first one counts. */
export function keepCommitment(table: string, commitment: string): void {
  if (!keptDeal(table)) keep({ table, commitment, values: [] });
}

/** A random value for a table whose commitment is kept. */
export function newValue(table: string): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))];
  const value = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const deal = keptDeal(table);
  if (deal) keep({ ...deal, values: [...deal.values, value] });
  return value;
}

/** Forget a value that the server did not take, which is no cheating: it came too late, say. */
export function dropValue(table: string, value: string): void {
  const deal = keptDeal(table);
  if (deal) keep({ ...deal, values: deal.values.filter((other) => other !== value) });
}

/** Start a game in which all others are bots, with a value for each own seat. `commitment`: if it is known already. */
export async function beginAlone(table: string, seats: number[], commitment?: string | null): Promise<void> {
  const path = `/api/tables/${table}`;
  const shown = commitment ?? (await ask<Seen>(path)).table.deal?.commitment;
  const say = (type: string, more: object): Promise<unknown> =>
    ask(`${path}/commands`, { type, id: crypto.randomUUID?.() ?? newValue("").slice(0, 32), ...more });
  if (shown) {
    keepCommitment(table, shown);
    // Without a value the game is dealt all the same.
    for (const seat of seats) {
      const value = newValue(table);
      await say("value", { seat, value }).catch(() => dropValue(table, value));
    }
  }
  await say("start", {});
}
