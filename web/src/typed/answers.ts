// Questions answered in words, from what is on the page for these eyes. Null where the words after a question are not
// understood.

import type { RoutePart } from "#protocol";
import { routeName } from "#/board/names";
import {
  cardsWords,
  cardWord,
  duration,
  pair,
  piecesWord,
  routeFacts,
  routeWords,
  ticketWords,
  told,
} from "#/i18n/story";
import { listed, w } from "#/i18n/words.svelte";
import { countCards } from "#/shown/cards";
import { standingDecisions } from "#/shown/history/log";
import { closedSide } from "#/shown/position/closed";
import { beyondReach, priceFor, standing } from "#/shown/position/tickets";
import { cheapest, routesAt } from "#/shown/position/ways";
import { whyNotCity, whyNotRoute } from "#/shown/position/whynot";
import { whyNotWords } from "#/table/reasons";
import { noRoute, offerLines, type Reader } from "./moves";
import { unique } from "./places";
import { ask, notYet, say, type Reply } from "./reply";
import { seatsNamed, type Situation } from "./situation";
import { capital } from "./text";
import { saidAs, t, type Ask } from "./words";

type Answer = (reader: Reader, rest: string[]) => Reply | null;

/** How each question is answered. */
export const ANSWERS: Readonly<Record<Ask, Answer>> = {
  help: () => say(t().help.moves, t().help.questions, t().help.cities, t().help.keys),
  hand: ({ situation }) => say(handLine(situation)),
  tickets,
  options: ({ situation }) => say(...optionLines(situation)),
  claimable,
  buildable,
  market: ({ situation }) => say(...marketLines(situation)),
  score: ({ situation }) => say(...scoreLines(situation)),
  trains: ({ situation }) => say(...trainLines(situation)),
  routes,
  mine: ({ situation }) =>
    say(...(situation.own ? ownsLines(situation, situation.own.seat) : [w().table.turn.watching])),
  turn: ({ situation }) => say(turnLine(situation)),
  happened: ({ situation }) => say(...newsLines(situation)),
  way,
  clock: ({ situation: { left } }) =>
    say(left === null ? t().noClock : `${capital(w().table.clock.left(duration(left)))}.`),
};

const nameOf = ({ situation }: Reader, city: string): string => situation.board.city.get(city)?.name ?? city;

function handLine({ board, own }: Situation): string {
  if (!own) return `${w().table.turn.watching}.`;
  return countCards(own.hand) ? t().hand(cardsWords(board, own.hand)) : t().handEmpty;
}

function tickets(reader: Reader, rest: string[]): Reply | null {
  const { situation, places } = reader;
  const { board, own } = situation;
  if (!own) return say(`${w().table.turn.watching}.`);
  const held = own.tickets;
  if (!rest.length) {
    const lines = held.map((id) => ticketLine(situation, id));
    return say(...(own.offer.length ? offerLines(situation) : lines.length ? [] : [t().noTickets]), ...lines);
  }
  if (/^\d+$/.test(rest[0]!)) return say(...wayOfTicket(situation, held[Number(rest[0]) - 1]));
  const read = places.pairs(rest, (more) => !more.length);
  if (!read.length) return null;
  const found = held.find((id) => {
    const ticket = board.ticket.get(id);
    return read.some(({ cities }) => ticket && cities.includes(ticket.a) && cities.includes(ticket.b));
  });
  return say(...wayOfTicket(situation, found));
}

function ticketLine({ board, game, own }: Situation, id: string): string {
  const words = w().table.tickets;
  const now = standing(board, game, own!.seat, board.ticket.get(id)!);
  const trains = game.players[own!.seat]?.trains ?? 0;
  const spaces = now.missing ?? 0;
  const state =
    now.state === "done"
      ? now.byStation
        ? words.byStation
        : words.done
      : now.state === "lost"
        ? words.lost
        : beyondReach(now, trains)
          ? words.tooLong({ spaces, trains: piecesWord(board, "train", trains) })
          : words.missing(spaces);
  return t().ticket({ ticket: ticketWords(board, id), standing: state });
}

/** How a ticket stands, and the way that it still takes. */
function wayOfTicket(situation: Situation, id: string | undefined): string[] {
  const { board, game, own } = situation;
  if (!id) return [t().noSuchTicket];
  const { way } = standing(board, game, own!.seat, board.ticket.get(id)!);
  const routes = way.flatMap((one) => board.route.get(one) ?? []).map((route) => routeFacts(board, route));
  return [ticketLine(situation, id), ...(routes.length ? [t().byWay(routes.join("; "))] : [])];
}

/** What the header asks for. */
function askedFor({ board, game, can }: Situation): string {
  const words = w().table.turn;
  if (game.phase === "opening") return words.opening;
  if (game.phase === "second card") return words.second;
  if (game.phase === "tickets") return words.tickets;
  if (game.phase === "tunnel") return words.tunnel;
  if (can.pass) return words.pass;
  return Number(board.rules.stations ?? 0) ? words.actStations : words.act;
}

/** Whose turn it is, and what is asked for. */
export function turnLine(situation: Situation): string {
  const { game, own, names } = situation;
  const words = w().table.turn;
  const last = game.turns_left === null ? "" : ` ${words.lastRoundLong(game.turns_left)}.`;
  if (game.phase === "over") return `${words.over}.`;
  if (own && own.decision !== null) return `${words.yours}. ${askedFor(situation)}.${last}`;
  const others = listed(game.waiting.map((seat) => names[seat] ?? ""));
  return `${game.phase === "opening" ? words.openingWait(others) : words.of(others)}.${last}`;
}

function optionLines(situation: Situation): string[] {
  const { board, can } = situation;
  if (notYet(situation)) return [turnLine(situation)];
  if (can.keeps.length) return offerLines(situation);
  const { tunnel } = situation.game;
  const due = w().table.tunnel;
  if (can.decline && tunnel) return [can.pays.length ? due.extra(tunnel.extra) : due.cannot];
  const cards = [...can.draw].map((card) => (card === "deck" ? t().fromDeck : cardWord(board, card)));
  const question = saidAs("ask", "claimable");
  return [
    `${askedFor(situation)}.`,
    ...(cards.length ? [t().canDraw(listed(cards))] : []),
    ...(can.tickets ? [t().canTickets] : []),
    ...(can.routes.size ? [t().canClaim({ count: can.routes.size, question })] : []),
    ...(can.cities.size ? [t().canBuild(can.cities.size)] : []),
  ];
}

/** Routes that could be claimed if it were one's turn. */
function payable({ board, game, own }: Situation): RoutePart[] {
  if (!own) return [];
  const now = { ...game, phase: "turn" };
  return board.routes.filter(({ id }) => whyNotRoute(board, now, { ...own, decision: 0 }, id).code === "other");
}

function claimable(reader: Reader, rest: string[]): Reply | null {
  const { situation, places } = reader;
  const { board, own, can } = situation;
  if (!own) return say(`${w().table.turn.watching}.`);
  if (rest.length && places.pairs(rest, (more) => !more.length).length && !places.one(rest).length)
    return things(reader, rest);
  const cities = rest.length ? places.one(rest) : [];
  if (rest.length && !cities.length) return null;
  const asked = saidAs("ask", "claimable");
  if (cities.length > 1)
    return ask(cities.map((id) => ({ what: nameOf(reader, id), text: `${asked} ${nameOf(reader, id)}` })));
  const [city] = cities;
  const mine = own.decision !== null && situation.game.phase === "turn";
  const all = mine ? board.routes.filter(({ id }) => can.routes.has(id)) : payable(situation);
  const found = all.filter(({ a, b }) => !city || a === city || b === city);
  return say(...claimLines(reader, found, city, mine));
}

function claimLines(reader: Reader, found: RoutePart[], city: string | undefined, mine: boolean): string[] {
  const { situation } = reader;
  const count = found.length;
  const facts = [...found].sort((a, b) => b.points - a.points).map((route) => routeLine(situation, route, false));
  if (!count && city) return [t().claimNothingTo(nameOf(reader, city)), ...cityLines(reader, city).slice(1)];
  if (!count) return [t().claimNothing];
  if (!mine) return [t().claimableLater(count), ...facts];
  return [city ? t().claimableTo({ city: nameOf(reader, city), count }) : t().claimable(count), ...facts];
}

function buildable(reader: Reader, rest: string[]): Reply | null {
  const { situation, places } = reader;
  const { board, game, own, names, can } = situation;
  if (!Number(board.rules.stations ?? 0)) return say(w().refusals.no_stations);
  const [city] = rest.length ? places.one(rest) : [];
  if (rest.length && !city) return null;
  const left = own ? [`${capital(piecesWord(board, "station", game.players[own.seat]?.stations ?? 0))}.`] : [];
  const why = whyNotWords(board, whyNotCity(board, game, own, city ?? ""), names, own);
  const cities = [...can.cities.keys()].filter((id) => !city || id === city);
  const could = cities.length ? t().buildable(listed(cities.map((id) => nameOf(reader, id)))) : t().buildNothing(why);
  return say(...left, could);
}

function marketLines({ board, game }: Situation): string[] {
  const cards = game.market.map((card) => (card ? cardWord(board, card) : "–"));
  return [
    game.market.some(Boolean) ? t().market(cards.join(", ")) : t().marketEmpty,
    t().piles({ deck: game.pile, discards: countCards(game.discards), tickets: game.ticket_pile }),
  ];
}

function scoreLines(situation: Situation): string[] {
  const { game, names } = situation;
  const most = Math.max(...game.players.map(({ points }) => points));
  const first = game.players.flatMap(({ points }, seat) => (points === most ? [names[seat] ?? ""] : []));
  const points = w().story.points(most);
  const head = first.length > 1 ? t().level({ names: listed(first), points }) : t().ahead({ name: first[0]!, points });
  return [head, ...game.players.map((_, seat) => playerLine(situation, seat)), t().tally];
}

function playerLine({ board, game, names }: Situation, seat: number): string {
  const player = game.players[seat]!;
  const words = w().table.players;
  const facts = [
    w().story.points(player.points),
    piecesWord(board, "train", player.trains),
    ...(Number(board.rules.stations ?? 0) ? [piecesWord(board, "station", player.stations)] : []),
    words.cards(player.cards),
    words.tickets(player.tickets),
  ];
  return t().player({ name: names[seat] ?? "", facts: facts.join(", ") });
}

const trainLines = ({ board, game, names }: Situation): string[] =>
  game.players.map(({ trains }, seat) =>
    t().player({ name: names[seat] ?? "", facts: piecesWord(board, "train", trains) }),
  );

function routes(reader: Reader, rest: string[]): Reply | null {
  const { situation, lexicon, places } = reader;
  if (!rest.length) return say(...situation.names.flatMap((_, seat) => ownsLines(situation, seat)));
  const seats = seatsNamed(situation, lexicon, rest);
  if (seats.length === 1) return say(...ownsLines(situation, seats[0]!));
  if (seats.length) return say(...seats.flatMap((seat) => ownsLines(situation, seat)));
  return places.one(rest).length ? things(reader, rest) : null;
}

function ownsLines({ board, game, names }: Situation, seat: number): string[] {
  const name = names[seat] ?? "";
  const owned = board.routes.filter(({ id }) => game.owners[id] === seat).map(({ id }) => routeWords(board, id));
  return [owned.length ? t().owns({ name, count: owned.length, routes: listed(owned) }) : t().ownsNone(name)];
}

function newsLines({ board, own, names, happened }: Situation): string[] {
  const news: string[][] = [];
  for (const entry of standingDecisions(happened)) {
    if (entry.seat === own?.seat || news.length > 20) break;
    news.unshift(told(entry, names, board));
  }
  return news.length ? [t().since, ...news.flat()] : [t().sinceNothing];
}

function way(reader: Reader, rest: string[]): Reply | null {
  const { places } = reader;
  const [a, b] = reader.situation.board.cities;
  if (!rest.length) return say(t().wayWhat(`${saidAs("ask", "way")} ${a?.name} ${b?.name}`));
  const pairs = places.read(rest, 2).filter(({ cities, rest }) => !rest.length && cities[0] !== cities[1]);
  const most = pairs.reduce((x, { score }) => Math.max(x, score), 0);
  const meant = pairs.filter(({ score }) => score === most);
  if (!meant.length) return null;
  const named = (cities: string[]): string => cities.map((id) => nameOf(reader, id)).join(" ");
  if (meant.length > 1)
    return ask(meant.map(({ cities }) => ({ what: named(cities), text: `${saidAs("ask", "way")} ${named(cities)}` })));
  return say(wayLine(reader, meant[0]!.cities));
}

/** The shortest way between two cities over own and free routes. */
function wayLine(reader: Reader, [a = "", b = ""]: string[]): string {
  const { board, game, own } = reader.situation;
  const found = cheapest(board, a, b, priceFor(board, game, own?.seat ?? -1));
  const names = { a: nameOf(reader, a), b: nameOf(reader, b) };
  if (!found || found.cost === Infinity) return t().wayNone(names);
  const routes = found.routes.map((id) => routeWords(board, id)).join(", ");
  return found.cost
    ? t().way({ ...names, spaces: w().story.spaces(found.cost), routes })
    : t().wayDone({ ...names, routes });
}

/** A route as it is printed, and how it stands. */
function routeLine({ board, game, own, names, can }: Situation, route: RoutePart, now = true): string {
  const facts = routeFacts(board, route);
  if (!now) return t().line(facts);
  const owner = game.owners[route.id];
  const state = {
    owner: owner === undefined ? undefined : (names[owner] ?? ""),
    closed: closedSide(board, game, route, own?.seat ?? null) === "closed",
    possible: can.routes.has(route.id),
    why: () => whyNotWords(board, whyNotRoute(board, game, own, route.id), names, own),
  };
  return t().line(routeName(facts, state));
}

function cityLines(reader: Reader, city: string): string[] {
  const { situation } = reader;
  const { board, game, names } = situation;
  const station = game.stations[city];
  const built = station === undefined ? "" : `, ${w().table.map.stationOf(names[station] ?? "")}`;
  const there = unique(routesAt(board, city).map((route) => routeLine(situation, route)));
  return [t().line(nameOf(reader, city) + built), ...there];
}

function playerLines(situation: Situation, seat: number): string[] {
  const { board, game, names } = situation;
  const cards = cardsWords(board, game.players[seat]?.known ?? {});
  const seen = cards ? [t().seen({ name: names[seat] ?? "", cards })] : [];
  return [playerLine(situation, seat), ...ownsLines(situation, seat), ...seen];
}

/** What a city, two cities or a player alone ask for; null if the words name none. */
export function things(reader: Reader, tokens: string[]): Reply | null {
  const { situation, lexicon, places } = reader;
  const cities = places.one(tokens);
  const seats = seatsNamed(situation, lexicon, tokens);
  if (cities.length + seats.length > 1) {
    const named = cities.map((id) => nameOf(reader, id));
    return ask([...named, ...seats.map((seat) => situation.names[seat] ?? "")].map((what) => ({ what, text: what })));
  }
  if (seats.length) return say(...playerLines(situation, seats[0]!));
  if (cities.length) return say(...cityLines(reader, cities[0]!));
  return pairOf(reader, tokens);
}

function pairOf(reader: Reader, tokens: string[]): Reply | null {
  const { situation, places } = reader;
  const read = places.pairs(tokens, (rest) => !rest.length);
  const pairs = new Map(read.map(({ cities }) => [[...cities].sort().join(), cities]));
  if (!pairs.size) return null;
  const named = (cities: string[]): string => cities.map((id) => nameOf(reader, id)).join("–");
  if (pairs.size > 1)
    return ask([...pairs.values()].map((cities) => ({ what: named(cities), text: named(cities).replace("–", " ") })));
  const [cities] = [...pairs.values()];
  const tracks = places.between(cities!);
  if (tracks.length) return say(...tracks.map((route) => routeLine(situation, route)));
  return say(noRoute(reader, cities!), wayLine(reader, cities!));
}

/** The first example of a route, for those who begin. */
export const firstMove = ({ situation: { board } }: Reader): string =>
  `${saidAs("act", "claim")} ${board.routes[0] ? pair(board, board.routes[0]).replace("–", " ") : ""}`;
