// Cards counted by kind, as the server sends hands and discards.

export type Counts = Readonly<Record<string, number>>;

/** How many cards there are of all kinds together. */
export const countCards = (cards: Counts): number => Object.values(cards).reduce((sum, count) => sum + count, 0);

/** A list of cards as counts. */
export function tallied(cards: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}
