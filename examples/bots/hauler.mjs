#!/usr/bin/env node
// An example bot in JavaScript for Node, without dependencies: it collects cards of a colour and
// claims the longest routes it can pay. It reads lines of JSON and writes actions, as docs/bots.md
// describes. Try it:
//
//     whistlestop simulate ./examples/bots/hauler.mjs greedy

import { createInterface } from "node:readline";

let routes = new Map();
let tickets = new Map();
let actions = [];
let longEnough = 0;

function hello({ board }) {
  routes = new Map(board.routes.map((route) => [route.id, route]));
  tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
  actions = board.actions;
  longEnough = Math.ceil(Math.max(...board.routes.map((route) => route.length)) / 2);
}

/** One of the actions that are legal now; view.legal has their numbers. */
function choose(view) {
  const legal = view.legal.map((number) => actions[number]);
  const startingWith = (verb) => legal.filter((action) => action.split(" ")[0] === verb);

  const keeps = startingWith("keep");
  if (keeps.length > 0) {
    // It will hardly complete any on purpose: as few and as cheap ones as it may.
    return lowest(keeps, (keep) => ticketPoints(view, keep));
  }
  const pays = startingWith("pay");
  if (pays.length > 0) return lowest(pays, locomotives);

  const claims = startingWith("claim");
  const trains = view.players[view.seat].trains;
  // Short routes are for the end, when there are no trains left for long ones.
  const good = claims.filter((claim) => routeOf(claim).length >= Math.min(longEnough, trains - 2));
  if (good.length > 0) return lowest(good, price);

  const draws = startingWith("draw");
  if (draws.length > 0) return lowest(draws, (draw) => -worth(view, draw.split(" ")[1]));
  return claims.length > 0 ? lowest(claims, price) : legal.at(-1);
}

function routeOf(claim) {
  return routes.get(claim.split(" ")[1]);
}

/** Points first, locomotives second. */
function price(claim) {
  return -10 * routeOf(claim).points + locomotives(claim);
}

function ticketPoints(view, keep) {
  const places = keep.split(" ").slice(1).map(Number);
  return places.reduce((sum, place) => sum + tickets.get(view.offer[place - 1]).points, 0);
}

/** A colour is worth more the more of it is in the hand. */
function worth(view, card) {
  if (card === "locomotive") return 3.5;
  if (card === "deck") return 1.5;
  return view.hand[card] ?? 0;
}

/** How many locomotives a payment spends. */
function locomotives(action) {
  const words = action.split(" ");
  return words.at(-1) === "locomotive" ? Number(words.at(-2)) : 0;
}

function lowest(items, key) {
  return items.reduce((best, item) => (key(item) < key(best) ? item : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.hello) hello(message.hello);
  else if (message.view) console.log(choose(message.view));
  else break; // bye
}
process.exit(0);
