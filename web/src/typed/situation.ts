// What the room knows when it answers: what is on the page for these eyes, and nothing else. Also what names of
// players and cards typed words mean in it.

import type { Happened, OwnView, PublicView } from "#protocol";
import type { Board } from "#/board/facts";
import { cardWord, colourWord, countsOf } from "#/i18n/story";
import type { Possible, Way } from "#/shown/position/actions";
import { tokensOf } from "./text";
import type { Lexicon } from "./words";

export interface Situation {
  board: Board;
  game: PublicView;
  /** The seat whose eyes look; its decision is null as long as nothing can be pressed. */
  own: OwnView | undefined;
  names: readonly string[];
  can: Possible;
  happened: readonly Happened[];
  /** Claims and stations are asked about before they are sent. */
  careful: boolean;
  /** Milliseconds left on the clock, if there is one. */
  left: number | null;
}

/** The seats that words name: a whole name, its beginning, `me`. */
export function seatsNamed({ names, own }: Situation, { self }: Lexicon, tokens: string[]): number[] {
  if (own && tokens.length === 1 && self.has(tokens[0]!)) return [own.seat];
  const said = tokens.join(" ");
  const called = names.map((name) => tokensOf(name).join(" "));
  const whole = called.flatMap((name, seat) => (said && (name === said || `${name}s` === said) ? [seat] : []));
  if (whole.length) return whole;
  return called.flatMap((name, seat) => (said && name.startsWith(said) ? [seat] : []));
}

/** The card that a word names, in the reader's language, in English or by its beginning. */
export function cardNamed({ board }: Situation, { wild }: Lexicon, token: string): string | undefined {
  if (wild.has(token)) return "locomotive";
  const forms = board.cards.map(({ name }): [string, string[]] => [name, formsOf(board, name)]);
  const whole = forms.filter(([, words]) => words.some((word) => word === token || `${word}s` === token));
  const begun = forms.filter(([, words]) => token.length > 1 && words.some((word) => word.startsWith(token)));
  const found = whole.length ? whole : begun;
  return found.length === 1 ? found[0]![0] : undefined;
}

const formsOf = (board: Board, card: string): string[] =>
  [card, ...(card === "locomotive" ? [] : [colourWord(card)]), cardWord(board, card), ...counted(board, card)].flatMap(
    tokensOf,
  );

const counted = (board: Board, card: string): string[] =>
  [1, 2].map((count) => cardWord(board, card, count).replace(/^\d+ /, ""));

/** Cards that a payment must have: so many of a kind, or some if no number was said. */
export type Spec = [card: string, count: number | undefined][];

/** Words such as `3 red 1 loco` as cards; undefined if they say anything else. */
export function specOf(situation: Situation, lexicon: Lexicon, tokens: string[]): Spec | undefined {
  const spec: Spec = [];
  let count: number | undefined;
  for (const token of tokens) {
    const card = cardNamed(situation, lexicon, token);
    if (/^\d+$/.test(token) && count === undefined) count = Number(token);
    else if (card) [spec[spec.length], count] = [[card, count], undefined];
    else return undefined;
  }
  return count === undefined ? spec : undefined;
}

/** Whether a payment is one that was spoken of. */
export const pays = (way: Way, spec: Spec): boolean =>
  spec.every(([card, count]) => {
    const laid = countsOf(way.payment)[card] ?? 0;
    return count === undefined ? laid > 0 : laid === count;
  });
