import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { fontOf, labels, lettering, shortNames } from "./labels";

test("names stay readable when small and modest when large", () => {
  const board = testBoard();
  expect(fontOf(board) * 0.6 * lettering(board, 0.6)).toBeCloseTo(11);
  expect(fontOf(board) * 3 * lettering(board, 3)).toBeCloseTo(17);
  expect(lettering(board, 1)).toBe(1);
});

test("where full names would cover each other all are short, but for lit cities", () => {
  const near = testBoard();
  for (const city of near.cities) Object.assign(city.label, { x: 50, y: 50 });
  const small = labels(near, 0.3, ["dogwood"]);
  expect(small.map((label) => label.city).sort()).toEqual(near.cities.map((city) => city.id).sort());
  expect(small.find((label) => label.city === "dogwood")?.lines).toEqual(["Dogwood"]);
  expect(small.find((label) => label.city === "birch")?.lines).toEqual(["Bir"]);
  expect(Math.min(...small.map((label) => label.font)) * 0.3).toBeGreaterThanOrEqual(9);
  expect(labels(near, 1, []).map((label) => label.lines.join(" "))).toContain("Birch");
});

test("short names are told apart, end with a letter, and save something", () => {
  const board = testBoard();
  const names = ["San Francisco", "Santa Fe", "Salt Lake City", "New York", "New Orleans", "Riga"];
  board.cities.forEach((city, i) => Object.assign(city, { name: names[i] }));
  expect([...shortNames(board).values()]).toEqual(["San F", "Sant", "Sal", "New Y", "New O", "Riga"]);
});

test("a name that would leave the board at its side stands over its city instead", () => {
  const edge = testBoard();
  const city = edge.cities[0]!;
  Object.assign(city, { x: edge.width - 10, y: 80 });
  city.label = { ...city.label, x: city.x + 10, y: 84, anchor: "start", lines: ["Erzurum"] };
  const name = labels(edge, 1, [])[0]!;
  expect(name.right).toBeLessThanOrEqual(edge.width);
  expect(name.bottom).toBeLessThan(city.y);
});
