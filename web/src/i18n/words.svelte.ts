// Which language is spoken, and its words. The words are data, in a folder for each language; English is the
// measure of the others. A component reads `w().shell.start.go` and follows a switch.

import en from "virtual:words/en";
import type { Catalogue } from "./catalogue";

export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français" };
export type Language = keyof typeof LANGUAGES;

const others: Record<Exclude<Language, "en">, () => Promise<{ default: readonly unknown[] }>> = {
  nl: () => import("virtual:words/nl"),
  fr: () => import("virtual:words/fr"),
};

/** The words of another language under the keys of the English ones. They travel without keys, in the same order. */
function keyed<T>(like: T, values: unknown[]): T {
  if (typeof like !== "object" || like === null || Array.isArray(like)) return values.shift() as T;
  return Object.fromEntries(Object.entries(like).map(([key, part]) => [key, keyed(part, values)])) as T;
}

const KEY = "whistlestop.language";
let language = $state<Language>("en");
let words = $state.raw<Catalogue>(en);

// American English would have another comma before the "and".
const listsIn = (spoken: Language): Intl.ListFormat => new Intl.ListFormat(spoken === "en" ? "en-GB" : spoken);
let lists = $state.raw(listsIn("en"));

/** Several things as the language spoken now lists them: `red, blue and green`. */
export const listed = (things: readonly string[]): string => lists.format(things);

/** A number as people write it, with a real minus. */
export const numeral = (value: number): string => (value < 0 ? `−${-value}` : String(value));

/** A number with its sign. */
export const signed = (value: number): string => (value < 0 ? numeral(value) : `+${value}`);

/** The words of the language that is spoken now. */
export const w = (): Catalogue => words;

export const spoken = (): Language => language;

/** Speak another language from now on. */
export async function speak(wanted: Language): Promise<void> {
  words = wanted === "en" ? en : keyed(en, [...(await others[wanted]()).default]);
  language = wanted;
  lists = listsIn(wanted);
  document.documentElement.lang = wanted;
  localStorage.setItem(KEY, wanted);
}

/** Speak what was chosen last, or what the browser prefers. */
export function speakAsBefore(): Promise<void> {
  const known = (code: string | null): code is Language => code !== null && code in LANGUAGES;
  const wishes = [localStorage.getItem(KEY), ...navigator.languages.map((code) => code.slice(0, 2))];
  return speak(wishes.find(known) ?? "en");
}
