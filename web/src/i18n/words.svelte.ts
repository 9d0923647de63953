// Which language is spoken, and its words. English is the measure: the other catalogues have its type,
// so a missing or misspelt key fails the check. A component reads `w().start.play` and follows a switch.

import en from "./en";

type Wide<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : { readonly [K in keyof T]: Wide<T[K]> };

export type Catalogue = Wide<typeof en>;
export type Language = "en" | "nl" | "fr";
export const LANGUAGES: Record<Language, string> = { en: "English", nl: "Nederlands", fr: "Français" };

const others: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  nl: () => import("./nl"),
  fr: () => import("./fr"),
};

/** A catalogue with its keys. A build leaves them out of all but the English one, and keeps the order. */
export function keyed<T extends object>(like: T, values: unknown): T {
  if (!Array.isArray(values)) return values as T;
  const pairs = Object.entries(like).map(([key, value], i) => {
    const nested = typeof value === "object" && !Array.isArray(value);
    return [key, nested ? keyed(value as object, values[i]) : values[i]];
  });
  return Object.fromEntries(pairs) as T;
}

const KEY = "whistlestop.language";
let language = $state<Language>("en");
let words = $state.raw<Catalogue>(en);

/** The words of the language that is spoken now. */
export const w = (): Catalogue => words;

export const spoken = (): Language => language;

/** Speak another language from now on. */
export async function speak(wanted: Language): Promise<void> {
  words = wanted === "en" ? en : keyed<Catalogue>(en, (await others[wanted]()).default);
  language = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem(KEY, wanted);
}

/** Speak what was chosen last, or what the browser prefers. */
export function speakAsBefore(): Promise<void> {
  const known = (code: string | null): code is Language => code !== null && code in LANGUAGES;
  const wishes = [localStorage.getItem(KEY), ...navigator.languages.map((code) => code.slice(0, 2))];
  return speak(wishes.find(known) ?? "en");
}
