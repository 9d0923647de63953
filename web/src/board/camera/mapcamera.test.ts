import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testBoard } from "#/testing/board";
import { fitted } from "./camera";
import { MapCamera } from "./mapcamera.svelte";

const board = testBoard();

function looking(width: number, height: number): MapCamera {
  const camera = new MapCamera(() => board);
  Object.assign(camera, { width, height });
  camera.refit();
  return camera;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first view shows the whole board in every window", () => {
  expect(looking(800, 400).whole).toBe(true);
  expect(looking(200, 900).at).toEqual(fitted(board, { width: 200, height: 900 }));
});

test("a new window shows the board anew, unless somebody has chosen where to look", () => {
  const [left, chosen] = [looking(800, 400), looking(800, 400)];
  chosen.zoom(2, { x: 0, y: 0 });
  const { k } = chosen.at;
  for (const camera of [left, chosen]) {
    camera.width = 600;
    camera.refit();
  }
  expect(left.at).toEqual(fitted(board, { width: 600, height: 400 }));
  expect(chosen.at.k).toBe(k);
  chosen.fit();
  expect([chosen.whole, chosen.at]).toEqual([true, left.at]);
});

test("names follow the size only when the map rests", () => {
  const camera = looking(800, 400);
  const before = camera.restingK;
  camera.zoom(1.5, { x: 400, y: 200 });
  expect([camera.moving, camera.restingK]).toEqual([true, before]);
  vi.runAllTimers();
  expect([camera.moving, camera.restingK]).toEqual([false, camera.at.k]);
});

test("keys that are not its own are left to others", () => {
  const camera = looking(800, 400);
  expect(["+", "=", "-", "0", "n", "Enter"].map((key) => camera.key(key))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("after two taps the board is not shown whole any more, and one can have it back", () => {
  const camera = looking(800, 400);
  camera.doubleTap({ x: 100, y: 100 });
  expect(camera.whole).toBe(false);
  camera.fit();
  expect([camera.whole, camera.at]).toEqual([true, fitted(board, { width: 800, height: 400 })]);
});

test("what is free below the board is what the window has more than the board needs", () => {
  const [tall, wide] = [looking(200, 900), looking(900, 200)];
  const { height } = board;
  expect(tall.below).toBeCloseTo((900 - height * tall.at.k) / 2);
  expect(wide.below).toBeLessThan(10);
});
