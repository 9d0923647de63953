// The words of the review, which only this room needs: one file for each language, plain texts with {places}.

import { spoken, type Language } from "#/i18n/words.svelte";
import en from "./words/en.json";
import fr from "./words/fr.json";
import nl from "./words/nl.json";

export type Words = typeof en;

export const WORDS: Record<Language, Words> = { en, nl, fr };

/** The words in the language spoken; whoever reads them in a component follows it. */
export const words = (): Words => WORDS[spoken()];

/** A text with its places filled. */
export const filled = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
