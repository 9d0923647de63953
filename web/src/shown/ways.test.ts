import { expect, test } from "vitest";
import { attractionsOf, districtsOf, wayBetween } from "./ways";
import { seatScore, smallBoard } from "#/end/small";

const board = smallBoard();

test("a way takes the shortest of a seat's own routes", () => {
  const owners = { "a-b": 0, "b-c": 0, "b-f": 0, "c-f": 0 };
  expect(wayBetween(board, owners, seatScore(0, {}), { a: "a", b: "c" })).toEqual({
    routes: ["a-b", "b-f", "c-f"],
    loans: [],
  });
});

test("routes of others lead nowhere", () => {
  const owners = { "a-b": 0, "b-c": 1 };
  expect(wayBetween(board, owners, seatScore(0, {}), { a: "a", b: "c" })).toBeNull();
});

test("a station's loan is used where the ticket needs it, and named", () => {
  const owners = { "a-b": 0, "b-c": 1 };
  const score = seatScore(0, { borrowed: [["b", "b-c"]] });
  expect(wayBetween(board, owners, score, { a: "a", b: "c" })).toEqual({
    routes: ["a-b", "b-c"],
    loans: [["b", "b-c"]],
  });
});

test("a detour over own routes is better than a loan", () => {
  const owners = { "a-b": 0, "b-c": 1, "b-f": 0, "c-f": 0 };
  const score = seatScore(0, { borrowed: [["b", "b-c"]] });
  expect(wayBetween(board, owners, score, { a: "a", b: "c" })?.loans).toEqual([]);
});

test("attractions count where an own route ends", () => {
  const owners = { "a-b": 0, "d-e": 1 };
  expect(attractionsOf(board, owners, 0).map((city) => city.id)).toEqual(["a"]);
  expect(attractionsOf(board, owners, 1).map((city) => city.id)).toEqual(["e"]);
});

test("a district is linked when all its places are, whatever lies between", () => {
  const owners = { "a-b": 0, "b-c": 0, "d-e": 1 };
  expect(districtsOf(board, owners, 0)).toEqual([
    { district: 1, cities: ["a", "c"], routes: ["a-b", "b-c"] },
  ]);
  expect(districtsOf(board, owners, 1).map((one) => one.district)).toEqual([2]);
  expect(districtsOf(board, { "a-b": 0 }, 0)).toEqual([]);
});
