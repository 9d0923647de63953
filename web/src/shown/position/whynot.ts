// Why a route cannot be claimed, a station built or a card taken now, as a code with what belongs to it; for
// showing only. Nobody asks where the server says that something is legal.

import type { OwnView, PublicView, RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { closedSide } from "./closed";

export type WhyNot =
  | { code: "owned"; seat: number }
  | { code: "trains"; need: number; have: number }
  | { code: "cards"; route: RoutePart }
  | { code: "stationCards"; need: number }
  | {
      code:
        | "closed"
        | "yourTwin"
        | "notYourTurn"
        | "second"
        | "decide"
        | "over"
        | "watching"
        | "station"
        | "noStations"
        | "secondLocomotive"
        | "noDeck"
        | "noTickets"
        | "other";
    };

type Game = Pick<PublicView, "owners" | "stations" | "players" | "phase">;
type Own = Pick<OwnView, "seat" | "decision" | "hand">;

/** Why a route cannot be claimed. What will never change comes before what may. */
export function whyNotRoute(board: Board, game: Game, own: Own | undefined, id: string): WhyNot {
  const route = board.route.get(id);
  if (!route) return { code: "other" };
  const owner = game.owners[id];
  if (owner !== undefined) return { code: "owned", seat: owner };
  const side = closedSide(board, game, route, own?.seat ?? null);
  if (side) return { code: side === "yours" ? "yourTwin" : "closed" };
  return whyNotYet(game, own) ?? whyNotPaid(board, game, own, route);
}

function whyNotYet(game: Pick<PublicView, "phase">, own: Pick<OwnView, "decision"> | undefined): WhyNot | null {
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

type Piles = Pick<PublicView, "phase" | "pile" | "ticket_pile">;

/** Why a face-up card, the `deck` or the `tickets` cannot be drawn. */
export function whyNotDraw(game: Piles, own: Pick<OwnView, "decision"> | undefined, what: string): WhyNot {
  const yet = whyNotYet(game, own);
  if (yet && (yet.code !== "second" || what === "tickets")) return yet;
  if (what === "tickets") return { code: game.ticket_pile ? "other" : "noTickets" };
  if (what === "deck") return { code: game.pile ? "other" : "noDeck" };
  return { code: yet && what === "locomotive" ? "secondLocomotive" : "other" };
}
