// The story of a finished game, asked of the server.

import type { Story } from "#protocol";
import { ask } from "#/connection/ask";

/** Stories kept: the one that is looked at, and those one may go back to. */
const KEPT = 4;
const loading = new Map<string, Promise<Story>>();

/** The story of a finished game, asked for once; forgotten again if it cannot be had. */
export function loadStory(id: string): Promise<Story> {
  const known = loading.get(id);
  if (known) return known;
  const asked = ask<Story>(`/api/tables/${id}/story`);
  asked.catch(() => loading.delete(id));
  loading.set(id, asked);
  for (const old of [...loading.keys()].slice(0, -KEPT)) loading.delete(old);
  return asked;
}
