// Whether a finished game was dealt as promised, worked out in this browser as far as that is possible.

import type { DealProof } from "#protocol";
import { ask } from "#/connection/ask";
import { keptDeal } from "#/connection/luck";

export interface Verdict {
  /** Whether this browser has the commitment from before the start. */
  kept: boolean;
  /** Whether this browser worked out the hashes; on a page that is not secure only the server can. */
  own: boolean;
  /** The secret is the one that the commitment stands for. */
  secret: boolean;
  /** The luck follows from the secret and the values. */
  luck: boolean;
  /** The values that the server took from this browser are in; null if there are none, or it has no seat. */
  mine: boolean | null;
  /** The server dealt the game again and found every card and ticket. */
  order: boolean;
  /** The seats whose values are in. */
  values: number[];
}

/** Check a table's deal. `seats`: the own ones. */
export async function checkDeal(table: string, seats: readonly number[]): Promise<Verdict> {
  const proof = await ask<DealProof>(`/api/tables/${table}/proof`);
  const deal = keptDeal(table);
  const commitment = (await sha256(`whistlestop/commitment/${proof.secret}`)) ?? proof.commitment;
  const seed = (await sha256(seedText(proof))) ?? proof.seed;
  const added = seats.flatMap((seat) => proof.values[seat] ?? []);
  const owed = Math.min(seats.length, deal?.values.length ?? 0);
  return {
    kept: deal !== undefined,
    own: "subtle" in crypto,
    secret: commitment === (deal?.commitment ?? proof.commitment) && commitment === proof.commitment,
    luck: seed === proof.seed,
    mine: deal && owed ? added.length >= owed && added.every((value) => deal.values.includes(value)) : null,
    order: proof.agrees,
    values: proof.values.flatMap((value, seat) => (value === null ? [] : [seat])),
  };
}

/** What the seed is the hash of. */
export function seedText({ secret, values }: Pick<DealProof, "secret" | "values">): string {
  const bytes = (value: string): number => new TextEncoder().encode(value).length;
  const parts = values.map((value) => (value === null ? "-" : `${bytes(value)}:${value}`));
  return ["whistlestop/deal", secret, values.length, ...parts].join("/");
}

/** In small hexadecimal digits; null where the browser will not do it. */
async function sha256(text: string): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
