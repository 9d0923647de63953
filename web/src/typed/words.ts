// The words of this room: what it says, and what may be typed, in the reader's language and always in English too.

import en from "virtual:words/typed.en";
import fr from "virtual:words/typed.fr";
import nl from "virtual:words/typed.nl";
import { spoken } from "#/i18n/words.svelte";
import type { TypedWords } from "#/i18n/catalogue";
import { tokensOf } from "./text";

const ALL: Readonly<Record<string, TypedWords>> = { en, fr, nl };

/** What this room says, in the language spoken now. */
export const t = (): TypedWords => ALL[spoken()] ?? en;

export type Ask = keyof TypedWords["ask"];
export type Act = keyof TypedWords["act"];

/** One way to say something. `open`: more follows. */
export interface Phrase {
  kind: "ask" | "act";
  name: Ask | Act;
  tokens: string[];
  open: boolean;
  text: string;
}

export interface Lexicon {
  phrases: Phrase[];
  fillers: ReadonlySet<string>;
  self: ReadonlySet<string>;
  every: ReadonlySet<string>;
  wild: ReadonlySet<string>;
  /** Other names of cities: their words, and the city's id. */
  aliases: [string[], string][];
}

const split = (list: string): string[] => list.split(", ");

/** All that may be typed now, the reader's language first. */
export function lexicon(): Lexicon {
  const both = [...new Set([t(), en])];
  const set = (of: (words: TypedWords) => string): Set<string> =>
    new Set(both.flatMap((words) => split(of(words)).flatMap(tokensOf)));
  const fillers = set((words) => words.fillers);
  return {
    phrases: both.flatMap((words) => phrasesOf(words, fillers)),
    fillers,
    self: set((words) => words.self),
    every: set((words) => words.every),
    wild: set((words) => words.wild),
    aliases: both.flatMap((words) => split(words.cities).map(aliasOf)),
  };
}

function aliasOf(text: string): [string[], string] {
  const at = text.lastIndexOf(" ");
  return [tokensOf(text.slice(0, at)), text.slice(at + 1)];
}

function phrasesOf(words: TypedWords, fillers: ReadonlySet<string>): Phrase[] {
  return (["ask", "act"] as const).flatMap((kind) =>
    Object.entries(words[kind]).flatMap(([name, list]) =>
      split(list).map((said): Phrase => {
        const text = said.replace(/ \*$/, "");
        const tokens = tokensOf(text).filter((token) => !fillers.has(token));
        return { kind, name: name as Ask | Act, tokens, open: said.endsWith("*"), text };
      }),
    ),
  );
}

/** How something is said: the first of its phrases in the language spoken now. */
export const saidAs = (kind: "ask" | "act", name: Ask | Act): string =>
  split((t()[kind] as Readonly<Record<string, string>>)[name] ?? "")[0]!.replace(/ \*$/, "");
