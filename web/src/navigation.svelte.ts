// Where the page is: its address read once, kept as state, and changed without loading anew.
// An invite travels behind the `#`, which browsers keep to themselves, so no server log ever has it.

import { at, inside } from "#/base";

export type Page = "start" | "new" | "games" | "watch" | "rules" | "puzzles" | "table" | "ply" | "review" | "nowhere";

export interface Address {
  page: Page;
  /** The table, on the pages `table`, `ply` and `review`; the puzzle on the page `puzzles`, if it shows one. */
  id?: string;
  ply?: number;
  /** Whether to play on from that ply. */
  fork?: boolean;
  /** What the coach would have done at the ply, to be marked there. */
  coach?: string;
  /** What the link grants: the table's invite, or the token of one seat. */
  invite?: string;
}

const NOWHERE = "//";
const PLAIN: Record<string, Page> = {
  "/": "start",
  "/new": "new",
  "/games": "games",
  "/watch": "watch",
  "/rules": "rules",
  "/puzzles": "puzzles",
};

/** Invites that addresses had, for the way back from a replay; the token of a seat is used once. */
const invites: Record<string, string> = {};

/** What a path of the server leads to; `hash` begins with its `#`. */
export function read(path: string, hash = ""): Address {
  const plain = PLAIN[path.length > 1 ? path.replace(/\/$/, "") : path];
  if (plain) return { page: plain };
  const [, puzzle] = /^\/puzzles\/([a-z0-9-]{1,60})\/?$/.exec(path) ?? [];
  if (puzzle) return { page: "puzzles", id: puzzle };
  const [, id, ply] = /^\/t\/([a-z0-9]{1,40})(?:\/(\d{1,5}|review))?\/?$/.exec(path) ?? [];
  if (!id) return { page: "nowhere" };
  if (ply === "review") return { page: "review", id };
  const behind = new URLSearchParams(hash.slice(1));
  const coach = behind.get("coach");
  if (ply !== undefined)
    return { page: "ply", id, ply: Number(ply), ...(hash === "#fork" && { fork: true }), ...(coach && { coach }) };
  const invite = behind.get("invite") ?? invites[id];
  if (invite && !invite.includes(".")) invites[id] = invite;
  return invite ? { page: "table", id, invite } : { page: "table", id };
}

const here = (): Address => read(inside(location.pathname) ?? NOWHERE, location.hash);

let now = $state.raw<Address>({ page: "start" });

/** The address now; whoever reads it in a component follows it. */
export const address = (): Address => now;

/** Go to a path of the server. `replace` leaves no step to come back to. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", at(path));
  else history.pushState(null, "", at(path));
  now = here();
}

/** Follow the address from now on, and links of the page without loading it anew. */
export function follow(): void {
  now = here();
  addEventListener("popstate", () => (now = here()));
  addEventListener("hashchange", () => (now = here()));
  document.addEventListener("click", clicked);
}

function clicked(event: MouseEvent): void {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!plain || event.defaultPrevented || !(event.target instanceof Element)) return;
  const link = event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  const path = inside(url.pathname);
  if (url.origin !== location.origin || path === null || read(path).page === "nowhere") return;
  if (url.hash && url.pathname === location.pathname && !url.hash.startsWith("#invite=")) return;
  event.preventDefault();
  go(path + url.search + url.hash);
}
