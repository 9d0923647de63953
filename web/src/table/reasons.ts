// Why something cannot be had, in words: the codes of `shown/whynot`, said to the one at this device.

import type { OwnView, RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { cardWord, cardsWords, piecesWord } from "#/i18n/story";
import { w } from "#/i18n/words.svelte";
import type { WhyNot } from "#/shown/position/whynot";

/** A reason in words. */
export function whyNotWords(
  board: Board,
  why: WhyNot,
  names: readonly string[],
  own: Pick<OwnView, "hand"> | undefined,
): string {
  const say = w().table.why;
  switch (why.code) {
    case "owned":
      return say.owned(names[why.seat] ?? "");
    case "trains":
      return say.trains({ need: why.need, have: piecesWord(board, "train", why.have) });
    case "cards":
      return say.cards({ need: priceWords(board, why.route), have: purseWords(board, why.route, own?.hand ?? {}) });
    case "stationCards":
      return say.stationCards(why.need);
    case "secondLocomotive":
      return say.secondLocomotive(cardWord(board, "locomotive"));
    default:
      return say[why.code];
  }
}

/** What a route costs: `3 red`, `2 cards of one colour, of them 1 locomotive`. */
function priceWords(board: Board, route: RoutePart): string {
  const say = w().table.why;
  const cards = route.colour === "gray" ? say.anyColour(route.length) : cardWord(board, route.colour, route.length);
  return route.ferry ? say.locomotivesOf({ cards, locomotives: cardWord(board, "locomotive", route.ferry) }) : cards;
}

/** What the hand has that fits the route. */
function purseWords(board: Board, route: RoutePart, hand: Readonly<Record<string, number>>): string {
  const fits = (card: string): boolean => card === "locomotive" || card === route.colour;
  const cards =
    route.colour === "gray" ? mostOf(board, hand) : Object.fromEntries(Object.entries(hand).filter(([c]) => fits(c)));
  return cardsWords(board, cards) || w().table.why.nothing;
}

/** The colour of which the hand has most, and the locomotives. */
function mostOf(board: Board, hand: Readonly<Record<string, number>>): Record<string, number> {
  const colours = board.cards.map((card) => card.name).filter((card) => card !== "locomotive");
  const best = colours.reduce((a, b) => ((hand[b] ?? 0) > (hand[a] ?? 0) ? b : a), colours[0] ?? "");
  return { [best]: hand[best] ?? 0, locomotive: hand.locomotive ?? 0 };
}
