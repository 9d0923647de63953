// Which cities' names are shown at a size, and how large: readable on a phone, nowhere on top of each
// other. Lit cities come first; the names left out come back when one zooms in.

import type { Board } from "#/board/facts";

/** The size of names in units of the board as it is drawn. */
export const FONT = 13;
/** In pixels: names are never smaller or larger than this, and never much larger than printed. */
const READABLE = 10.5;
const LARGE = 17;
const MOST = 2.1;

/** How many times larger than printed names are when a unit has `k` pixels. */
export const lettering = (k: number): number => Math.min(MOST, LARGE / (FONT * k), Math.max(1, READABLE / (FONT * k)));

type City = Board["cities"][number];

/** Where the first line of a name goes, and the room that it takes. */
interface Placed {
  x: number;
  y: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A name that is larger than printed keeps clear of its city, and never leaves the board at its sides. */
export function placed(board: Board, city: City, scale: number): Placed {
  const { lines, anchor } = city.label;
  const width = Math.max(...lines.map((line) => line.length)) * FONT * 0.58 * scale;
  const height = lines.length * FONT * 1.1 * scale;
  const left = city.label.x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  const shift = Math.max(0, -left) - Math.max(0, left + width - board.width);
  const y = shift && anchor !== "middle" ? city.y - 11 - height + FONT * scale : baseline(city, scale);
  const top = y - FONT * 0.8 * scale;
  return { x: city.label.x + shift, y, left: left + shift, top, right: left + shift + width, bottom: top + height };
}

function baseline(city: City, scale: number): number {
  const { y, lines } = city.label;
  const grown = FONT * (scale - 1);
  const height = (lines.length - 1) * FONT * 1.1;
  if (y > city.y + 8) return y + grown * 0.75;
  if (y + height < city.y - 4) return y - (lines.length - 1) * grown * 1.1;
  return y + grown * 0.3;
}

const clash = (a: Placed, b: Placed): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The ids of the cities whose names are shown. */
export function shownNames(board: Board, k: number, lit: readonly string[]): Set<string> {
  const scale = lettering(k);
  const first = new Set(lit);
  if (scale <= 1.15) return new Set(board.cities.map((city) => city.id));
  const order = [...board.cities].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const taken: Placed[] = [];
  const shown = new Set<string>();
  for (const city of order) {
    const box = placed(board, city, scale);
    if (!first.has(city.id) && taken.some((other) => clash(box, other))) continue;
    taken.push(box);
    shown.add(city.id);
  }
  return shown;
}
