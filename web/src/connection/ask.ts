// Asking the server over HTTP. Whatever goes wrong is thrown as a Problem with a code.

import type { Problem } from "#protocol";
import { at } from "#/base";

/** `invite`: what the link of a private table had. */
export async function ask<T>(path: string, body?: unknown, invite?: string): Promise<T> {
  const answer = await fetched(path, body, invite);
  // An answer that breaks off is none, whatever it began with.
  const said: unknown = await answer.json().catch(unreachable);
  if (!answer.ok) throw said as Problem;
  return said as T;
}

function unreachable(): never {
  throw { code: "unreachable", params: {} } satisfies Problem;
}

async function fetched(path: string, body: unknown, invite?: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(invite ? { "Whistlestop-Invite": invite } : {}) };
  const asked = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  return fetch(at(path), asked).catch(unreachable);
}
