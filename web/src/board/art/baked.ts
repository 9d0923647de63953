// A shape put on its place by its own numbers. Every `transform` costs each frame in which a map is moved, so what
// needs none has none. It knows the commands that shadows are drawn with: M, L, H, V, Q and Z, all of them absolute.

import type { Pen } from "./pen";
import { beside, type Pose } from "./poses";
import { UNIT } from "./art";

const PARTS = /([MLHVQZ])([^MLHVQZ]*)/g;
const NUMBERS = /-?\d*\.?\d+/g;

/** The `d` of a shape of the art on a place, moved by so much of the art's units. */
export function baked(d: string, pen: Pen, pose: Pose, off: { x: number; y: number }): string {
  const middle = { ...pose, x: pose.x + off.x * pen.scale, y: pose.y + off.y * pen.scale };
  let [x, y] = [0, 0];
  const put = (): string => {
    const at = beside(middle, (x * pose.length) / UNIT, y * pen.scale);
    return `${at.x.toFixed(1)} ${at.y.toFixed(1)}`;
  };
  return [...d.matchAll(PARTS)]
    .map(([, command = "", rest = ""]) => {
      const numbers = (rest.match(NUMBERS) ?? []).map(Number);
      if (command === "H" || command === "V") {
        if (command === "H") x = numbers[0] ?? x;
        else y = numbers[0] ?? y;
        return `L${put()}`;
      }
      const points: string[] = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        [x, y] = [numbers[i] ?? x, numbers[i + 1] ?? y];
        points.push(put());
      }
      return command + points.join(" ");
    })
    .join("");
}
