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

/** The place for a note of this size in a window; things outside the window count as far away. */
export function placed(
  thing: Box | null,
  note: { width: number; height: number },
  window: { width: number; height: number },
): Placed {
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
  return { ...away(inside, note, window), side: "none" };
}

/** As much of a thing as the window shows. */
function clipped(thing: Box, window: { width: number; height: number }): Box | null {
  const x = Math.max(0, thing.x);
  const y = Math.max(0, thing.y);
  const width = Math.min(window.width, thing.x + thing.width) - x;
  const height = Math.min(window.height, thing.y + thing.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const kept = (wanted: number, most: number): number => Math.max(EDGE, Math.min(wanted, most - EDGE));

const corner = (note: { width: number; height: number }, window: { width: number; height: number }) => ({
  x: kept((window.width - note.width) / 2, window.width - note.width),
  y: kept(window.height, window.height - note.height),
});

/** A thing that fills the window cannot be spared: the note goes where it covers its edge only. */
function away(thing: Box, note: { width: number; height: number }, window: { width: number; height: number }) {
  const high = thing.y + thing.height / 2 > window.height / 2;
  const y = high ? EDGE : window.height - note.height - EDGE;
  return { x: kept(thing.x + thing.width / 2 - note.width / 2, window.width - note.width), y: Math.max(EDGE, y) };
}
