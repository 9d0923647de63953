// The line of a route as text for the `d` of a path: what halos, rings and fingers follow.

import type { RoutePart, SpacePart } from "#protocol";

type Point = readonly [number, number];

const short = (value: number): number => Math.round(value * 10) / 10;

/** A way of putting things drawn around the origin somewhere else. */
interface Place {
  x: number;
  y: number;
  angle: number;
}

function put(place: Place, [x, y]: Point): string {
  const turn = (place.angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return `${short(place.x + x * cos - y * sin)} ${short(place.y + x * sin + y * cos)}`;
}

/** A line through the middle of the spaces, from end to end of the printed route. */
export function spine(route: RoutePart): string {
  const ends = route.spaces.flatMap((space) => {
    const half = Math.max(0, space.length / 2 - 2);
    return [put(space, [-half, 0]), put(space, [half, 0])];
  });
  return inOrder(route.spaces) ? `M${ends.join("L")}` : segments(route.spaces);
}

/** Whether the slopes all point along the route, so that one line can follow them. */
function inOrder(spaces: readonly SpacePart[]): boolean {
  return spaces.every((space, i) => {
    const next = spaces[i + 1] ?? space;
    const turn = (space.angle * Math.PI) / 180;
    return (next.x - space.x) * Math.cos(turn) + (next.y - space.y) * Math.sin(turn) >= 0;
  });
}

/** A line for each space, joined through the middles. */
function segments(spaces: readonly SpacePart[]): string {
  const middles = spaces.map((space) => `${short(space.x)} ${short(space.y)}`);
  const first = spaces[0];
  const last = spaces.at(-1);
  if (!first || !last) return "";
  return `M${beyond(first, spaces[1] ?? first)}L${middles.join("L")}L${beyond(last, spaces.at(-2) ?? last)}`;
}

/** The end of a space that is away from its neighbour. */
function beyond(space: SpacePart, neighbour: SpacePart): string {
  const half = Math.max(0, space.length / 2 - 2);
  const turn = (space.angle * Math.PI) / 180;
  const along = (neighbour.x - space.x) * Math.cos(turn) + (neighbour.y - space.y) * Math.sin(turn);
  return put(space, [along > 0 ? -half : half, 0]);
}
