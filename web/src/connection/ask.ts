// Asking the server over HTTP. Whatever goes wrong is thrown as a Problem with a code.

import type { Problem } from "#protocol";

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetched(path, body);
  const said: unknown = await answer.json().catch(() => ({ code: "unreachable", params: {} }));
  if (!answer.ok) throw said as Problem;
  return said as T;
}

async function fetched(path: string, body: unknown): Promise<Response> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  try {
    return await fetch(path, body === undefined ? {} : { ...post, body: JSON.stringify(body) });
  } catch {
    throw { code: "unreachable", params: {} } satisfies Problem;
  }
}
