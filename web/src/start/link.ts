// Links to tables that people paste: with or without the address of the server, whole or only the id.

import { read } from "#/navigation.svelte";

/** The path of a table in what was pasted, or null if it is none of this server's. */
export function pathOfLink(text: string, origin: string): string | null {
  const link = text.trim();
  if (/^[a-z0-9]{6,40}$/.test(link)) return `/t/${link}`;
  const whole = /^[\w.:[\]-]+\/t\//.test(link) ? `${origin.split("//")[0]}//${link}` : link;
  if (!URL.canParse(whole, origin)) return null;
  const url = new URL(whole, origin);
  const { page } = read(url.pathname, url.hash);
  return url.origin === origin && (page === "table" || page === "ply") ? url.pathname + url.hash : null;
}
