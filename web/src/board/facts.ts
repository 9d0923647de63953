// A board as the client knows it: the server's facts with quick ways to find things in them.

import type { BoardFacts, CardPart, CityPart, RoutePart, TicketPart } from "#protocol";
import { ask } from "#/connection/ask";

export interface Board extends BoardFacts {
  city: Map<string, CityPart>;
  route: Map<string, RoutePart>;
  ticket: Map<string, TicketPart>;
  card: Map<string, CardPart>;
}

const loading = new Map<string, Promise<Board>>();

/** A board by its name, asked for once. */
export function loadBoard(name: string): Promise<Board> {
  const known = loading.get(name);
  if (known) return known;
  const asked = ask<BoardFacts>(`/api/boards/${encodeURIComponent(name)}`).then(indexed);
  asked.catch(() => loading.delete(name));
  loading.set(name, asked);
  return asked;
}

export function indexed(facts: BoardFacts): Board {
  return {
    ...facts,
    city: new Map(facts.cities.map((city) => [city.id, city])),
    route: new Map(facts.routes.map((route) => [route.id, route])),
    ticket: new Map(facts.tickets.map((ticket) => [ticket.id, ticket])),
    card: new Map(facts.cards.map((card) => [card.name, card])),
  };
}
