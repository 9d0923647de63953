import { expect, test } from "vitest";
import { testBoard } from "#/testing/board";
import { loansAt } from "./lending";
import { needsOf } from "./needs";

const board = testBoard();
const players = [{}, {}, {}, {}] as never[];

test("a way takes its trains, and the cards that are not in hand", () => {
  const route = board.route.get("ash-dogwood")!;
  const [card, length] = [route.colour === "gray" ? "any" : route.colour, route.length];
  expect(needsOf(board, {}, ["ash-dogwood"])).toEqual({ trains: length, cards: { [card]: length } });
  expect(needsOf(board, { locomotive: length }, ["ash-dogwood"])).toEqual({ trains: length, cards: {} });
});

test("a ferry misses its locomotives, whatever else is in hand", () => {
  const ferry = board.route.get("cedar-dogwood")!;
  const needs = needsOf(board, { red: 9, green: 9, white: 9 }, ["cedar-dogwood"]);
  expect(needs).toEqual({ trains: ferry.length, cards: { locomotive: ferry.ferry } });
});

test("cards are spent once", () => {
  const twice = needsOf(board, { red: 2 }, ["ash-birch:red", "ash-birch:red"]);
  const length = board.route.get("ash-birch:red")!.length;
  expect(twice.cards.red).toBe(2 * length - 2);
});

test("a station helps where it lends a route that brings an open ticket nearer", () => {
  const ticket = board.tickets[0]!;
  const taken = board.routes.filter((route) => route.a === ticket.a || route.b === ticket.a);
  const owners = Object.fromEntries(taken.map((route) => [route.id, 1]));
  const cities = board.cities.map((city) => city.id);
  const loans = loansAt(board, { owners, stations: {}, players }, 0, cities, [ticket.id]);
  expect(loans.get(ticket.a)).toMatchObject({ ticket: ticket.id, saves: null });
  expect(taken.map((route) => route.id)).toContain(loans.get(ticket.a)?.route);
  expect(loansAt(board, { owners: {}, stations: {}, players }, 0, cities, [ticket.id]).size).toBe(0);
});
