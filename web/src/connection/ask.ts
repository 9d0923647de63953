// Asking the server over HTTP. Whatever goes wrong is thrown as a Problem with a code.

import type { Problem } from "#protocol";
import { at } from "#/base";

/** `invite`: what the link of a private table had. */
export async function ask<T>(path: string, body?: unknown, invite?: string): Promise<T> {
  const answer = await fetched(path, body, invite);
  const said: unknown = await answer.json().catch(() => ({ code: "unreachable", params: {} }));
  if (!answer.ok) throw said as Problem;
  return said as T;
}

async function fetched(path: string, body: unknown, invite?: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", ...(invite ? { "Whistlestop-Invite": invite } : {}) };
  try {
    return await fetch(
      at(path),
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
    );
  } catch {
    throw { code: "unreachable", params: {} } satisfies Problem;
  }
}
