// How things on a board look: the shapes and paints of art.json, which the library draws from too, so that
// the two never differ. Its unit is a hundredth of a space; paints come in pairs, day and night.

import described from "#art";

type Paint = readonly [day: string, night: string];

/** A path, what it is painted with, and who has it: `fine` things are left out of small drawings. */
export interface Shape {
  d: string;
  fill?: string;
  line?: string;
  width?: number;
  dash?: string;
  round?: boolean;
  rule?: "nonzero";
  fine?: boolean;
  seats?: readonly string[];
}

/** A piece of a seat: where its mark goes and how large, its shadow, its shapes. */
export interface Piece {
  mark: readonly [number, number];
  size: number;
  shadow: string;
  shapes: readonly Shape[];
}

interface Carriage extends Piece {
  way: "rails" | "road";
}

export type Line = Required<Pick<Shape, "line" | "width">> & Pick<Shape, "dash">;

/** How one kind of ground is painted. */
export interface GroundLook {
  kind: string;
  shores?: readonly (readonly [far: number, line: string, water: string])[];
  fill?: string;
  to?: string;
  inner?: readonly (readonly [width: number, paint: string])[];
  line?: string;
  width?: number;
  dash?: string;
}

interface Art {
  paint: Record<string, Paint>;
  cards: Record<string, Record<string, Paint> | undefined>;
  seats: Record<string, Record<string, Paint>>;
  symbols: Record<string, string | undefined>;
  marks: Record<string, string>;
  slots: Record<SlotKind, { lip: string; shapes: readonly Shape[] }>;
  mouth: readonly Shape[];
  closed: readonly Shape[];
  rails: readonly Line[];
  road: readonly Line[];
  pieces: Record<string, Carriage | undefined>;
  station: Piece;
  city: Record<string, readonly Shape[]>;
  ground: readonly GroundLook[];
  /** A plate for the title and the points; places and sizes of letters are in the order in which they are drawn. */
  cartouche: {
    title: readonly [x: number, y: number, font: number];
    row: readonly [y: number, down: number, font: number];
    points: readonly [y: number, font: number];
    pitch: number;
    shapes: readonly Shape[];
    cell: readonly Shape[];
  };
  /** How far the frame reaches beyond the board, at most how much of it, and lines with their distance from the rim. */
  frame: { edge: number; most: number; lines: readonly (Line & { in: number })[] };
}

export type SlotKind = "plain" | "tunnel" | "ferry";

export const ART = described as unknown as Art;
/** The length and the width of a space in the units of the art. */
export const UNIT = 100;
export const ACROSS = 40;

/** How far the frame reaches beyond a board; on a small one it is narrower than on others. */
export const frameOf = (board: { width: number; height: number; space_width: number }): number =>
  Math.min((ART.frame.edge * board.space_width) / ACROSS, ART.frame.most * Math.max(board.width, board.height));

/** The paints of a slot; colours of homemade boards get a hue of their own. */
export function cardPaints(colour: string): Record<string, Paint> {
  const known = ART.cards[colour];
  if (known) return known;
  const hue = ([...colour].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) * 47) % 360;
  return {
    floor: [`hsl(${hue},60%,90%)`, `hsl(${hue},40%,13%)`],
    shade: [`hsl(${hue},40%,70%)`, `hsl(${hue},30%,40%)`],
    rim: [`hsl(${hue},50%,45%)`, `hsl(${hue},55%,60%)`],
    symbol: [`hsl(${hue},60%,25%)`, `hsl(${hue},80%,85%)`],
  };
}

const both = ([day, night]: Paint): string => (day === night ? day : `light-dark(${day},${night})`);

/** A paint by its role, as a colour of CSS that knows day and night. */
export function paint(role: string, own: Record<string, Paint> = {}): string {
  const found = own[role] ?? ART.paint[role];
  return found ? both(found) : "none";
}

/** A shape as the attributes of a path. */
export type PathAttributes = Record<string, string | number | undefined>;

/** Shapes as attributes of paths. `own`: paints of a seat or a card; `far`: without what is too fine to see. */
export function paths(
  shapes: readonly Shape[],
  own: Record<string, Paint> = {},
  { far = false, seat = "" } = {},
): PathAttributes[] {
  return shapes
    .filter((shape) => !(far && shape.fine) && (shape.seats?.includes(seat) ?? true))
    .map((shape) => ({
      d: shape.d,
      fill: shape.fill ? paint(shape.fill, own) : "none",
      "fill-rule": shape.rule ?? "evenodd",
      stroke: shape.line ? paint(shape.line, own) : undefined,
      "stroke-width": shape.width,
      "stroke-dasharray": shape.dash,
      "stroke-linecap": shape.round ? "round" : undefined,
      "stroke-linejoin": shape.round ? "round" : undefined,
    }));
}

/** The paints of a seat. */
export const seatPaints = (colour: string): Record<string, Paint> => ART.seats[colour] ?? {};

/** What stands on a claimed space, as the board calls its trains: these have a locomotive in front, others none. */
export const pieceName = (called: string | undefined, last: boolean): string =>
  called && ART.pieces[called] ? called : last ? "locomotive" : "wagon";
