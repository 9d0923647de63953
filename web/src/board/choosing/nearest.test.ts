import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { meant, spotsOf, towards } from "./nearest";

const board = testBoard();

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
