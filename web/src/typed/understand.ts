// What a typed line means: a question, a move, a thing on the board, the answer to a question that was asked back, or,
// misspelt, probably one of these. Invariant: nothing misspelt or ambiguous is done without being asked about.

import { actionWords } from "#/i18n/story";
import { ANSWERS, things } from "./answers";
import { MOVES, type Reader } from "./moves";
import { Places, unique } from "./places";
import { ask, confirm, say, type Choice, type Reply, type Tool } from "./reply";
import { pays, seatsNamed, specOf, type Situation } from "./situation";
import { nearest, tokensOf } from "./text";
import { lexicon, saidAs, t, type Act, type Ask, type Lexicon, type Phrase } from "./words";

/** A reader of what is typed in a situation. */
export function readerOf(situation: Situation, words: Lexicon = lexicon()): Reader {
  return { situation, lexicon: words, places: new Places(situation.board, words) };
}

/** What a line leads to; `asked` are the choices of the question before it. */
export function understand(reader: Reader, line: string, asked: Choice[] = []): Reply {
  const tokens = tokensOf(line).filter((token) => !reader.lexicon.fillers.has(token));
  if (!tokens.length) return ANSWERS.help(reader, [])!;
  const chosen = asked.length ? choose(reader, tokens, asked) : undefined;
  if (chosen) return chosen;
  return interpret(reader, tokens) ?? misspelt(reader, tokens) ?? unknown(line);
}

const unknown = (text: string): Reply => say(t().unknown({ text: text.trim(), help: saidAs("ask", "help") }));

/** The answer to a question: a number, `yes`, `no`, or the cards to pay with. */
function choose(reader: Reader, tokens: string[], asked: Choice[]): Reply | undefined {
  const [word] = tokens;
  const name = tokens.length === 1 ? exact(reader.lexicon.phrases, tokens)?.name : undefined;
  if (name === "no") return say(t().leftIt);
  const ways = asked.filter(({ way }) => way);
  const spec = ways.length ? specOf(reader.situation, reader.lexicon, tokens) : undefined;
  const paid = spec?.length ? ways.filter(({ way }) => pays(way!, spec)) : [];
  const numbered = tokens.length === 1 && /^\d$/.test(word!) ? asked[Number(word) - 1] : undefined;
  const choice =
    numbered ?? (name === "yes" && asked.length === 1 ? asked[0] : paid.length === 1 ? paid[0] : undefined);
  return choice && taken(reader, choice);
}

function taken(reader: Reader, { what, action, text, tool, way }: Choice): Reply {
  if (text !== undefined) return understand(reader, text);
  const { situation } = reader;
  if (way && action && situation.careful)
    return confirm(t().sure, { what: actionWords(situation.board, action), action });
  return { lines: action ? [] : [what], action, tool };
}

/** What words mean if nothing is misspelt; null if they mean nothing. */
function interpret(reader: Reader, tokens: string[]): Reply | null {
  const { phrases } = reader.lexicon;
  if (reader.situation.can.keeps.length && tokens.every((token) => /^\d+$/.test(token)))
    return MOVES.keep!(reader, tokens);
  const said = exact(phrases, tokens);
  if (said) return follow(reader, said, tokens.slice(said.tokens.length));
  const owner = ownersRoutes(reader, tokens);
  if (owner) return owner;
  const begun = begunBy(phrases, tokens);
  const named = things(reader, tokens);
  if (!begun.length) return named;
  if (begun.length === 1 && !named) return follow(reader, begun[0]!, tokens.slice(begun[0]!.tokens.length));
  return ask([...begun.map(({ text }) => ({ what: text, text })), ...(named?.choices ?? namedChoice(reader, tokens))]);
}

/** A thing that words name as well, as a choice beside others. */
function namedChoice({ places, situation, lexicon: words }: Reader, tokens: string[]): Choice[] {
  const cities = places.one(tokens).map((id) => situation.board.city.get(id)?.name ?? id);
  const players = seatsNamed(situation, words, tokens).map((seat) => situation.names[seat] ?? "");
  return [...cities, ...players].map((what) => ({ what, text: what }));
}

/** The longest phrase that words begin with; they may go on only where it is open. */
function exact(phrases: Phrase[], tokens: string[]): Phrase | undefined {
  const fits = phrases.filter(
    (phrase) =>
      phrase.tokens.length > 0 &&
      phrase.tokens.every((token, i) => token === tokens[i]) &&
      (phrase.open || phrase.tokens.length === tokens.length),
  );
  return fits.sort((a, b) => b.tokens.length - a.tokens.length || Number(a.open) - Number(b.open))[0];
}

/** Phrases that words begin with in short; one of each meaning. Moves want three letters, for they cannot be unsaid. */
function begunBy(phrases: Phrase[], tokens: string[]): Phrase[] {
  const fits = phrases.filter(({ kind, tokens: full, open }) => {
    if (!full.length || full.length > tokens.length || (!open && full.length < tokens.length)) return false;
    const least = kind === "act" ? 3 : 2;
    return full.every((word, i) => word === tokens[i] || (tokens[i]!.length >= least && word.startsWith(tokens[i]!)));
  });
  const most = Math.max(...fits.map(({ tokens: full }) => full.length));
  const best = fits.filter(({ tokens: full }) => full.length === most);
  return unique(best.map(({ name }) => name)).map((name) => best.find((phrase) => phrase.name === name)!);
}

/** `Anna's routes`: the question after whose they are. */
function ownersRoutes(reader: Reader, tokens: string[]): Reply | null {
  const asks = reader.lexicon.phrases.filter(({ name, tokens: words }) => name === "routes" && words.length === 1);
  const head = tokens.slice(0, -1);
  if (!head.length || !asks.some(({ tokens: [word] }) => word === tokens.at(-1))) return null;
  return seatsNamed(reader.situation, reader.lexicon, head).length ? ANSWERS.routes(reader, head) : null;
}

function follow(reader: Reader, { kind, name }: Phrase, rest: string[]): Reply | null {
  if (kind === "ask") return ANSWERS[name as Ask](reader, rest);
  const move = MOVES[name as Act];
  if (move) return move(reader, rest);
  return name === "yes" || name === "no" ? say(t().nobodyAsks) : { lines: [], tool: name as Tool };
}

/** What was probably meant: each word that nobody knows becomes the nearest known one. */
function misspelt(reader: Reader, tokens: string[]): Reply | null {
  const known = vocabulary(reader);
  const begins = (token: string): boolean => [...known].some((word) => word.startsWith(token));
  const right = tokens.map((token) => (begins(token) ? token : (nearest(token, known) ?? token)));
  const text = right.join(" ");
  if (text === tokens.join(" ") || !interpret(reader, right)) return null;
  return confirm(t().meant, { what: text, text });
}

function vocabulary({ situation, lexicon: words, places }: Reader): Set<string> {
  const cards = situation.board.cards.map(({ name }) => name);
  const names = situation.names.flatMap(tokensOf);
  const phrases = words.phrases.flatMap(({ tokens }) => tokens);
  return new Set([...phrases, ...places.vocabulary, ...names, ...cards, ...words.wild, ...words.every]);
}
