// What all layers of one map draw with: the names of its shapes, how large they are, how much of them is seen.

import type { RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { ACROSS, UNIT, type SlotKind } from "./art";
import type { Pose } from "./poses";

/** Spaces with fewer pixels than this show no windows, and one symbol or mark for the whole route. */
const FINE = 16;

/** Where lips and shadows fall: the light comes from the top left, however a thing is turned. */
export const LIP = { x: 0, y: 3.6 };
export const SHADOW = { x: 4, y: 8 };

export interface Pen {
  /** The address of a shape that is defined for this map, as a `use` wants it. */
  href: (name: string) => string;
  /** From the units of the art to those of the board. */
  scale: number;
  /** Too small for fine things. */
  far: boolean;
}

/** Whether spaces are so small that fine things are not seen; `k`: pixels for one unit of the board. */
export const isFar = (board: Board, k: number): boolean => (k * board.space_width * UNIT) / ACROSS < FINE;

/** `id`: what begins the names of this map's shapes. */
export const penFor = (board: Board, id: string, far: boolean): Pen => ({
  href: (name) => `#${id}-${name}`,
  scale: board.space_width / ACROSS,
  far,
});

const short = (value: number): number => Math.round(value * 10) / 10;
const fine = (value: number): number => Math.round(value * 1000) / 1000;

/** The `transform` that puts a shape on a place, moved by so much of the art's units. */
export const put = (pen: Pen, pose: Pose, off = { x: 0, y: 0 }): string =>
  `translate(${short(pose.x + off.x * pen.scale)} ${short(pose.y + off.y * pen.scale)})` +
  `rotate(${short(pose.angle)})scale(${fine(pose.length / UNIT)} ${fine(pen.scale)})`;

/** Which slots a route has. */
export const slotKind = (route: RoutePart): SlotKind => (route.tunnel ? "tunnel" : route.ferry ? "ferry" : "plain");

/** Whether the symbol or mark of a route stands on its space `i`: on all of them, or on the middle one. */
export const signed = (pen: Pen, i: number, length: number): boolean => !pen.far || i === Math.floor((length - 1) / 2);
