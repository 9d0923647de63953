// The words of the puzzles, which only this room needs: one file for each language, plain texts with {places}.

import { spoken, type Language } from "#/i18n/words.svelte";
import en from "./words/en.json";
import fr from "./words/fr.json";
import nl from "./words/nl.json";

export type PuzzleWords = typeof en;

export const WORDS: Record<Language, PuzzleWords> = { en, nl, fr };

/** The words in the language spoken; whoever reads them in a component follows it. */
export const words = (): PuzzleWords => WORDS[spoken()];

/** A text with its places filled. */
export const filled = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);

type Texts = Readonly<Record<string, string | undefined>>;

export const themeWord = (theme: string): string => (words().themes as Texts)[theme] ?? theme;
export const levelWord = (level: number): string => (words().levels as Texts)[String(level)] ?? "";
/** What a hint says before its places are filled; a code of a newer server says nothing. */
export const hintText = (code: string): string => (words().hints as Texts)[code] ?? "";
