// Where the ranks of advised actions stand on the map: on the route or city, and never on one another.

import { middle } from "#/board/choosing/nearest";
import type { Board } from "#/board/facts";
import { parseAction } from "#/shown/position/actions";

/** A mark with its edge is so wide, in the board's coordinates. */
const WIDE = 30;

interface Rank {
  rank: number;
  x: number;
  y: number;
}

/** The marks of actions, best first; both sides of a double route, or two payments for one route, stand side by side. */
export function ranksOf(board: Board, actions: readonly string[]): Rank[] {
  const placed: Rank[] = [];
  for (const [i, text] of actions.entries()) {
    const action = parseAction(text);
    const spaces = action.verb === "claim" ? board.route.get(action.route)?.spaces : undefined;
    const at = spaces ? middle(spaces) : action.verb === "build" ? board.city.get(action.city) : undefined;
    if (!at) continue;
    const { x, y } = at;
    const steps = [0, 1, -1, 2, -2].map((step) => x + step * WIDE);
    const free = steps.find((to) => placed.every((mark) => Math.hypot(mark.x - to, mark.y - y) >= WIDE));
    placed.push({ rank: i + 1, x: free ?? x, y });
  }
  return placed;
}
