// Where one looks at the board from: a point of the board at the corner of the window, and how large.
// Pure: gestures and components hold a camera and ask for the next one.

export interface Camera {
  /** Where the board's origin is, in pixels of the window. */
  x: number;
  y: number;
  /** Pixels for one unit of the board. */
  k: number;
}

export interface Size {
  width: number;
  height: number;
  /** How far the frame of a board reaches beyond it. */
  edge?: number;
}

/** How much larger than its fitting size a board can be shown. */
const LARGEST = 3.2;

/** The camera that shows the whole board in the middle, with its frame; `gap`: pixels around it. */
export function fitted(board: Size, window: Size, gap = board.edge ? 0 : 6): Camera {
  const frame = 2 * (board.edge ?? 0);
  const across = (window.width - 2 * gap) / (board.width + frame);
  const k = Math.max(0.05, Math.min(across, (window.height - 2 * gap) / (board.height + frame)));
  return { k, x: (window.width - board.width * k) / 2, y: (window.height - board.height * k) / 2 };
}

/** Larger or smaller by a factor, with the point of the window staying where it is. */
export function zoomed(
  camera: Camera,
  factor: number,
  at: { x: number; y: number },
  board: Size,
  window: Size,
): Camera {
  const least = fitted(board, window).k;
  const most = Math.max(LARGEST * least, 1.6);
  const k = Math.min(most, Math.max(least * 0.9, camera.k * factor));
  const ratio = k / camera.k;
  return within({ k, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }, board, window);
}

export const moved = (camera: Camera, dx: number, dy: number, board: Size, window: Size): Camera =>
  within({ ...camera, x: camera.x + dx, y: camera.y + dy }, board, window);

/** Never lose the board: it stays centred while it is smaller than the window, else it covers it. */
export function within(camera: Camera, board: Size, window: Size): Camera {
  return {
    k: camera.k,
    x: held(camera.x, board.width * camera.k, window.width),
    y: held(camera.y, board.height * camera.k, window.height),
  };
}

function held(start: number, length: number, window: number): number {
  const slack = Math.min(60, window * 0.1);
  if (length <= window) return Math.min(Math.max(start, -slack), window - length + slack);
  return Math.min(slack, Math.max(window - length - slack, start));
}

/** The camera that has a point of the board well inside the window; the same one if it is there already. */
export function showing(camera: Camera, at: { x: number; y: number }, board: Size, window: Size, edge = 48): Camera {
  const [x, y] = [at.x * camera.k + camera.x, at.y * camera.k + camera.y];
  const dx = Math.max(0, edge - x) - Math.max(0, x - window.width + edge);
  const dy = Math.max(0, edge - y) - Math.max(0, y - window.height + edge);
  return dx || dy ? moved(camera, dx, dy, board, window) : camera;
}

/** A point of the window as a point of the board. */
export const onBoard = (camera: Camera, at: { x: number; y: number }): { x: number; y: number } => ({
  x: (at.x - camera.x) / camera.k,
  y: (at.y - camera.y) / camera.k,
});
