// Where a panel lies over the map: beside what it speaks of, never on it. It moves only when it has to, so that a
// panel does not wander while the map is moved under it.

import { beside as put } from "#/board/art/poses";
import type { Board } from "#/board/facts";

export interface Spot {
  x: number;
  y: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far a panel keeps from the middle line of what it names, and from the edge of the map, in pixels. */
const CLEAR = 16;
const EDGE = 8;

/** The steps from edge to edge in which a place is sought where those at the edges are all taken. */
const STEPS = 12;
/** How many of the places lie at the edges. */
const EDGES = 6;

/** The places a panel of this size can take on an area: the usual one first, then others at the edges, then any. */
export function places(area: Area, size: { width: number; height: number }): Spot[] {
  const room = { x: area.width - size.width - 2 * EDGE, y: area.height - size.height - 2 * EDGE };
  const at = (x: number, y: number): Spot => ({ x: area.x + EDGE + x * room.x, y: area.y + EDGE + y * room.y });
  const steps = [...Array(STEPS + 1).keys()].map((step) => step / STEPS);
  return [
    at(0.5, 1),
    at(0.5, 0),
    at(0, 1),
    at(1, 1),
    at(0, 0),
    at(1, 0),
    ...steps.flatMap((y) => steps.map((x) => at(x, y))),
  ];
}

/** How many of the spots a panel at this place would cover. */
export function covered(place: Spot, size: { width: number; height: number }, spots: readonly Spot[]): number {
  const within = (at: number, from: number, length: number): boolean => at > from - CLEAR && at < from + length + CLEAR;
  return spots.filter((spot) => within(spot.x, place.x, size.width) && within(spot.y, place.y, size.height)).length;
}

/** What nobody may cover counts for so much more than what should rather be seen. */
const MUST = 1000;

/**
 * The first place that covers nothing, or else the one that covers least; of `rather` only where `spots` are free. Away
 * from the edges only where it would cover some of the `spots` there.
 */
export function freePlace(
  area: Area,
  size: { width: number; height: number },
  spots: readonly Spot[],
  rather: readonly Spot[] = [],
): Spot {
  const all = places(area, size);
  const best = (some: Spot[]): { place: Spot; covers: number } =>
    some
      .map((place) => ({ place, covers: MUST * covered(place, size, spots) + covered(place, size, rather) }))
      .reduce((least, one) => (one.covers < least.covers ? one : least));
  const atEdge = best(all.slice(0, EDGES));
  return (atEdge.covers < MUST ? atEdge : best(all)).place;
}

/** Points of the board: some along each route, the middle of each city. */
const onBoard = (board: Board, names: readonly string[]): Spot[] =>
  names.flatMap((name) => {
    const city = board.city.get(name);
    const along = board.route
      .get(name)
      ?.spaces.flatMap((space) => [-0.5, 0, 0.5].map((at) => put(space, at * space.length, 0)));
    return city ? [city] : (along ?? []);
  });

/** The same on the screen. The map is asked once where it lies: each of its elements would answer as slowly. */
export function spotsOf(map: HTMLElement, board: Board, names: readonly string[]): Spot[] {
  const matrix = names.length && map.querySelector<SVGSVGElement>(".sheet-of-map > svg")?.getScreenCTM();
  if (!matrix) return [];
  const { a, b, c, d, e, f } = matrix;
  return onBoard(board, names).map(({ x, y }) => ({ x: a * x + c * y + e, y: b * x + d * y + f }));
}

/** Points of the other lines over the map: two of them do not lie on each other. */
function spotsOfLines(map: HTMLElement, mine: HTMLElement): Spot[] {
  const lines = [...map.querySelectorAll("p.banner, p.completed, p.needs")].filter((line) => line !== mine);
  return lines.flatMap((line) => {
    const { left, right, top, height } = line.getBoundingClientRect();
    const shares = [0, 0.25, 0.5, 0.75, 1];
    return shares.map((share) => ({ x: left + (right - left) * share, y: top + height / 2 }));
  });
}

/**
 * Keep a panel (an attachment of Svelte) beside routes and cities by their ids, for as long as it is there. One that
 * does not stay for long is put there once, and again if the map becomes smaller, where it hides as few as can be of
 * those that it should `rather` not hide.
 */
export const beside =
  (board: Board, names: readonly string[], rather: readonly string[] | null = null) =>
  (panel: HTMLElement): (() => void) => {
    const map = panel.closest<HTMLElement>(".map");
    if (!map) return () => undefined;
    const settle = (): void => {
      const [spots, others] = [spotsOf(map, board, names), spotsOf(map, board, rather ?? [])];
      if (rather) spots.push(...spotsOfLines(map, panel));
      const now = panel.getBoundingClientRect();
      const area = map.getBoundingClientRect();
      const fixed = getComputedStyle(panel).position === "fixed";
      const whole = fixed || (now.bottom <= area.bottom && now.right <= area.right);
      if (panel.style.left && whole && covered(now, now, spots) === 0) return;
      const place = freePlace(area, { width: panel.offsetWidth, height: panel.offsetHeight }, spots, others);
      if (fixed && !panel.style.left && covered(now, now, spots) === 0) return;
      panel.style.left = fixed ? "0px" : `${place.x - area.x}px`;
      panel.style.top = fixed ? `${area.y}px` : `${place.y - area.y}px`;
      panel.style.right = panel.style.bottom = "auto";
      panel.style.transform = "none";
    };
    settle();
    const timer = rather ? 0 : setInterval(settle, 200);
    const grown = new ResizeObserver(settle);
    grown.observe(rather ? map : panel);
    return () => {
      clearInterval(timer);
      grown.disconnect();
    };
  };
