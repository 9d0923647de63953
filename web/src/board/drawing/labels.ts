// What the names of cities are at a size, where they stand and how large they are. Every city has one: in full where
// all of them can be read side by side, short (`Kyï`, `Constant`) where they cannot, and lit cities always in full.

import type { Board } from "#/board/facts";

/** The size of names in units of the board as it is drawn. */
export const fontOf = (board: Board): number => board.cities[0]?.label.font ?? 13;

/** In pixels: names in full are never smaller or larger than this, short ones never smaller than that. */
const READABLE = 11;
const LARGE = 17;
const SHORT = 9.6;
/** Full names are never more than so many times larger than printed. */
const MOST = 2.1;
/** Up to here names stay where they are printed: there is room for them. */
const PRINTED = 1.15;
/** The fewest letters of a short name, and how many letters at least it must save. */
const LETTERS = 3;
const SAVES = 2;

/** How many times larger than printed names are when a unit has `k` pixels. */
export const lettering = (board: Board, k: number): number => {
  const pixels = fontOf(board) * k;
  return Math.min(MOST, LARGE / pixels, Math.max(1, READABLE / pixels));
};

type City = Board["cities"][number];

/** A name on the map, its size in units, and the room that it takes. */
export interface CityLabel {
  city: string;
  lines: readonly string[];
  anchor: City["label"]["anchor"];
  font: number;
  x: number;
  y: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The name of every city when a unit has `k` pixels; those of `lit` cities are never shortened. */
export function labels(board: Board, k: number, lit: readonly string[]): CityLabel[] {
  const scale = lettering(board, k);
  const full = board.cities.map((city) => printed(board, city, scale));
  if (scale <= PRINTED || !full.some((a, i) => full.some((b, j) => i < j && clash(a, b)))) return full;
  return shortened(board, SHORT / k, new Set(lit));
}

/** A name in full; larger than printed it keeps clear of its city, and never leaves the board at its sides. */
function printed(board: Board, city: City, scale: number): CityLabel {
  const { lines, anchor, font } = city.label;
  const box = boxed(city, lines, anchor, font * scale, city.label.x, baseline(city, scale));
  const shift = Math.max(0, -box.left) - Math.max(0, box.right - board.width);
  if (!shift) return box;
  const height = lines.length * font * 1.1 * scale;
  const y = anchor === "middle" ? box.y : city.y - 11 - height + font * scale;
  return boxed(city, lines, anchor, font * scale, city.label.x + shift, y);
}

function baseline(city: City, scale: number): number {
  const { y, lines, font } = city.label;
  const grown = font * (scale - 1);
  const height = (lines.length - 1) * font * 1.1;
  if (y > city.y + 8) return y + grown * 0.75;
  if (y + height < city.y - 4) return y - (lines.length - 1) * grown * 1.1;
  return y + grown * 0.3;
}

function boxed(
  city: City,
  lines: readonly string[],
  anchor: City["label"]["anchor"],
  font: number,
  x: number,
  y: number,
): CityLabel {
  const width = Math.max(...lines.map((line) => line.length)) * font * 0.58;
  const left = x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  const top = y - font * 0.8;
  const bottom = top + lines.length * font * 1.1;
  return { city: city.id, lines, anchor, font, x, y, left, top, right: left + width, bottom };
}

type Room = Pick<CityLabel, "left" | "top" | "right" | "bottom">;

const clash = (a: Room, b: Room): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Short names, each on the side of its city where it covers least; lit cities choose first. */
function shortened(board: Board, font: number, lit: ReadonlySet<string>): CityLabel[] {
  const short = shortNames(board);
  const cities = board.cities.map((city): Room => around(city, font * 0.35));
  const order = [...board.cities].sort((a, b) => Number(lit.has(b.id)) - Number(lit.has(a.id)));
  const taken: CityLabel[] = [];
  for (const city of order) {
    const name = lit.has(city.id) ? city.name : (short.get(city.id) ?? city.name);
    const others = [...taken, ...cities.filter((_, i) => board.cities[i] !== city)];
    const covers = (box: CityLabel): number =>
      others.filter((other) => clash(box, other)).length + 3 * Number(outside(board, box));
    taken.push(sides(city, name, font).reduce((best, box) => (covers(box) < covers(best) ? box : best)));
  }
  return taken;
}

const around = ({ x, y }: City, reach: number): Room => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
});

const outside = (board: Board, box: Room): boolean =>
  box.left < 0 || box.top < 0 || box.right > board.width || box.bottom > board.height;

/** The places of a short name, the printed side first. */
function sides(city: City, name: string, font: number): CityLabel[] {
  const gap = font * 0.55;
  const place = (anchor: City["label"]["anchor"], dx: number, dy: number): CityLabel =>
    boxed(city, [name], anchor, font, city.x + dx, city.y + dy);
  const right = place("start", gap, font * 0.32);
  const left = place("end", -gap, font * 0.32);
  const [over, under] = [place("middle", 0, -gap), place("middle", 0, gap + font * 0.75)];
  const { anchor, y } = city.label;
  if (anchor === "start") return [right, over, under, left];
  if (anchor === "end") return [left, over, under, right];
  return y < city.y ? [over, right, left, under] : [under, right, left, over];
}

const shorts = new WeakMap<Board, Map<string, string>>();

/** The shortest beginning of each name that no other name shares; whole where that saves next to nothing. */
export function shortNames(board: Board): Map<string, string> {
  const known = shorts.get(board);
  if (known) return known;
  const names = board.cities.map((city) => city.name);
  const made = new Map(board.cities.map(({ id, name }) => [id, shortName(name, names)]));
  shorts.set(board, made);
  return made;
}

function shortName(name: string, all: readonly string[]): string {
  const shared = (letters: number): boolean =>
    all.some((other) => other !== name && other.startsWith(name.slice(0, letters)));
  let letters = LETTERS;
  while (letters < name.length && (shared(letters) || /[ .'’-]$/.test(name.slice(0, letters)))) letters++;
  return name.length - letters < SAVES ? name : name.slice(0, letters);
}
