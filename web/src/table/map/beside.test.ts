import { expect, test } from "vitest";
import { covered, freePlace, places } from "./beside";

const area = { x: 100, y: 50, width: 800, height: 600 };
const size = { width: 300, height: 120 };

test("a panel lies at the foot of the map if nothing is there", () => {
  expect(freePlace(area, size, [{ x: 500, y: 100 }])).toEqual(places(area, size)[0]);
});

test("a panel goes where it covers nothing of what it names", () => {
  const foot = { x: 500, y: 600 };
  const place = freePlace(area, size, [foot]);
  expect(covered(place, size, [foot])).toBe(0);
  expect(place).toEqual(places(area, size)[1]);
  const both = [foot, { x: 500, y: 100 }];
  expect(covered(freePlace(area, size, both), size, both)).toBe(0);
});

test("where all edges are taken it lies between", () => {
  const taken = [200, 500, 800].flatMap((x) => [100, 600].map((y) => ({ x, y })));
  const place = freePlace(area, size, taken);
  expect(covered(place, size, taken)).toBe(0);
  expect(places(area, size).slice(0, 6)).not.toContainEqual(place);
});

test("where there is no free place it covers as little as it can", () => {
  const everywhere = [...Array(9).keys()].flatMap((i) => [...Array(7).keys()].map((j) => ({ x: i * 110, y: j * 100 })));
  const least = Math.min(...places(area, size).map((place) => covered(place, size, everywhere)));
  expect(covered(freePlace(area, size, everywhere), size, everywhere)).toBe(least);
});
