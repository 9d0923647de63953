import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { fitted, onBoard, showing, within, zoomed } from "./camera";

const board = testBoard();
const window = { width: 800, height: 300 };

test("the whole board fits and stands in the middle", () => {
  const camera = fitted(board, window, 0);
  expect(camera).toEqual({ k: 1.5, x: 100, y: 0 });
});

test("what is under the pointer stays under it when one zooms", () => {
  const at = { x: 300, y: 120 };
  const before = fitted(board, window);
  const after = zoomed(before, 1.5, at, board, window);
  expect(onBoard(after, at).x).toBeCloseTo(onBoard(before, at).x);
  expect(after.k / before.k).toBeCloseTo(1.5);
});

test("the board cannot be lost by moving or zooming", () => {
  const away = within({ k: 2, x: 9999, y: -9999 }, board, window);
  expect(away.x).toBeLessThan(window.width / 2);
  expect(away.y + board.height * 2).toBeGreaterThan(window.height / 2);
  expect(zoomed(fitted(board, window), 0.01, { x: 0, y: 0 }, board, window).k).toBeGreaterThan(
    fitted(board, window).k * 0.8,
  );
});

test("a point out of sight is brought into sight, one in sight moves nothing", () => {
  const camera = { k: 3, x: 0, y: 0 };
  expect(showing(camera, { x: 100, y: 50 }, board, window)).toBe(camera);
  const moved = showing(camera, { x: 390, y: 50 }, board, window);
  expect(390 * moved.k + moved.x).toBeLessThan(window.width);
});
