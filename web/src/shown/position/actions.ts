// Actions as texts, read and sorted for showing: what can be drawn, claimed, built and paid, and which
// way to pay is the sensible one. What is legal is the server's word; nothing here decides it.

import type { OwnView } from "#protocol";

export interface Payment {
  coloured: number;
  colour: string | null;
  locomotives: number;
}

export type Action =
  | { verb: "keep"; places: number[] }
  | { verb: "draw"; card: string }
  | { verb: "claim"; route: string; payment: Payment }
  | { verb: "build"; city: string; payment: Payment }
  | { verb: "pay"; payment: Payment }
  | { verb: "tickets" | "decline" | "pass" | "unknown" };

/** A way to pay with the action that pays it. */
export interface Way {
  action: string;
  payment: Payment;
}

/** Everything a seat may do now, by what it is done to. Ways to pay are in sensible order. */
export interface Possible {
  draw: Set<string>;
  tickets: boolean;
  routes: Map<string, Way[]>;
  cities: Map<string, Way[]>;
  keeps: string[];
  pays: Way[];
  decline: boolean;
  pass: boolean;
}

/** Read an action; another seat's choice of tickets is just `keep`. */
export function parseAction(text: string): Action {
  const [verb = "", ...rest] = text.split(" ");
  switch (verb) {
    case "keep":
      return { verb, places: rest.map(Number) };
    case "draw":
      return { verb, card: rest[0] ?? "deck" };
    case "claim":
      return { verb, route: rest[0] ?? "", payment: parsePayment(rest.slice(1)) };
    case "build":
      return { verb, city: rest[0] ?? "", payment: parsePayment(rest.slice(1)) };
    case "pay":
      return { verb, payment: parsePayment(rest) };
    case "tickets":
    case "decline":
    case "pass":
      return { verb };
    default:
      return { verb: "unknown" };
  }
}

function parsePayment(words: string[]): Payment {
  const payment: Payment = { coloured: 0, colour: null, locomotives: 0 };
  for (let i = 0; i + 1 < words.length; i += 2) {
    const count = Number(words[i]);
    if (words[i + 1] === "locomotive") payment.locomotives = count;
    else Object.assign(payment, { coloured: count, colour: words[i + 1] });
  }
  return payment;
}

/** What a seat may do now, as texts; the server sends numbers. */
export const legalOf = (board: { actions: readonly string[] }, own: Pick<OwnView, "decision" | "legal">): string[] =>
  own.decision === null ? [] : own.legal.map((number) => board.actions[number] ?? "");

/** Sort what is legal by what it is done to. */
export function possible(legal: readonly string[], hand: Readonly<Record<string, number>>): Possible {
  const found = nothing();
  for (const text of legal) sortIn(found, text);
  const order = sensibleFirst(hand);
  for (const ways of [...found.routes.values(), ...found.cities.values(), found.pays]) ways.sort(order);
  return found;
}

const nothing = (): Possible => ({
  draw: new Set(),
  tickets: false,
  routes: new Map(),
  cities: new Map(),
  keeps: [],
  pays: [],
  decline: false,
  pass: false,
});

function sortIn(found: Possible, text: string): void {
  const action = parseAction(text);
  switch (action.verb) {
    case "draw":
      found.draw.add(action.card);
      break;
    case "claim":
      add(found.routes, action.route, { action: text, payment: action.payment });
      break;
    case "build":
      add(found.cities, action.city, { action: text, payment: action.payment });
      break;
    case "pay":
      found.pays.push({ action: text, payment: action.payment });
      break;
    case "keep":
      found.keeps.push(text);
      break;
    case "tickets":
      found.tickets = true;
      break;
    case "decline":
      found.decline = true;
      break;
    case "pass":
      found.pass = true;
      break;
  }
}

function add(ways: Map<string, Way[]>, key: string, way: Way): void {
  const known = ways.get(key);
  if (known) known.push(way);
  else ways.set(key, [way]);
}

/** Fewest locomotives first, then the colour of which most cards stay in hand. */
function sensibleFirst(hand: Readonly<Record<string, number>>): (a: Way, b: Way) => number {
  const left = ({ payment }: Way): number => (payment.colour ? (hand[payment.colour] ?? 0) - payment.coloured : 0);
  return (a, b) => a.payment.locomotives - b.payment.locomotives || left(b) - left(a);
}

/** The one sensible way, where every other one only spends more locomotives; null where people choose. */
export const sensibleWay = (ways: readonly Way[]): Way | null =>
  ways.length === 1 || (ways[1]?.payment.locomotives ?? 0) > (ways[0]?.payment.locomotives ?? 0)
    ? (ways[0] ?? null)
    : null;

/** The action that keeps these places of an offer, if it is legal. */
export function keepAction(keeps: readonly string[], places: ReadonlySet<number>): string | null {
  const wanted = `keep ${[...places].sort((a, b) => a - b).join(" ")}`;
  return keeps.includes(wanted) ? wanted : null;
}
