import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { filling, fitted, onBoard, showing, within, zoomed } from "#/board/camera/camera";
import { FONT, lettering, placed, shownNames } from "#/board/drawing/labels";
import { meant, spotsOf, towards } from "#/board/choosing/nearest";

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
  expect(zoomed(fitted(board, window), 0.01, { x: 0, y: 0 }, board, window).k).toBeGreaterThan(fitted(board, window).k * 0.8);
});

test("a narrow window is filled, but not much beyond the fitting size", () => {
  const tall = { width: 300, height: 900 };
  const camera = filling(board, tall, { x: 200, y: 100 });
  expect(camera.k).toBeCloseTo(fitted(board, tall).k * 1.6);
});

test("a point out of sight is brought into sight, one in sight moves nothing", () => {
  const camera = { k: 3, x: 0, y: 0 };
  expect(showing(camera, { x: 100, y: 50 }, board, window)).toBe(camera);
  const moved = showing(camera, { x: 390, y: 50 }, board, window);
  expect(390 * moved.k + moved.x).toBeLessThan(window.width);
});

test("a finger beside a route means it; far from everything it means nothing", () => {
  expect(meant(board, { x: 60, y: 70 }, 24)).toMatchObject({ kind: "route" });
  expect(meant(board, { x: 300, y: 190 }, 24)).toBeNull();
  expect(meant(board, { x: 2, y: 3 }, 24)).toMatchObject({ kind: "city", id: "ash" });
});

test("of routes equally near the possible one is meant", () => {
  const routes = new Set(["birch-cedar"]);
  expect(meant(board, { x: 40, y: 60 }, 24, { routes })).toMatchObject({ id: "birch-cedar" });
});

test("arrow keys go to the next thing in their direction", () => {
  const cities = spotsOf(board).filter((spot) => spot.kind === "city");
  const ash = cities.find((spot) => spot.id === "ash")!;
  expect(towards(cities, ash, "ArrowRight")?.id).toBe("birch");
  expect(towards(cities, ash, "ArrowDown")?.id).toBe("dogwood");
  expect(towards(cities, ash, "ArrowLeft")).toBeNull();
  expect(towards(cities, ash, "x")).toBeNull();
});

test("names stay readable when small and modest when large", () => {
  expect(FONT * 0.5 * lettering(0.5)).toBeCloseTo(10.5);
  expect(FONT * 3 * lettering(3)).toBeCloseTo(17);
  expect(lettering(1)).toBe(1);
});

test("where names would cover each other, lit cities keep theirs", () => {
  const near = testBoard();
  for (const city of near.cities) Object.assign(city.label, { x: 50, y: 50 });
  expect(shownNames(near, 0.3, ["cedar"]).has("cedar")).toBe(true);
  expect(shownNames(near, 0.3, ["cedar"]).size).toBe(1);
  expect(shownNames(near, 1, []).size).toBe(6);
});

test("a name that would leave the board at its side stands over its city instead", () => {
  const edge = testBoard();
  const city = edge.cities[0]!;
  Object.assign(city, { x: edge.width - 10, y: 80 });
  city.label = { ...city.label, x: city.x + 10, y: 84, anchor: "start", lines: ["Erzurum"] };
  const name = placed(edge, city, 2);
  expect(name.right).toBeLessThanOrEqual(edge.width);
  expect(name.bottom).toBeLessThan(city.y);
});
