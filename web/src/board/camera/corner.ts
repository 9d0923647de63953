// The corner of a map's window where buttons cover least of a board that is shown whole. Pure.

import type { Board } from "#/board/facts";
import type { Camera, Size } from "./camera";

export interface Corner {
  left: boolean;
  top: boolean;
}

/** What the buttons take of a corner, in pixels. */
const ROOM = { width: 126, height: 44 };
/** A city with its name counts for so many spaces. */
const CITY = 4;
const CORNERS: readonly Corner[] = [
  { left: false, top: false },
  { left: true, top: false },
  { left: true, top: true },
  { left: false, top: true },
];

/** The usual corner, or the first of those that cover less. */
export function freeCorner(board: Board, camera: Camera, window: Size): Corner {
  const covered = (corner: Corner): number => {
    const under = ({ x, y }: { x: number; y: number }): boolean => {
      const [across, down] = [camera.x + x * camera.k, camera.y + y * camera.k];
      return (
        (corner.left ? across : window.width - across) < ROOM.width &&
        (corner.top ? down : window.height - down) < ROOM.height
      );
    };
    const spaces = board.routes.flatMap((route) => route.spaces).filter(under).length;
    return spaces + CITY * board.cities.filter((city) => under(city) || under(city.label)).length;
  };
  const rated = CORNERS.map((corner) => ({ corner, covers: covered(corner) }));
  return rated.reduce((best, one) => (one.covers < best.covers ? one : best)).corner;
}
