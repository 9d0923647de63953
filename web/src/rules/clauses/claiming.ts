// Claiming routes: what they cost and what they are worth. Each function is one clause, or nothing where the board does not have it; its comment names the clauses of
// `docs/rules.md` that it tells.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { cardsWords, pair, routeWords } from "#/i18n/story";
import * as examples from "../examples";
import { colours, nth, pointsWords, several, type Clause, type Given, type Part } from "./given";

/** Cards that pay for a route: of its colour or, where it takes any, of the given one; so many of them locomotives. */
function payment(board: Board, route: RoutePart, locomotives: number, any = nth(board, 3)): string[] {
  const colour = route.colour === "gray" ? any : route.colour;
  return several(route.length, (i) => (i < route.length - locomotives ? colour : "locomotive"));
}

function counted(cards: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** A route before and after it is claimed, and the cards between. */
function claim({ board, text }: Given, route: RoutePart, paid: string[]): Pick<Clause, "parts" | "shows"> {
  return {
    parts: [
      { kind: "map", routes: [route] },
      { kind: "cards", cards: paid },
      { kind: "map", routes: [route], owners: { [route.id]: 0 } },
    ],
    shows: text.paid({
      route: routeWords(board, route.id),
      cards: cardsWords(board, counted(paid)),
      points: pointsWords(route.points),
    }),
  };
}

/** C1, C2, C4, C5 */
export function routes(given: Given): Clause | undefined {
  const { board, text, wild, train } = given;
  const route = examples.colouredRoute(board) ?? board.routes[0];
  if (!route) return undefined;
  const say = text.routes;
  const paid = payment(board, route, Math.min(1, route.length - 1));
  return { id: "routes", title: say.title, says: [say.says(wild), say.trains(train)], ...claim(given, route, paid) };
}

/** C3 */
export function gray(given: Given): Clause | undefined {
  const { board, text } = given;
  const route = examples.grayRoute(board);
  if (!route) return undefined;
  return {
    id: "gray",
    title: text.gray.title,
    says: [text.gray.says],
    ...claim(given, route, payment(board, route, 0)),
  };
}

/** C5, P15 */
export function points({ board, text }: Given): Clause {
  const worth = [...new Map(board.routes.map((route) => [route.length, route.points]))].sort(([a], [b]) => a - b);
  return {
    id: "points",
    title: text.points.title,
    says: [text.points.says],
    parts: [{ kind: "worth", rows: worth }],
    shows: "",
  };
}

/** C6, C7, P14 */
export function double({ board, text, rule }: Given): Clause | undefined {
  const one = examples.routeWhere(board, (route) => route.twin !== null);
  const other = one?.twin && board.route.get(one.twin);
  if (!one || !other) return undefined;
  const say = text.double;
  const [few, [least, most]] = [rule("single_track_players"), board.players];
  const cities = pair(board, one);
  const [closes, opens] = [few >= least, few < most];
  const closed: Part = { kind: "map", routes: [one, other], owners: { [one.id]: 0 }, closed: other.id };
  const open: Part = { kind: "map", routes: [one, other], owners: { [one.id]: 0, [other.id]: 1 } };
  return {
    id: "double",
    title: say.title,
    says: [say.says, ...(closes ? [opens ? say.few(few) : say.always] : [])],
    parts: [...(closes ? [closed] : []), ...(opens ? [open] : [])],
    shows: closes ? [say.closed(cities), ...(opens ? [say.open] : [])].join(" ") : say.both(cities),
  };
}

/** F1, F2 */
export function ferries(given: Given): Clause | undefined {
  const { board, text, wild } = given;
  const route = examples.routeWhere(board, (route) => route.ferry > 0 && route.ferry < route.length);
  const ferry = route ?? examples.routeWhere(board, (route) => route.ferry > 0);
  if (!ferry) return undefined;
  const paid = payment(board, ferry, ferry.ferry);
  return { id: "ferries", title: text.ferries.title, says: [text.ferries.says(wild)], ...claim(given, ferry, paid) };
}

/** U1–U8 */
export function tunnels({ board, text, wild, rule }: Given): Clause | undefined {
  const count = rule("tunnel_cards");
  const route = count ? examples.routeWhere(board, (route) => route.tunnel) : undefined;
  if (!route) return undefined;
  const say = text.tunnels;
  const laid = payment(board, route, 0);
  const [colour = "", other = ""] = [laid[0], colours(board).find((name) => name !== laid[0])];
  const turned = [colour, other, "locomotive", other, other].slice(0, count);
  const extra = turned.filter((card) => card !== other).length;
  return {
    id: "tunnels",
    title: say.title,
    says: [say.says({ count, wild }), say.wild(wild), say.decline],
    parts: [
      { kind: "map", routes: [route] },
      { kind: "cards", cards: laid, label: say.laid },
      {
        kind: "cards",
        cards: turned,
        taken: turned.flatMap((card, i) => (card === other ? [] : [i])),
        label: say.turned,
      },
    ],
    shows: say.shows({ route: routeWords(board, route.id), extra }),
  };
}
