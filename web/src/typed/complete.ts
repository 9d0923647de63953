// How a line may go on: the phrases that begin like it, and after a verb what it can be done to now. For showing only.

import { cardWord, countsOf, pair } from "#/i18n/story";
import type { Reader } from "./moves";
import { unique } from "./places";
import { tokensOf } from "./text";
import type { Act, Ask, Phrase } from "./words";

/** No more than fit over the field. */
const MOST = 8;

/** Whole lines that a beginning may become, the likeliest first. */
export function completions(reader: Reader, line: string): string[] {
  const typed = tokensOf(line);
  if (!typed.length) return [];
  const open = !/\s$/.test(line);
  const phrases = reader.lexicon.phrases.filter(({ text }) => begins(tokensOf(text), typed, open));
  const verbs = reader.lexicon.phrases.filter((phrase) => phrase.open && begins(typed, tokensOf(phrase.text), false));
  const deepest = Math.max(0, ...verbs.map(({ text }) => tokensOf(text).length));
  const verb = verbs.find(({ text }) => tokensOf(text).length === deepest);
  const objects = verb ? objectsOf(reader, verb, typed.slice(deepest), open) : [];
  const cities = verb ? [] : citiesLike(reader, typed);
  const lines = [...objects, ...onePerMeaning(phrases).map(({ text, open }) => (open ? `${text} ` : text)), ...cities];
  return unique(lines)
    .filter((text) => text.trim() !== line.trim())
    .slice(0, MOST);
}

/** Whether words begin like others, the last of them perhaps unfinished. */
const begins = (words: string[], with_: string[], unfinished: boolean): boolean =>
  with_.length <= words.length &&
  with_.every((token, i) => (unfinished && i === with_.length - 1 ? words[i]!.startsWith(token) : words[i] === token));

/** The shortest phrase of each meaning: the others are understood, but need no place in a list. */
function onePerMeaning(phrases: Phrase[]): Phrase[] {
  const found = new Map<string, Phrase>();
  for (const phrase of phrases) if (!found.has(phrase.name)) found.set(phrase.name, phrase);
  return [...found.values()];
}

/** What a verb can be done to, as whole lines that go on as was typed. */
function objectsOf(reader: Reader, { text, name }: Phrase, typed: string[], open: boolean): string[] {
  const { fillers } = reader.lexicon;
  const wanted = typed.filter((token) => !fillers.has(token));
  return (OBJECTS[name]?.(reader) ?? [])
    .filter((object) => inOrder(tokensOf(object), wanted, open) || inOrder(turned(object), wanted, open))
    .map((object) => `${text} ${object}`);
}

/** Whether each typed word begins a later word than the one before. */
function inOrder(words: string[], typed: string[], open: boolean): boolean {
  let at = 0;
  return typed.every((token, i) => {
    const whole = !open || i < typed.length - 1 ? token : undefined;
    const next = words.findIndex((word, j) => j >= at && (word === whole || word.startsWith(token)));
    at = next + 1;
    return next >= 0;
  });
}

/** A pair of names the other way round. */
const turned = (object: string): string[] => object.split("–").reverse().flatMap(tokensOf);

const cityNames = ({ situation: { board } }: Reader, ids?: Iterable<string>): string[] =>
  ids ? [...ids].map((id) => board.city.get(id)?.name ?? id) : board.cities.map(({ name }) => name);

const OBJECTS: Partial<Record<Ask | Act, (reader: Reader) => string[]>> = {
  claim: ({ situation: { board, can } }) =>
    unique([...can.routes.keys()].flatMap((id) => board.route.get(id) ?? []).map((route) => pair(board, route))),
  draw: ({ situation: { board, can } }) =>
    [...can.draw].filter((card) => card !== "deck").map((card) => cardWord(board, card)),
  keep: ({ situation: { board, own, can }, lexicon }) =>
    can.keeps.length
      ? [
          [...lexicon.every][0]!,
          ...(own?.offer ?? []).flatMap((id) => board.ticket.get(id) ?? []).map((ticket) => pair(board, ticket)),
        ]
      : [],
  build: (reader) => cityNames(reader, reader.situation.can.cities.keys()),
  pay: ({ situation: { board, can } }) =>
    can.pays.map(({ payment }) =>
      Object.entries(countsOf(payment))
        .map(([card, count]) => cardWord(board, card, count))
        .join(" "),
    ),
  claimable: (reader) => cityNames(reader),
  buildable: (reader) => cityNames(reader, reader.situation.can.cities.keys()),
  way: (reader) => cityNames(reader),
  routes: (reader) => [...reader.situation.names, ...cityNames(reader)],
  tickets: ({ situation: { board, own } }) =>
    (own?.tickets ?? []).flatMap((id) => board.ticket.get(id) ?? []).map((ticket) => pair(board, ticket)),
};

const citiesLike = (reader: Reader, typed: string[]): string[] =>
  reader.situation.board.cities.filter(({ name }) => begins(tokensOf(name), typed, true)).map(({ name }) => name);
