// Which cities' names are shown at a size, and how large: readable on a phone, nowhere on top of each
// other. Lit cities come first; the names left out come back when one zooms in.

import type { Board } from "./facts";

/** The size of names in units of the board as it is drawn. */
export const FONT = 13;
/** In pixels: names are never smaller or larger than this, and never much larger than printed. */
const READABLE = 10.5;
const LARGE = 17;
const MOST = 2.1;

/** How many times larger than printed names are when a unit has `k` pixels. */
export const lettering = (k: number): number =>
  Math.min(MOST, LARGE / (FONT * k), Math.max(1, READABLE / (FONT * k)));

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxOf(city: Board["cities"][number], scale: number): Box {
  const { lines, x, y, anchor } = city.label;
  const width = Math.max(...lines.map((line) => line.length)) * FONT * 0.58 * scale;
  const height = lines.length * FONT * 1.1 * scale;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  const top = y - FONT * 0.8 * scale;
  return { left, top, right: left + width, bottom: top + height };
}

const clash = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The ids of the cities whose names are shown. */
export function shownNames(board: Board, k: number, lit: readonly string[]): Set<string> {
  const scale = lettering(k);
  const first = new Set(lit);
  if (scale <= 1.15) return new Set(board.cities.map((city) => city.id));
  const order = [...board.cities].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const taken: Box[] = [];
  const shown = new Set<string>();
  for (const city of order) {
    const box = boxOf(city, scale);
    if (!first.has(city.id) && taken.some((other) => clash(box, other))) continue;
    taken.push(box);
    shown.add(city.id);
  }
  return shown;
}
