// Links to tables that people paste: with or without the address of the server, whole or only the id.

import { BASE, inside } from "#/base";
import { read } from "#/navigation.svelte";

/** The path of a table in what was pasted, or null if it is none of this server's. */
export function pathOfLink(text: string, origin: string, base = BASE): string | null {
  const link = text.trim();
  if (/^[a-z0-9]{6,40}$/.test(link)) return `/t/${link}`;
  const whole = /^[\w.:[\]-]+\/(?!\/)/.test(link) ? `${origin.split("//")[0]}//${link}` : link;
  if (!URL.canParse(whole, origin)) return null;
  const url = new URL(whole, origin);
  const path = inside(url.pathname, base);
  if (path === null || url.origin !== origin) return null;
  const { page } = read(path, url.hash);
  return page === "table" || page === "ply" ? path + url.hash : null;
}
