import { expect, test } from "vitest";
import { seatScore, testBoard } from "#/testing/board";
import { districtsOf, reachedOf, wayBetween } from "./settlement";

const board = testBoard();

test("a way takes the shortest of a seat's own routes", () => {
  const owners = { "birch-cedar": 0, "cedar-dogwood": 0, "cedar-fir": 0, "dogwood-fir": 0 };
  expect(wayBetween(board, owners, seatScore(0, {}), { a: "birch", b: "dogwood" })).toEqual({
    routes: ["birch-cedar", "cedar-fir", "dogwood-fir"],
    loans: [],
  });
});

test("routes of others lead nowhere", () => {
  const owners = { "birch-cedar": 0, "cedar-dogwood": 1 };
  expect(wayBetween(board, owners, seatScore(0, {}), { a: "birch", b: "dogwood" })).toBeNull();
});

test("a station's loan is used where the ticket needs it, and named", () => {
  const owners = { "birch-cedar": 0, "cedar-dogwood": 1 };
  const score = seatScore(0, { borrowed: [["cedar", "cedar-dogwood"]] });
  expect(wayBetween(board, owners, score, { a: "birch", b: "dogwood" })).toEqual({
    routes: ["birch-cedar", "cedar-dogwood"],
    loans: [["cedar", "cedar-dogwood"]],
  });
});

test("a detour over own routes is better than a loan", () => {
  const owners = { "ash-birch:red": 0, "birch-cedar": 0, "cedar-dogwood": 0, "ash-dogwood": 1 };
  const score = seatScore(0, { borrowed: [["ash", "ash-dogwood"]] });
  const way = wayBetween(board, owners, score, { a: "ash", b: "dogwood" });
  expect(way?.loans).toEqual([]);
  expect(way?.routes).toEqual(["ash-birch:red", "birch-cedar", "cedar-dogwood"]);
});

test("attractions count where an own route ends", () => {
  const owners = { "ash-birch:red": 0, "dogwood-elm": 1 };
  expect(reachedOf(board, owners, 0, ["ash", "elm"])).toEqual(["ash"]);
  expect(reachedOf(board, owners, 1, ["ash", "elm"])).toEqual(["elm"]);
});

test("a district is linked when all its places are, whatever lies between", () => {
  const owners = { "ash-birch:red": 0, "birch-cedar": 0, "dogwood-elm": 1 };
  expect(districtsOf(board, owners, 0)).toEqual([
    { district: 1, cities: ["ash", "cedar"], routes: ["ash-birch:red", "birch-cedar"] },
  ]);
  expect(districtsOf(board, owners, 1).map((one) => one.district)).toEqual([2]);
  expect(districtsOf(board, { "ash-birch:red": 0 }, 0)).toEqual([]);
});
