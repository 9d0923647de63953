// How a train stands on its route: which way it looks, and the line of its rails. The wall of a wagon faces the
// reader: a route is turned as a whole, never wagon by wagon, so that its locomotive leads at the right end, or at
// the upper one where the route stands upright. The library has the same rules in `render/trains.py`.

import type { SpacePart } from "#protocol";

/** A place for a slot or a wagon; `angle` in degrees, along the train. */
export type Pose = SpacePart;

interface XY {
  x: number;
  y: number;
}

/** A route whose slopes add up to less than this much to the right stands upright. */
const UPRIGHT = 0.02;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const turned = (pose: Pose): Pose => ({ ...pose, angle: pose.angle - 180 });

/** A point of the board beside the middle of a place. */
export function beside(pose: Pose, along: number, across: number): XY {
  const [sin, cos] = [Math.sin(radians(pose.angle)), Math.cos(radians(pose.angle))];
  return { x: pose.x + along * cos - across * sin, y: pose.y + along * sin + across * cos };
}

/** The places of a route from the last wagon to the locomotive. */
export function poses(spaces: readonly SpacePart[]): Pose[] {
  const stand = spaces.map((space, i) => along(space, spaces[i - 1], spaces[i + 1]));
  const right = stand.reduce((sum, pose) => sum + Math.cos(radians(pose.angle)), 0) / stand.length;
  const down = stand.reduce((sum, pose) => sum + Math.sin(radians(pose.angle)), 0);
  const back = Math.abs(right) < UPRIGHT ? down > 0 : right < 0;
  return back ? stand.reverse().map(turned) : stand;
}

/** A space sloping towards the next one: spaces are printed so that no letter stands on its head. */
function along(space: SpacePart, before: XY | undefined, after: XY | undefined): Pose {
  const [from, to] = [before ?? space, after ?? space];
  const turn = radians(space.angle);
  const forth = (to.x - from.x) * Math.cos(turn) + (to.y - from.y) * Math.sin(turn);
  return forth < 0 ? turned(space) : space;
}

const short = (value: number): number => Math.round(value * 10) / 10;
const pair = ({ x, y }: XY): string => `${short(x)} ${short(y)}`;
const third = (from: XY, to: XY): XY => ({ x: from.x + (to.x - from.x) / 3, y: from.y + (to.y - from.y) / 3 });

/** The line from city to city through the middle of every space, as the `d` of a path. */
export function track(a: XY, b: XY, stand: readonly Pose[]): string {
  const start = stand[0];
  if (!start) return "";
  const far = (city: XY): number => Math.hypot(city.x - start.x, city.y - start.y);
  const [first, last] = far(a) > far(b) ? [b, a] : [a, b];
  const stops = [{ at: first }, ...stand.map((pose) => ({ at: pose, pose })), { at: last }] as {
    at: XY;
    pose?: Pose;
  }[];
  const parts = stops.slice(1).map((to, i) => {
    const from = stops[i] ?? to;
    const reach = Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) / 3;
    const one = from.pose ? beside(from.pose, reach, 0) : third(from.at, to.at);
    const two = to.pose ? beside(to.pose, -reach, 0) : third(to.at, from.at);
    return `C${pair(one)} ${pair(two)} ${pair(to.at)}`;
  });
  return `M${pair(first)}${parts.join("")}`;
}
