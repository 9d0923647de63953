// Ways over the routes of a board, by what each route costs. Callers say what a route costs; nothing here knows
// who owns what.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";

/** What a route costs; Infinity if it cannot be used. Never below zero. */
export type Price = (route: RoutePart) => number;

export interface CheapestWay {
  cost: number;
  /** Ids of the routes, in order. */
  routes: string[];
}

/** The cheapest way between two cities (Dijkstra); null if there is none. */
export function cheapest(board: Board, a: string, b: string, price: Price): CheapestWay | null {
  const best = new Map([[a, 0]]);
  const came = new Map<string, RoutePart>();
  const open = new Set([a]);
  while (open.size) {
    const here = [...open].reduce((x, y) => ((best.get(x) ?? 0) <= (best.get(y) ?? 0) ? x : y));
    if (here === b) return { cost: best.get(b) ?? 0, routes: wayBack(came, a, b) };
    open.delete(here);
    for (const route of routesAt(board, here)) {
      const cost = (best.get(here) ?? 0) + price(route);
      const next = route.a === here ? route.b : route.a;
      if (cost >= (best.get(next) ?? Infinity)) continue;
      best.set(next, cost);
      came.set(next, route);
      open.add(next);
    }
  }
  return null;
}

function wayBack(came: Map<string, RoutePart>, a: string, b: string): string[] {
  const routes: string[] = [];
  for (let at = b; at !== a;) {
    const route = came.get(at);
    if (!route) break;
    routes.push(route.id);
    at = route.a === at ? route.b : route.a;
  }
  return routes.reverse();
}

const known = new WeakMap<Board, Map<string, RoutePart[]>>();

/** The routes that end in a city, in the board's order. */
export function routesAt(board: Board, city: string): readonly RoutePart[] {
  let ends = known.get(board);
  if (!ends) known.set(board, (ends = byCity(board)));
  return ends.get(city) ?? [];
}

function byCity(board: Board): Map<string, RoutePart[]> {
  const ends = new Map<string, RoutePart[]>(board.cities.map((city) => [city.id, []]));
  for (const route of board.routes) {
    ends.get(route.a)?.push(route);
    ends.get(route.b)?.push(route);
  }
  return ends;
}
