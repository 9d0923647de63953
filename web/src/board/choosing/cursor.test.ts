import { beforeEach, expect, test, vi } from "vitest";
import { testBoard } from "#/testing/board";
import { MapCursor } from "./cursor.svelte";
import type { Spot } from "./nearest";

const board = testBoard();
const routes = new Set(["birch-cedar", "dogwood-elm"]);
let chosen: Spot[] = [];

/** A cursor on a map without a page: focus goes nowhere, but it knows where it would be. */
const cursor = (): MapCursor =>
  new MapCursor({
    board: () => board,
    marked: () => ({ routes }),
    element: () => undefined,
    choose: (spot) => chosen.push(spot),
    show: () => undefined,
  });

beforeEach(() => {
  chosen = [];
  vi.stubGlobal("Element", class {});
});

test("the Tab key stops at the first thing until something was chosen", () => {
  const keys = cursor();
  expect(keys.stop?.id).toBe("ash-birch:red");
  keys.choose({ kind: "city", id: "elm", x: 0, y: 0 });
  expect([keys.isStop("city", "elm"), keys.isStop("route", "ash-birch:red")]).toEqual([true, false]);
});

test("n goes round what can be chosen, N the other way", () => {
  const keys = cursor();
  const stops = ["n", "n", "n", "N"].map((key) => [keys.key(key), keys.stop?.id]);
  expect(stops).toEqual([
    [true, "birch-cedar"],
    [true, "dogwood-elm"],
    [true, "birch-cedar"],
    [true, "dogwood-elm"],
  ]);
});

test("Enter chooses what has the focus, and nothing without it", () => {
  const keys = cursor();
  keys.key("Enter");
  expect(chosen).toEqual([]);
  keys.gotFocus("city", "fir", { target: null } as unknown as FocusEvent);
  keys.key("Enter");
  expect(chosen.map((spot) => spot.id)).toEqual(["fir"]);
  keys.lostFocus();
  keys.key("Enter");
  expect(chosen).toHaveLength(1);
});

test("arrows never scroll the page; other keys are left to others", () => {
  expect(["ArrowLeft", "ArrowUp", "+", "a"].map((key) => cursor().key(key))).toEqual([true, true, false, false]);
});
