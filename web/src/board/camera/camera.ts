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
}

/** How much larger than its fitting size a board can be shown. */
const LARGEST = 3.2;

/** The camera that shows the whole board in the middle. */
export function fitted(board: Size, window: Size, edge = 6): Camera {
  const k = Math.max(
    0.05,
    Math.min((window.width - 2 * edge) / board.width, (window.height - 2 * edge) / board.height),
  );
  return { k, x: (window.width - board.width * k) / 2, y: (window.height - board.height * k) / 2 };
}

/** How much larger than fitting a board may be so that it fills a narrow window. */
const FILLING = 1.6;

/** The camera that fills the window, as narrow windows want it, with this point in the middle. */
export function filling(board: Size, window: Size, at: { x: number; y: number }): Camera {
  const fit = fitted(board, window);
  const k = Math.min(fit.k * FILLING, Math.max(window.width / board.width, window.height / board.height));
  return within({ k, x: window.width / 2 - at.x * k, y: window.height / 2 - at.y * k }, board, window);
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
