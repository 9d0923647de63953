// Why a route cannot be claimed or a station built now, in a code with what belongs to it; for showing
// only. Where the server says that something is legal, nothing here is asked.

import type { OwnView, PublicView, RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { cardWord, cardsWords, piecesWord } from "#/i18n/story";
import { w } from "#/i18n/words.svelte";

export type WhyNot =
  | { code: "owned"; seat: number }
  | { code: "trains"; need: number; have: number }
  | { code: "cards"; route: RoutePart }
  | { code: "stationCards"; need: number }
  | {
      code:
        | "closed" | "yourTwin" | "notYourTurn" | "second" | "decide" | "over" | "watching" | "station"
        | "noStations" | "other";
    };

type Game = Pick<PublicView, "owners" | "stations" | "players" | "phase">;
type Own = Pick<OwnView, "seat" | "decision" | "hand">;

/** Why a route cannot be claimed. What will never change comes before what may. */
export function whyNotRoute(board: Board, game: Game, own: Own | undefined, id: string): WhyNot {
  const route = board.route.get(id);
  if (!route) return { code: "other" };
  const owner = game.owners[id];
  if (owner !== undefined) return { code: "owned", seat: owner };
  const twin = route.twin === null ? undefined : game.owners[route.twin];
  if (twin !== undefined && twin === own?.seat) return { code: "yourTwin" };
  if (twin !== undefined && game.players.length <= Number(board.rules.single_track_players ?? 0)) return { code: "closed" };
  return whyNotYet(game, own) ?? whyNotPaid(board, game, own, route);
}

function whyNotYet(game: Game, own: Own | undefined): WhyNot | null {
  if (game.phase === "over") return { code: "over" };
  if (!own) return { code: "watching" };
  if (own.decision === null) return { code: "notYourTurn" };
  if (game.phase === "second card") return { code: "second" };
  if (game.phase !== "turn") return { code: "decide" };
  return null;
}

function whyNotPaid(board: Board, game: Game, own: Own | undefined, route: RoutePart): WhyNot {
  const have = game.players[own?.seat ?? -1]?.trains ?? 0;
  if (have < route.length) return { code: "trains", need: route.length, have };
  return own && canPay(board, own.hand, route) ? { code: "other" } : { code: "cards", route };
}

/** Whether a hand holds what a route costs. */
export function canPay(board: Board, hand: Readonly<Record<string, number>>, route: RoutePart): boolean {
  const wild = hand.locomotive ?? 0;
  if (wild < route.ferry) return false;
  const colours = route.colour === "gray" ? board.cards.map((card) => card.name) : [route.colour];
  const most = Math.max(0, ...colours.filter((card) => card !== "locomotive").map((card) => hand[card] ?? 0));
  return Math.min(most, route.length - route.ferry) + wild >= route.length;
}

/** Why no station can be built in a city. */
export function whyNotCity(board: Board, game: Game, own: Own | undefined, city: string): WhyNot {
  if (game.stations[city] !== undefined) return { code: "station" };
  const left = game.players[own?.seat ?? -1]?.stations ?? 0;
  if (own && left === 0) return { code: "noStations" };
  const need = Number(board.rules.stations ?? 0) - left + 1;
  return whyNotYet(game, own) ?? { code: "stationCards", need };
}

/** That reason in words. */
export function whyNotWords(board: Board, why: WhyNot, names: readonly string[], own: Own | undefined): string {
  const say = w().table.why;
  switch (why.code) {
    case "owned": return say.owned(names[why.seat] ?? "");
    case "trains": return say.trains({ need: why.need, have: piecesWord(board, "train", why.have) });
    case "cards": return say.cards({ need: priceWords(board, why.route), have: purseWords(board, why.route, own?.hand ?? {}) });
    case "stationCards": return say.stationCards(why.need);
    default: return say[why.code];
  }
}

/** What a route costs: `3 red`, `2 cards of one colour, of them 1 locomotive`. */
export function priceWords(board: Board, route: RoutePart): string {
  const say = w().table.why;
  const cards = route.colour === "gray" ? say.anyColour(route.length) : cardWord(board, route.colour, route.length);
  return route.ferry ? say.locomotivesOf({ cards, locomotives: cardWord(board, "locomotive", route.ferry) }) : cards;
}

/** What the hand has that fits the route. */
function purseWords(board: Board, route: RoutePart, hand: Readonly<Record<string, number>>): string {
  const fits = (card: string): boolean => card === "locomotive" || card === route.colour;
  const cards = route.colour === "gray" ? mostOf(board, hand) : Object.fromEntries(Object.entries(hand).filter(([c]) => fits(c)));
  return cardsWords(board, cards) || w().table.why.nothing;
}

/** The colour of which the hand has most, and the locomotives. */
function mostOf(board: Board, hand: Readonly<Record<string, number>>): Record<string, number> {
  const colours = board.cards.map((card) => card.name).filter((card) => card !== "locomotive");
  const best = colours.reduce((a, b) => ((hand[b] ?? 0) > (hand[a] ?? 0) ? b : a), colours[0] ?? "");
  return { [best]: hand[best] ?? 0, locomotive: hand.locomotive ?? 0 };
}
