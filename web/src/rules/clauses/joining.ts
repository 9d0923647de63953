// Tickets, and all that joins places: stations, attractions, districts. Each function is one clause, or nothing where the board does not have it; its comment names the clauses of
// `docs/rules.md` that it tells.

import { bonusOf } from "#/i18n/items";
import { pair, piecesWord, routeWords } from "#/i18n/story";
import { signed } from "#/i18n/words.svelte";
import * as examples from "../examples";
import { nth, ownedBy, pointsWords, several, type Clause, type Given } from "./given";

/** S5, E3, K3 */
export function tickets({ board, text }: Given): Clause | undefined {
  const [journey] = examples.journeys(board);
  if (!journey) return undefined;
  const { ticket, way } = journey;
  const say = text.tickets;
  return {
    id: "tickets",
    title: say.title,
    says: [say.says, say.keep],
    parts: [
      { kind: "tickets", kept: [ticket.id], done: true },
      { kind: "map", routes: way, owners: ownedBy(0, way), lit: [ticket.a, ticket.b] },
    ],
    shows: say.shows({ ticket: pair(board, ticket), plus: signed(ticket.points), minus: signed(-ticket.points) }),
  };
}

/** K1, P13 */
export function draw({ board, text, rule }: Given): Clause {
  const [count, keep] = [rule("draw_tickets"), rule("draw_keep")];
  const offered = board.tickets.filter((ticket) => !ticket.long || !rule("opening_long")).slice(-count);
  const ids = offered.map(({ id }) => id);
  const [kept, refused] = [ids.slice(0, keep), ids.slice(keep)];
  return {
    id: "draw",
    title: text.draw.title,
    says: [text.draw.says({ count, keep })],
    parts: [{ kind: "tickets", kept, refused }],
    shows: text.chosen({ kept: kept.length, refused: refused.length }),
  };
}

/** B1, B2, P3 */
export function stations({ board, text, wild, station, rule }: Given): Clause | undefined {
  const [, journey] = examples.journeys(board);
  const route = journey?.way[0] ?? board.routes[0];
  const city = board.city.get(route?.a ?? "");
  if (!rule("stations") || !route || !city) return undefined;
  const say = text.stations;
  return {
    id: "stations",
    title: say.title(station),
    says: [say.says(piecesWord(board, "station", rule("stations"))), say.cost(wild)],
    parts: [
      { kind: "map", routes: [route], stations: { [city.id]: 0 } },
      { kind: "costs", rows: several(rule("stations"), (i) => several(i + 1, () => nth(board, i + 1))) },
    ],
    shows: say.shows({ station, city: city.name }),
  };
}

/** B3–B5, P17 */
export function loans({ board, text, station, rule }: Given): Clause | undefined {
  const all = examples.journeys(board);
  const journey = all[1] ?? all[0];
  const borrowed = journey?.way.at(-1);
  if (!rule("stations") || !journey || !borrowed) return undefined;
  const [say, own] = [text.loans, journey.way.slice(0, -1)];
  const joint = own.at(-1);
  const at = joint && [joint.a, joint.b].includes(borrowed.a) ? borrowed.a : borrowed.b;
  const worth = rule("station_points");
  return {
    id: "loans",
    title: say.title(station),
    says: [
      say.says(piecesWord(board, "station")),
      ...(rule("longest_trail") ? [say.trail] : []),
      ...(worth ? [say.kept({ station, points: pointsWords(worth) })] : []),
    ],
    parts: [
      { kind: "tickets", kept: [journey.ticket.id], done: true },
      {
        kind: "map",
        routes: journey.way,
        owners: { ...ownedBy(0, own), [borrowed.id]: 1 },
        stations: { [at]: 0 },
        lit: [journey.ticket.a, journey.ticket.b],
      },
    ],
    shows: say.shows({
      station,
      city: board.city.get(at)?.name ?? at,
      route: routeWords(board, borrowed.id),
      ticket: pair(board, journey.ticket),
    }),
  };
}

/** E6, P18 */
export function attractions({ board, text, rule }: Given): Clause | undefined {
  const found = examples.reached(board, bonusOf(board, "attractions")?.cities ?? []);
  if (!found) return undefined;
  const worth = pointsWords(rule("attraction_points"));
  const owners = Object.fromEntries(found.routes.map(({ id }, seat) => [id, seat]));
  return {
    id: "attractions",
    title: text.attractions.title,
    says: [text.attractions.says(worth)],
    parts: [{ kind: "map", routes: found.routes, owners, lit: [found.city.id] }],
    shows: text.attractions.shows({ city: found.city.name, points: worth }),
  };
}

/** E11 */
export function districts({ board, text }: Given): Clause | undefined {
  const found = board.rules.districts ? examples.district(board) : undefined;
  if (!found) return undefined;
  const places = board.cities.filter((city) => city.district === found.number).map(({ id }) => id);
  return {
    id: "districts",
    title: text.districts.title,
    says: [text.districts.says],
    parts: [{ kind: "map", routes: found.routes, owners: ownedBy(0, found.routes), lit: places }],
    shows: text.districts.shows({ district: found.number, points: pointsWords(found.number) }),
  };
}
