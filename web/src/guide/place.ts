// Where a note goes: beside what it explains, inside the window, and never over it.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Placed {
  x: number;
  y: number;
  /** The side of the thing on which the note is; "none" where it had to go elsewhere. */
  side: "above" | "below" | "left" | "right" | "none";
}

const GAP = 14;
const EDGE = 8;

interface Size {
  width: number;
  height: number;
}

/** The box around all of them; null if there are none. */
export function around(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The place for a note of this size in a window beside things; those outside the window count as far away. */
export function placed(things: readonly Box[], note: Size, window: Size): Placed {
  const thing = around(things);
  const inside = thing && clipped(thing, window);
  if (!inside) return { ...corner(note, window), side: "none" };
  const x = kept(inside.x + inside.width / 2 - note.width / 2, window.width - note.width);
  const y = kept(inside.y + inside.height / 2 - note.height / 2, window.height - note.height);
  const room = {
    below: window.height - inside.y - inside.height,
    above: inside.y,
    right: window.width - inside.x - inside.width,
    left: inside.x,
  };
  // What lies in the lower half of the window has its companions below it, and those are wanted too.
  const sides = inside.y + inside.height / 2 > window.height / 2 ? ["above", "below"] : ["below", "above"];
  for (const side of sides as ("above" | "below")[]) {
    if (room[side] < note.height + GAP + EDGE) continue;
    return { x, y: side === "below" ? inside.y + inside.height + GAP : inside.y - note.height - GAP, side };
  }
  if (room.right >= note.width + GAP + EDGE) return { x: inside.x + inside.width + GAP, y, side: "right" };
  if (room.left >= note.width + GAP + EDGE) return { x: inside.x - note.width - GAP, y, side: "left" };
  return { ...between(things, note, window), side: "none" };
}

/** As much of a thing as the window shows. */
function clipped(thing: Box, window: Size): Box | null {
  const x = Math.max(0, thing.x);
  const y = Math.max(0, thing.y);
  const width = Math.min(window.width, thing.x + thing.width) - x;
  const height = Math.min(window.height, thing.y + thing.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const kept = (wanted: number, most: number): number => Math.max(EDGE, Math.min(wanted, most - EDGE));

const corner = (note: Size, window: Size) => ({
  x: kept((window.width - note.width) / 2, window.width - note.width),
  y: kept(window.height, window.height - note.height),
});

const STEP = 16;

/** Where there is no side for it: the lowest place in the window where a note covers least of the things. */
function between(things: readonly Box[], note: Size, window: Size): { x: number; y: number } {
  const [right, bottom] = [window.width - note.width - EDGE, window.height - note.height - EDGE];
  let best = { x: EDGE, y: EDGE, covers: Infinity };
  for (let y = EDGE; y <= bottom; y += STEP)
    for (const x of [EDGE, right / 2, right].map((at) => Math.max(EDGE, at))) {
      const covers = things.reduce((sum, thing) => sum + shared(thing, { x, y, ...note }), 0);
      if (covers <= best.covers) best = { x, y, covers };
    }
  return { x: best.x, y: best.y };
}

/** How much of two boxes is the same place. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
