// Which cities are meant by words: whole names, other languages' names, beginnings and initials. Invariant: what fits
// several equally well is given as several, never as the first of them.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { tokensOf } from "./text";
import type { Lexicon } from "./words";

/** A way to read words as cities: which ones, what follows them, and how well they fit. */
export interface PlacesRead {
  cities: string[];
  rest: string[];
  score: number;
}

/** The most words that a name has. */
const LONGEST = 4;
/** How well words fit a name: whole, its first words, a beginning or its initials, a later word. */
const WHOLE = 8;
const WORDS = 5;
const BEGINNING = 3;
const INSIDE = 1;

export class Places {
  private readonly names: [string[], string][];

  constructor(
    readonly board: Board,
    private readonly lexicon: Lexicon,
  ) {
    const own = board.cities.flatMap(({ id, name }): [string[], string][] => [
      [this.plain(name), id],
      [this.plain(id), id],
    ]);
    const others = lexicon.aliases.filter(([, id]) => board.city.has(id));
    this.names = [...own, ...others];
  }

  /** Every word of every name, for those who look for what was misspelt. */
  get vocabulary(): string[] {
    return this.names.flatMap(([tokens]) => tokens);
  }

  private plain(text: string): string[] {
    return tokensOf(text).filter((token) => !this.lexicon.fillers.has(token));
  }

  /** The cities that all of these words may mean, with how well they fit. */
  private fitting(run: string[]): Map<string, number> {
    const found = new Map<string, number>();
    for (const [name, id] of this.names) {
      const score = fit(name, run);
      if (score > (found.get(id) ?? 0)) found.set(id, score);
    }
    return found;
  }

  /** All ways to read words as so many cities, one after the other, and a rest. */
  read(tokens: string[], count: number): PlacesRead[] {
    if (count === 0) return [{ cities: [], rest: tokens, score: 0 }];
    const found: PlacesRead[] = [];
    for (let n = 1; n <= Math.min(LONGEST, tokens.length); n++) {
      const cities = this.fitting(tokens.slice(0, n));
      if (!cities.size) continue;
      for (const more of this.read(tokens.slice(n), count - 1))
        for (const [city, score] of cities)
          found.push({ cities: [city, ...more.cities], rest: more.rest, score: score + more.score });
    }
    return found;
  }

  /** The cities that words may mean as a whole, the best readings only. */
  one(tokens: string[]): string[] {
    return unique(best(this.read(tokens, 1).filter(({ rest }) => !rest.length)).map(({ cities }) => cities[0]!));
  }

  /** Pairs of cities, the best readings only; those that a route joins before any others. */
  pairs(tokens: string[], fits: (rest: string[]) => boolean): PlacesRead[] {
    const all = this.read(tokens, 2).filter(({ cities: [a, b], rest }) => a !== b && fits(rest));
    const joined = best(all.filter(({ cities }) => this.between(cities).length));
    const any = best(all);
    // Whole names that no route joins are meant as they are.
    const clear = any[0] && any[0].score >= 2 * WORDS && any[0].score > (joined[0]?.score ?? 0);
    return joined.length && !clear ? joined : any;
  }

  /** The tracks that join two cities. */
  between([a, b]: readonly string[]): RoutePart[] {
    return this.board.routes.filter((route) => (route.a === a && route.b === b) || (route.a === b && route.b === a));
  }
}

const best = (readings: PlacesRead[]): PlacesRead[] => {
  const most = Math.max(...readings.map(({ score }) => score));
  return readings.filter(({ score }) => score === most);
};

export const unique = <T>(things: T[]): T[] => [...new Set(things)];

/** How well words fit a name; 0 if they do not. */
function fit(name: string[], run: string[]): number {
  const joined = run.join("");
  if (name.join("") === joined) return WHOLE;
  if (run.length === 1 && name.length > 1 && name.map((word) => word[0]).join("") === joined) return BEGINNING;
  if (begins(name, run)) return run.every((token, i) => token === name[i]) ? WORDS : BEGINNING;
  return name.some((_, i) => i > 0 && begins(name.slice(i), run) && (run[0]?.length ?? 0) > 2) ? INSIDE : 0;
}

const begins = (name: string[], run: string[]): boolean =>
  run.length <= name.length && run.every((token, i) => name[i]!.startsWith(token));
