// How a public view becomes the next one: what an update has of it replaces or joins what was known. Which of
// both, the protocol says for each field.

import { GROWTHS, type PublicView, type ViewChanges } from "#protocol";

type Growth = (typeof GROWTHS)[keyof typeof GROWTHS];

const JOINS: Record<Growth, (known: never, news: never) => unknown> = {
  by_place: (known: unknown[], news: Record<string, unknown>) => known.map((one, place) => news[place] ?? one),
  joined: (known: object, news: object) => ({ ...known, ...news }),
  added: (known: unknown[], news: unknown[]) => [...known, ...news],
};

export function merged(game: PublicView, changes: ViewChanges): PublicView {
  const next: Record<string, unknown> = { ...game, ...changes };
  for (const [name, growth] of Object.entries(GROWTHS)) {
    const field = name as keyof typeof GROWTHS;
    if (changes[field] !== undefined) next[field] = JOINS[growth](game[field] as never, changes[field] as never);
  }
  return next as unknown as PublicView;
}
