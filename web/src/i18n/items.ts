// The items of a score in the words of the language spoken now. An item that the catalogues do not know has the words
// that its board brings along; one that nobody has words for is shown by its name. Names come from board files, so
// none of them may find what every object has.

import type { BonusPart } from "#protocol";
import type { Board } from "#/board/facts";
import { spoken, w } from "./words.svelte";

/** What `words` has under the first of the keys that it knows. */
export function known<T>(words: object, ...keys: string[]): T | undefined {
  const key = keys.find((one) => Object.hasOwn(words, one));
  return key === undefined ? undefined : (words as Record<string, T>)[key];
}

/** The bonus of a board that an item of a score is for; routes and tickets are none. */
export const bonusOf = (board: Board, name: string): BonusPart | undefined =>
  board.bonuses.find((bonus) => bonus.name === name);

/** What those bonuses are called that only this board has, and for which a city counts. */
export const bonusesAt = (board: Board, city: string): string[] =>
  board.bonuses
    .filter(({ label, cities }) => Object.keys(label).length && cities.includes(city))
    .map(({ name }) => itemName(board, name));

/** What an item of the score is called. */
export function itemName(board: Board, name: string): string {
  const label = bonusOf(board, name)?.label ?? {};
  return known<string>(w().end.items, name) ?? known<string>(label, spoken(), "en") ?? name.replaceAll("_", " ");
}
