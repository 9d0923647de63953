// What a way over the map still takes: trains, and cards by colour beyond those in hand. For showing only; nothing
// here knows how likely a card is, or what a tunnel may cost.

import type { Board } from "#/board/facts";

export interface Needs {
  /** Spaces to be covered. */
  trains: number;
  /** Cards missing by colour; `any` counts cards of whatever one colour suits a gray route. */
  cards: Record<string, number>;
}

/** What the routes of a way still take from somebody with this hand. */
export function needsOf(board: Board, hand: Readonly<Record<string, number>>, way: readonly string[]): Needs {
  const routes = way.flatMap((id) => board.route.get(id) ?? []);
  const left = { ...hand };
  const cards: Record<string, number> = {};
  const miss = (card: string, count: number): void => {
    if (count > 0) cards[card] = (cards[card] ?? 0) + count;
  };
  for (const route of routes) miss("locomotive", route.ferry - take(left, "locomotive", route.ferry));
  // Coloured routes take their cards first: gray ones live on what is left over, the longest first.
  for (const { colour, length, ferry } of routes.filter((route) => route.colour !== "gray")) {
    miss(colour, length - ferry - take(left, colour, length - ferry));
  }
  const gray = routes.filter((route) => route.colour === "gray").map((route) => route.length - route.ferry);
  for (const length of gray.sort((a, b) => b - a)) miss("any", length - take(left, richest(board, left), length));
  spendLocomotives(cards, left.locomotive ?? 0);
  return { trains: routes.reduce((sum, route) => sum + route.length, 0), cards };
}

function take(hand: Record<string, number>, card: string, wanted: number): number {
  const taken = Math.min(hand[card] ?? 0, wanted);
  hand[card] = (hand[card] ?? 0) - taken;
  return taken;
}

function richest(board: Board, hand: Readonly<Record<string, number>>): string {
  const colours = board.cards.map((card) => card.name).filter((card) => card !== "locomotive");
  return colours.reduce((a, b) => ((hand[b] ?? 0) > (hand[a] ?? 0) ? b : a), colours[0] ?? "");
}

/** Locomotives stand in for what is missing most. */
function spendLocomotives(cards: Record<string, number>, locomotives: number): void {
  for (let spare = locomotives; spare > 0; spare--) {
    const most = Object.keys(cards).filter((card) => card !== "locomotive");
    const card = most.reduce((a, b) => ((cards[b] ?? 0) > (cards[a] ?? 0) ? b : a), most[0] ?? "");
    if (!cards[card]) return;
    cards[card] -= 1;
    if (!cards[card]) delete cards[card];
  }
}
