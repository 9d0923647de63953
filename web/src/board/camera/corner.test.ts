import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { fitted } from "./camera";
import { freeCorner } from "./corner";

const usual = { left: false, top: false };

test("buttons stand where they usually do while the board leaves room there", () => {
  const board = testBoard();
  const window = { width: board.width * 2, height: board.height };
  expect(freeCorner(board, fitted(board, window), window)).toEqual(usual);
});

test("buttons never lie on a city while another corner is free", () => {
  const board = testBoard();
  const window = { width: board.width, height: board.height };
  const camera = fitted(board, window, 0);
  board.routes = [];
  board.cities = board.cities.slice(0, 1);
  const [city] = board.cities;
  const at = { x: board.width - 20, y: board.height - 20 };
  Object.assign(city!, at, { label: { ...city!.label, ...at } });
  expect(freeCorner(board, camera, window)).toEqual({ left: true, top: false });
});
