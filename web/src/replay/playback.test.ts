import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, STAY } from "./playback.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a ply beyond the ends is the nearest one there is", () => {
  expect(new Playback(10, 99).at).toBe(10);
  expect(new Playback(10, NaN).at).toBe(0);
  const replay = new Playback(10, 0);
  replay.step(-1);
  expect(replay.at).toBe(0);
});

test("playing goes ply by ply and stops at the end", () => {
  const replay = new Playback(3, 1);
  replay.play();
  vi.advanceTimersByTime(STAY);
  expect([replay.at, replay.playing]).toEqual([2, true]);
  vi.advanceTimersByTime(STAY * 5);
  expect([replay.at, replay.playing]).toEqual([3, false]);
});

test("playing from the end begins with the deal", () => {
  const replay = new Playback(3, 3);
  replay.play();
  expect(replay.at).toBe(0);
});

test("a faster speed shows more plies in the same time", () => {
  const replay = new Playback(100, 0);
  replay.speed = "4";
  replay.play();
  vi.advanceTimersByTime(STAY * 2);
  expect(replay.at).toBe(8);
});

test("stepping stops the play", () => {
  const replay = new Playback(9, 4);
  replay.play();
  replay.step(1);
  vi.advanceTimersByTime(STAY * 3);
  expect([replay.at, replay.playing]).toEqual([5, false]);
});
