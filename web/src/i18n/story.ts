// What happens in a game, in the words of the language spoken now. Names of cities are the board's
// own and never translated. Words only: nothing is decided by them, and an unknown event or label of
// a newer server is left out or shown as it is, never an error.

import type { GameEvent, Happened, RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { parseAction, type Payment } from "#/shown/position/actions";
import type { Needs } from "#/shown/position/needs";
import { listed, spoken, w } from "./words.svelte";

type Forms = Readonly<Record<string, ((count: number) => string) | undefined>>;

/** A piece or wild card as the board calls it: `taxis`. */
function thing(board: Board, key: string, count: number): string {
  const label = board.labels[key] ?? key;
  return (w().story.thing as Forms)[label]?.(count) ?? label;
}

/** Pieces of the board, with their number if one is given: `3 trains`, `taxis`. */
export function piecesWord(board: Board, piece: "train" | "station", count?: number): string {
  return count === undefined ? thing(board, piece, 2) : `${count} ${thing(board, piece, count)}`;
}

/** A colour by its bare name. */
export const colourWord = (colour: string): string =>
  (w().story.colour as Readonly<Record<string, string | undefined>>)[colour] ?? colour;

/** A card by its colour; counted if a number is given: `2 red`. */
export function cardWord(board: Board, card: string, count?: number): string {
  if (count === undefined) return card === "locomotive" ? thing(board, card, 1) : colourWord(card);
  if (card === "locomotive") return `${count} ${thing(board, card, count)}`;
  return `${count} ${(w().story.cards as Forms)[card]?.(count) ?? card}`;
}

/** Cards by their counts, in the board's order: `2 red and 1 locomotive`. */
export function cardsWords(board: Board, cards: Readonly<Record<string, number>>): string {
  const held = board.cards.filter((card) => cards[card.name]);
  return listed(held.map((card) => cardWord(board, card.name, cards[card.name])));
}

const paymentWords = (board: Board, payment: Payment): string => cardsWords(board, countsOf(payment));

/** What a way still takes: `7 trains; missing 2 red, 3 of any one colour`. */
export function needWords(board: Board, { trains, cards }: Needs): string {
  const { any = 0, ...coloured } = cards;
  const say = w().table.tickets;
  const missing = [cardsWords(board, coloured), any ? say.anyColour(any) : ""].filter(Boolean).join(", ");
  const pieces = piecesWord(board, "train", trains);
  return missing ? say.takes({ trains: pieces, missing }) : say.payable(pieces);
}

/** A payment as counts of cards. */
export function countsOf(payment: Payment): Record<string, number> {
  const counts: Record<string, number> = {};
  if (payment.colour) counts[payment.colour] = payment.coloured;
  if (payment.locomotives) counts.locomotive = payment.locomotives;
  return counts;
}

/** A city by its id. */
export const cityName = (board: Board, id: string): string => board.city.get(id)?.name ?? id;

/** The two cities of a route or ticket: `Paris–Zürich`. */
export function pair(board: Board, of: { a: string; b: string }): string {
  return `${cityName(board, of.a)}–${cityName(board, of.b)}`;
}

/** A route by its id; of a double route, which side it is. */
export function routeWords(board: Board, id: string): string {
  const route = board.route.get(id);
  if (!route) return id;
  const cities = pair(board, route);
  if (!route.twin) return cities;
  if (board.route.get(route.twin)?.colour !== route.colour)
    return w().story.route.of({ cities, colour: colourWord(route.colour) });
  return w().story.route.side({ cities, side: id.includes("#2") ? 2 : 1 });
}

/** All that is printed of a route: `Paris–Zürich, 3 spaces, gray, tunnel, 4 points`. */
export function routeFacts(board: Board, route: RoutePart): string {
  const say = w().story;
  const parts = [routeWords(board, route.id), say.spaces(route.length)];
  parts.push(colourWord(route.colour));
  if (route.tunnel) parts.push(say.route.tunnel);
  if (route.ferry)
    parts.push(say.route.ferry({ count: route.ferry, locomotives: thing(board, "locomotive", route.ferry) }));
  return [...parts, say.points(route.points)].join(", ");
}

/** A ticket by its id, with its points. */
export function ticketWords(board: Board, id: string): string {
  const ticket = board.ticket.get(id);
  return ticket ? w().story.ticket({ cities: pair(board, ticket), points: w().story.points(ticket.points) }) : id;
}

/** An action such as `claim paris-zurich 3 purple`; `offer` are the tickets that `keep` chooses from. */
export function actionWords(board: Board, action: string, offer: readonly string[] = []): string {
  const say = w().story.action;
  const done = parseAction(action);
  switch (done.verb) {
    case "keep":
      return keepWords(board, done.places, offer);
    case "draw":
      return done.card === "deck" ? say.deck : say.take(cardWord(board, done.card));
    case "claim":
      return say.claim({ route: routeWords(board, done.route), cards: paymentWords(board, done.payment) });
    case "build":
      return say.build({
        station: thing(board, "station", 1),
        city: cityName(board, done.city),
        cards: paymentWords(board, done.payment),
      });
    case "pay":
      return say.pay(paymentWords(board, done.payment));
    case "tickets":
      return say.tickets;
    case "decline":
      return say.decline;
    case "pass":
      return say.pass;
    default:
      return action;
  }
}

function keepWords(board: Board, places: number[], offer: readonly string[]): string {
  const kept = places.flatMap((place) => offer[place - 1] ?? []);
  if (kept.length === 0) return w().story.action.keepHidden;
  return w().story.action.keep(listed(kept.map((id) => ticketPair(board, id))));
}

/** The cities of a ticket: `Brest–Petrograd`. */
export function ticketPair(board: Board, id: string): string {
  const ticket = board.ticket.get(id);
  return ticket ? pair(board, ticket) : id;
}

/** What an entry of the log tells, as sentences; `names` are the players' by seat. */
export function told(entry: Happened, names: readonly string[], board: Board): string[] {
  const say = w().story.told;
  const who = entry.seat === null ? say.somebody : (names[entry.seat] ?? say.somebody);
  const params = entry.params;
  switch (entry.kind) {
    case "started":
      if (params.ply) return [say.goesOn(Number(params.ply))];
      return [say.started(names[Number(params.first)] ?? say.somebody)];
    case "did":
      return toldEvents(entry.events, names, board);
    case "sat":
      return [params.moved ? say.returned(who) : say.sat(String(params.name ?? who))];
    case "left":
      return [params.why === "time" ? say.leftByTime(who) : params.why === "kicked" ? say.kicked(who) : say.left(who)];
    case "returned":
      return [say.returned(who)];
    case "took_back":
      return [say.tookBack({ who, plies: Number(params.plies) }), ...(params.piles ? [say.shuffledAgain] : [])];
    case "asked_back":
      return [say.askedBack(who)];
    case "answered_back":
      return [params.agrees ? say.agreed(who) : say.refused(who)];
    case "hinted":
      return [say.hinted(who)];
    case "rematched":
      return [say.rematched(who)];
    case "closed":
    case "reopened":
      return [say[entry.kind]];
    default:
      return [];
  }
}

/** A sentence, and the seat that it is about; null if it is about nobody. */
export interface ToldLine {
  seat: number | null;
  text: string;
}

/** What an entry of the log tells, each sentence with whom it is about: one choice may end everybody's. */
export function toldBy(entry: Happened, names: readonly string[], board: Board): ToldLine[] {
  if (entry.kind !== "did") return told(entry, names, board).map((text) => ({ seat: entry.seat, text }));
  return linesOf(entry.events, names, board).map((line) => ({ ...line, seat: line.seat ?? entry.seat }));
}

/** What the events of a game tell. */
export const toldEvents = (events: readonly GameEvent[], names: readonly string[], board: Board): string[] =>
  linesOf(events, names, board).map((line) => line.text);

function linesOf(events: readonly GameEvent[], names: readonly string[], board: Board): ToldLine[] {
  const teller = new Teller(names, board);
  const told = events.flatMap((event) => teller.tell(event));
  return [...told, ...teller.drawn()].filter((line) => line.text !== "");
}

const BETWEEN: ReadonlySet<string> = new Set(["drew", "took", "turned_up", "turn"]);

/**
 * Tells events one by one; remembers cards until the event that says what they were for. The cards that
 * somebody draws one after the other are one sentence.
 */
class Teller {
  private spent: Record<string, number> = {};
  private revealed: string[] = [];
  private took: Record<string, number> = {};
  private drew: Record<string, number> = {};
  private unseen = 0;
  private drawer: number | null = null;

  constructor(
    private readonly names: readonly string[],
    private readonly board: Board,
  ) {}

  tell(event: GameEvent): ToldLine[] {
    const before = BETWEEN.has(event.name) ? [] : this.drawn();
    const seat = event.params.seat === undefined ? null : Number(event.params.seat);
    return [...before, { seat, text: TOLD[event.name]?.(this, event.params) ?? "" }];
  }

  /** The cards drawn so far, as sentences. */
  drawn(): ToldLine[] {
    const say = w().story.told;
    const [took, drew] = [cardsWords(this.board, this.took), cardsWords(this.board, this.drew)];
    const seat = this.drawer;
    const who = this.who({ seat });
    const said = [
      took && say.took({ who, cards: took }),
      drew && say.drew({ who, cards: drew }),
      this.unseen ? say.drewUnseen({ who, count: this.unseen }) : "",
    ];
    [this.took, this.drew, this.unseen] = [{}, {}, 0];
    return said.map((text) => ({ seat, text }));
  }

  draw(params: Params, from: "took" | "drew"): string {
    const card = params.card ? String(params.card) : null;
    this.drawer = Number(params.seat);
    if (card) this[from][card] = (this[from][card] ?? 0) + 1;
    else this.unseen++;
    return "";
  }

  who(params: Params): string {
    return this.names[Number(params.seat ?? NaN)] ?? w().story.told.somebody;
  }

  collect(params: Params): string {
    this.spent[String(params.card)] = (this.spent[String(params.card)] ?? 0) + Number(params.count);
    return "";
  }

  reveal(params: Params): string {
    this.revealed.push(cardWord(this.board, String(params.card)));
    return "";
  }

  cards(): string {
    const words = cardsWords(this.board, this.spent);
    this.spent = {};
    return words;
  }

  claimed(params: Params): string {
    const say = w().story.told;
    const claim = { who: this.who(params), route: this.route(params), points: w().story.points(Number(params.points)) };
    const cards = this.cards();
    return cards ? say.claimed({ ...claim, cards }) : say.claimedFree(claim);
  }

  tunnel(params: Params): string {
    const say = w().story.told;
    const laid = say.tunnel({ who: this.who(params), route: this.route(params), cards: this.cards() });
    const up = this.revealed.length
      ? say.revealed({ cards: listed(this.revealed), extra: Number(params.extra) })
      : say.nothingRevealed;
    return `${laid} ${capital(up)}`;
  }

  built(params: Params): string {
    const say = w().story.told;
    const city = cityName(this.board, String(params.city));
    const built = { who: this.who(params), station: thing(this.board, "station", 1), city };
    const cards = this.cards();
    return cards ? say.built({ ...built, cards }) : say.builtFree(built);
  }

  kept(params: Params): string {
    const who = this.who(params);
    const tickets = params.tickets as string[] | undefined;
    if (!tickets) return w().story.told.kept({ who, count: Number(params.count) });
    const named = tickets.map((id) => ticketPair(this.board, id));
    return w().story.told.keptThese({ who, tickets: listed(named) });
  }

  ended(params: Params): string {
    const ways: Readonly<Record<string, string | undefined>> = w().story.told.ended;
    return ways[String(params.reason)] ?? "";
  }

  lastRound(params: Params): string {
    return w().story.told.lastRound({ who: this.who(params), trains: thing(this.board, "train", 2) });
  }

  route(params: Params): string {
    return routeWords(this.board, String(params.route));
  }

  locomotives(): string {
    return thing(this.board, "locomotive", 2);
  }
}

type Params = Record<string, unknown>;

const TOLD: Readonly<Record<string, ((teller: Teller, params: Params) => string) | undefined>> = {
  drew: (teller, params) => teller.draw(params, "drew"),
  took: (teller, params) => teller.draw(params, "took"),
  paid: (teller, params) => teller.collect(params),
  laid: (teller, params) => teller.collect(params),
  revealed: (teller, params) => teller.reveal(params),
  claimed: (teller, params) => teller.claimed(params),
  tunnel: (teller, params) => teller.tunnel(params),
  declined: (teller, params) => w().story.told.declined({ who: teller.who(params), route: teller.route(params) }),
  built: (teller, params) => teller.built(params),
  offered: (teller, params) => w().story.told.offered({ who: teller.who(params), count: Number(params.count) }),
  answered: (teller, params) => w().story.told.answered(teller.who(params)),
  kept: (teller, params) => teller.kept(params),
  wiped: (teller, params) => w().story.told.wiped({ locomotives: teller.locomotives(), times: Number(params.times) }),
  reshuffled: (_teller, params) => w().story.told.reshuffled(Number(params.cards)),
  last_round: (teller, params) => teller.lastRound(params),
  passed: (teller, params) => w().story.told.passed(teller.who(params)),
  ended: (teller, params) => teller.ended(params),
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const percent = (part: unknown): string =>
  new Intl.NumberFormat(spoken(), { style: "percent" }).format(Number(part));

/** A quick phrase of the chat. */
export const phraseWords = (phrase: string): string =>
  (w().story.phrase as Readonly<Record<string, string | undefined>>)[phrase] ?? phrase;

const HOUR = 3_600_000;

/** A span of time: `0:42`, `3 hours`, `2 days`. */
export function duration(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 48 * HOUR) return w().story.days(Math.floor(left / HOUR / 24));
  if (left >= HOUR) return w().story.hours(Math.floor(left / HOUR));
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
