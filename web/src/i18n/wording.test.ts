// What a reader's pass over the words can leave to a program: signs, spaces, and one word for one thing.

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { roomWords, wordsOf, type Words } from "../../catalogues/catalogue";
import { LANGUAGES, type Language } from "./words.svelte";

const here = fileURLToPath(new URL(".", import.meta.url));
const languages = Object.keys(LANGUAGES) as Language[];

/** Every text of a language with its path. */
function textsOf(words: Words, path = ""): [path: string, text: string][] {
  if (typeof words === "string") return [[path, words]];
  return Object.entries(words).flatMap(([key, part]) => textsOf(part as Words, path ? `${path}.${key}` : key));
}
const all = (language: Language): [path: string, text: string][] => [
  ...textsOf(wordsOf(`${here}${language}`)),
  ...textsOf(roomWords(`${here}${language}`, "rules"), "rules"),
];

/** The texts of a language in which something is found that should not be there. */
const found = (language: Language, wrong: RegExp, ...but: string[]): string[] =>
  all(language)
    .filter(([path, text]) => !but.includes(path) && wrong.test(text))
    .map(([path, text]) => `${path}: ${text}`);

test.each(languages)("a negative number in %s has a minus, not a hyphen", (language) => {
  expect(found(language, /(^|[\s(])-[\d{#]/)).toEqual([]);
});

test.each(languages)("apostrophes, dots and spaces in %s are those of a printer", (language) => {
  expect(found(language, /'|\.\.\.|"/)).toEqual([]);
  expect(found(language, /^\s|\s$| {2}/, "end.charts.between")).toEqual([]);
});

test("French has a space that does not break before its double signs, and no other language any", () => {
  expect(found("fr", /[^\s\u00a0\u202f:/][:;?!](\s|$)|[^\u00a0\u202f:/\s] [:;?!]/)).toEqual([]);
  for (const language of ["en", "nl"] as const) expect(found(language, /\s[:;?!](\s|$)/)).toEqual([]);
});

test.each(languages)("a sentence in %s that is begun is ended", (language) => {
  const sentence = /^\p{Lu}[^.!?]*[.!?] \p{Lu}/u;
  const open = all(language).filter(([, text]) => sentence.test(text) && !/[.!?…:})”»]$|\{\w+\}$/.test(text));
  expect(open).toEqual([]);
});

/** Words that the catalogues do not use, because another one means the same thing there. */
const OTHER_WORDS: Record<Language, RegExp> = {
  en: /\bdestination|\bwagon|\blink(ed)? cards?\b|\b(other|one|each|which) sides?\b/i,
  nl: /\bkarakter|\blocomotief kaart|\bbestemming|\b(kant|kanten) van (de|deze) dubbele/i,
  fr: /\bbillet|\bseconde (carte|voie)|\bdestination|\bcôté de (la|cette) route/i,
};

test.each(languages)("one thing has one word in %s", (language) => {
  expect(found(language, OTHER_WORDS[language])).toEqual([]);
});
