// Typed moves: from the words after a verb to the action that a press would send, to a question where several may be
// meant, or to the reason why not. Null where the words are not understood. What is legal is the server's word.

import type { RoutePart } from "#protocol";
import { cardsWords, cardWord, countsOf, pair, routeWords, ticketWords } from "#/i18n/story";
import { w } from "#/i18n/words.svelte";
import { keepAction, type Way } from "#/shown/position/actions";
import { whyNotCity, whyNotDraw, whyNotRoute } from "#/shown/position/whynot";
import { whyNotWords } from "#/table/reasons";
import { unique, type Places } from "./places";
import { ask, doIt, notYet, payBy, say, type Choice, type Reply } from "./reply";
import { cardNamed, pays, specOf, type Situation, type Spec } from "./situation";
import { tokensOf } from "./text";
import { saidAs, t, type Act, type Lexicon } from "./words";

/** All that a move is read with. */
export interface Reader {
  situation: Situation;
  lexicon: Lexicon;
  places: Places;
}

type Move = (reader: Reader, rest: string[]) => Reply | null;

/** How each verb of a move is read; the other acts are the table's tools. */
export const MOVES: Partial<Record<Act, Move>> = {
  claim,
  draw,
  deck: ({ situation }) => drawn(situation, "deck"),
  more: ({ situation }) => drawn(situation, "tickets"),
  keep,
  build,
  pay,
  decline: ({ situation }) => (situation.can.decline ? doIt(situation, "decline", false) : say(t().noTunnel)),
  pass,
};

const exampleOf = (situation: Situation): string => {
  const { board, can } = situation;
  const route = board.route.get([...can.routes.keys()][0] ?? "") ?? board.routes[0];
  return route ? `${saidAs("act", "claim")} ${pair(board, route).replace("–", " ")}` : "";
};

function claim(reader: Reader, rest: string[]): Reply | null {
  const { situation, lexicon, places } = reader;
  if (!rest.length) return say(t().claimWhat(exampleOf(situation)));
  const { side, words } = trackIn(rest);
  const read = places.pairs(words, (more) => specOf(situation, lexicon, more) !== undefined);
  if (!read.length) return null;
  const routes = new Map(read.map((one) => [[...one.cities].sort().join(), one]));
  if (routes.size > 1) return ask([...routes.values()].map(({ cities, rest }) => routeChoice(reader, cities, rest)));
  const [one] = read;
  const tracks = places.between(one!.cities).filter((route) => !side || route.id.endsWith(side) || side === "#1");
  if (!tracks.length) return say(noRoute(reader, one!.cities));
  return claimOne(situation, tracks, specOf(situation, lexicon, one!.rest) ?? []);
}

/** Which track of a double route words name, as an action does (`#2`) or as the page does, and the other words. */
function trackIn(rest: string[]): { side: string | undefined; words: string[] } {
  for (const number of [1, 2]) {
    const named = tokensOf(w().story.route.side({ cities: "", side: number }));
    const at = rest.findIndex((_, i) => named.every((word, j) => rest[i + j] === word));
    if (at >= 0) return { side: `#${number}`, words: rest.filter((_, i) => i < at || i >= at + named.length) };
  }
  const isSide = (token: string): boolean => token.startsWith("#");
  return { side: rest.find(isSide), words: rest.filter((token) => !isSide(token)) };
}

const cityName = ({ situation }: Reader, id: string): string => situation.board.city.get(id)?.name ?? id;

/** That nothing joins two cities. */
export const noRoute = (reader: Reader, [a = "", b = ""]: string[]): string =>
  t().noRoute({ a: cityName(reader, a), b: cityName(reader, b) });

function routeChoice(reader: Reader, cities: string[], rest: string[]): Choice {
  const named = cities.map((id) => cityName(reader, id));
  return { what: named.join("–"), text: [saidAs("act", "claim"), ...named, ...rest].join(" ") };
}

/** Claim one of the tracks between two cities. */
function claimOne(situation: Situation, tracks: RoutePart[], spec: Spec): Reply {
  const { can } = situation;
  // A colour without a number may name the track, as in `:red`.
  const side = spec.findIndex(([card, count]) => count === undefined && tracks.some(({ colour }) => colour === card));
  const named = tracks.filter(({ colour }) => colour === spec[side]?.[0]);
  if (named.length && named.length < tracks.length)
    return claimOne(
      situation,
      named,
      spec.filter((_, i) => i !== side),
    );
  const open = tracks.filter(({ id }) => can.routes.has(id));
  if (!open.length) return say(...unique(tracks.map((route) => whyNotClaim(situation, route, tracks.length > 1))));
  // Two tracks of one colour are the same to whoever claims: the first will do.
  const apart = open.filter((route, i) => i === 0 || route.colour !== open[0]!.colour);
  const ways = apart.flatMap(({ id }) => can.routes.get(id) ?? []);
  return payIn(situation, ways, spec);
}

/** Pay as was said, or in the one sensible way. */
function payIn(situation: Situation, all: Way[], spec: Spec, asked?: boolean): Reply {
  const ways = all.filter((way) => pays(way, spec));
  ways.sort((a, b) => a.payment.locomotives - b.payment.locomotives);
  if (ways.length) return payBy(situation, ways, asked);
  const could = all.map((way) => cardsWords(situation.board, countsOf(way.payment)));
  return say(t().payWhat(unique(could).reduce((a, b) => t().or({ a, b }))));
}

function whyNotClaim(situation: Situation, route: RoutePart, double: boolean): string {
  const { board, game, own, names } = situation;
  const why = whyNotWords(board, whyNotRoute(board, game, own, route.id), names, own);
  return t().cannotClaim({ what: double ? routeWords(board, route.id) : pair(board, route), why });
}

function draw(reader: Reader, rest: string[]): Reply | null {
  const { situation, lexicon } = reader;
  const { game } = situation;
  if (!rest.length) return drawWhat(situation);
  if (rest.length === 1 && /^\d$/.test(rest[0]!)) {
    const card = game.market[Number(rest[0]) - 1];
    return card ? drawn(situation, card) : say(t().noSlot);
  }
  const card = rest.length === 1 ? cardNamed(situation, lexicon, rest[0]!) : undefined;
  if (card) return drawn(situation, card);
  return rest.length > 1 ? claim(reader, rest) : null;
}

function drawWhat(situation: Situation): Reply {
  const { board, can } = situation;
  if (!can.draw.size) return drawn(situation, "deck");
  const words = w().story.action;
  return ask(
    [...can.draw].map((card) => ({
      what: card === "deck" ? words.deck : words.take(cardWord(board, card)),
      action: `draw ${card}`,
    })),
  );
}

/** Draw a face-up card, from the `deck`, or `tickets`. */
function drawn(situation: Situation, what: string): Reply {
  const { board, game, own, names, can } = situation;
  if (what === "tickets" ? can.tickets : can.draw.has(what))
    return doIt(situation, what === "tickets" ? what : `draw ${what}`, false);
  const why = whyNotDraw(game, own, what);
  if (why.code === "other" && !game.market.includes(what)) return say(t().notOpen(cardWord(board, what)));
  return say(t().cannotDraw(whyNotWords(board, why, names, own)));
}

function keep(reader: Reader, rest: string[]): Reply | null {
  const { situation, lexicon } = reader;
  const { own, game, can } = situation;
  const offer = own?.offer ?? [];
  if (!can.keeps.length) return say(notYet(situation) ? t().cannot(notYet(situation)) : t().noOffer);
  if (!rest.length) return say(...offerLines(situation));
  const everything = rest.length === 1 && lexicon.every.has(rest[0]!);
  const places = everything ? offer.map((_, i) => i + 1) : placesNamed(reader, rest);
  if (!places) return null;
  if (places.some((place) => !offer[place - 1])) return say(t().notOffered);
  const action = keepAction(can.keeps, new Set(places));
  return action ? doIt(situation, action, false) : say(`${w().table.choose.fewer(game.keep_at_least)}.`);
}

/** The tickets on offer, with their numbers. */
export function offerLines({ board, game, own }: Situation): string[] {
  const offer = own?.offer ?? [];
  const least = game.keep_at_least;
  const first = Array.from({ length: least }, (_, i) => i + 1);
  const example = [saidAs("act", "keep"), ...first].join(" ");
  return [
    t().offer({ count: offer.length, least, example }),
    ...offer.map((id, i) => t().choice({ number: i + 1, what: ticketWords(board, id) })),
  ];
}

/** Places of the offer by their numbers or by the cities of their tickets; undefined if something else was said. */
function placesNamed(reader: Reader, tokens: string[]): number[] | undefined {
  const found: number[] = [];
  for (let rest = tokens; rest.length;) {
    if (/^\d+$/.test(rest[0]!)) [found[found.length], rest] = [Number(rest[0]), rest.slice(1)];
    else {
      const read = offered(reader, rest);
      if (!read) return undefined;
      [found[found.length], rest] = read;
    }
  }
  return found;
}

/** The ticket that words begin with, by both of its cities, and what follows. */
function offered({ situation, places }: Reader, tokens: string[]): [number, string[]] | undefined {
  const tickets = (situation.own?.offer ?? []).map((id) => situation.board.ticket.get(id));
  const fits = places.read(tokens, 2).flatMap(({ cities: [a, b], rest, score }) => {
    const at = tickets.findIndex((ticket) => ticket && [ticket.a, ticket.b].every((city) => city === a || city === b));
    return at < 0 || a === b ? [] : [{ place: at + 1, rest, score }];
  });
  const found = fits.sort((x, y) => y.score - x.score)[0];
  return found && [found.place, found.rest];
}

function build(reader: Reader, rest: string[]): Reply | null {
  const { situation, lexicon, places } = reader;
  const { board, can } = situation;
  if (!Number(board.rules.stations ?? 0)) return say(w().refusals.no_stations);
  const verb = saidAs("act", "build");
  if (!rest.length) return say(t().buildWhat(`${verb} ${board.cities[0]?.name}`));
  const read = places.read(rest, 1).filter((one) => specOf(situation, lexicon, one.rest));
  const most = Math.max(...read.map(({ score }) => score));
  const found = new Map(read.filter(({ score }) => score === most).map((one) => [one.cities[0]!, one.rest]));
  if (!found.size) return null;
  const named = (id: string): string => cityName(reader, id);
  if (found.size > 1)
    return ask([...found].map(([id, more]) => ({ what: named(id), text: [verb, named(id), ...more].join(" ") })));
  const [[city, more]] = [...found] as [[string, string[]]];
  const ways = can.cities.get(city);
  return ways ? payIn(situation, ways, specOf(situation, lexicon, more) ?? []) : say(whyNotBuild(situation, city));
}

function whyNotBuild({ board, game, own, names }: Situation, city: string): string {
  const why = whyNotWords(board, whyNotCity(board, game, own, city), names, own);
  return t().cannotBuild({ what: board.city.get(city)?.name ?? city, why });
}

function pay({ situation, lexicon }: Reader, rest: string[]): Reply | null {
  const { can } = situation;
  if (!can.pays.length) return say(can.decline ? w().table.tunnel.cannot : t().noTunnel);
  const spec = specOf(situation, lexicon, rest);
  return spec ? payIn(situation, can.pays, spec, false) : null;
}

function pass({ situation }: Reader): Reply {
  if (situation.can.pass) return doIt(situation, "pass", false);
  const why = notYet(situation);
  return say(why ? t().cannot(why) : w().refusals.must_act);
}
