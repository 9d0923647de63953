import { beforeAll, expect, test, vi } from "vitest";
import type { Happened } from "#protocol";
import { testBoard } from "#/testing/board";
import {
  actionWords,
  cardsWords,
  duration,
  percent,
  phraseWords,
  routeFacts,
  routeWords,
  ticketWords,
  told,
} from "./story";
import { speak } from "./words.svelte";

const board = testBoard();
const names = ["Ann", "Bob"];

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});

const did = (...events: [string, object][]): Happened => ({
  v: 1,
  at: 0,
  kind: "did",
  seat: 0,
  params: {},
  events: events.map(([name, params]) => ({ name, params: params as Happened["params"] })),
});
const CLAIM = did(
  ["paid", { seat: 0, card: "white", count: 5 }],
  ["paid", { seat: 0, card: "locomotive", count: 1 }],
  ["claimed", { seat: 0, route: "ash-dogwood", points: 15 }],
);
const DRAWS = did(
  ["took", { seat: 1, card: "red", slot: 0 }],
  ["turned_up", { slot: 0, card: "red" }],
  ["took", { seat: 1, card: "red", slot: 0 }],
  ["drew", { seat: 1 }],
);
const TUNNEL = did(
  ["laid", { seat: 0, card: "red", count: 2 }],
  ["revealed", { card: "red" }],
  ["revealed", { card: "white" }],
  ["tunnel", { seat: 0, route: "birch-cedar", extra: 1 }],
);

test.each([
  ["en", "Ann claimed Ash–Dogwood with 5 white and 1 locomotive: 15 points."],
  ["nl", "Ann claimde Ash–Dogwood met 5 witte en 1 locomotief: 15 punten."],
  ["fr", "Ann a pris Ash–Dogwood avec 5 blanches et 1 locomotive\u00a0: 15 points."],
] as const)("a claim is told with its price and its points in %s", async (language, sentence) => {
  await speak(language);
  expect(told(CLAIM, names, board)).toEqual([sentence]);
});

test.each([
  ["en", ["Bob took 2 red from the market.", "Bob drew a card from the deck."]],
  ["nl", ["Bob nam 2 rode uit de markt.", "Bob trok een kaart van de trekstapel."]],
  ["fr", ["Bob a pris 2 rouges au marché.", "Bob a pioché une carte."]],
] as const)("cards drawn one after the other are one sentence in %s", async (language, sentences) => {
  await speak(language);
  expect(told(DRAWS, names, board)).toEqual(sentences);
});

test.each([
  ["en", "Ann laid 2 red for the tunnel Birch–Cedar. Red and white turned up: 1 more card to pay."],
  ["nl", "Ann legde 2 rode voor de tunnel Birch–Cedar. Omgedraaid: rood en wit; nog 1 kaart te betalen."],
  [
    "fr",
    "Ann a posé 2 rouges pour le tunnel Birch–Cedar. Cartes retournées\u00a0: rouge et blanc\u00a0; encore 1 carte à payer.",
  ],
] as const)("a tunnel is told with what turned up in %s", async (language, sentence) => {
  await speak(language);
  expect(told(TUNNEL, names, board)).toEqual([sentence]);
});

test("the cards of others stay unsaid, own ones are named", async () => {
  await speak("en");
  expect(told(did(["drew", { seat: 0, card: "green" }]), names, board)).toEqual(["Ann drew 1 green from the deck."]);
  expect(told(did(["kept", { seat: 1, count: 2 }]), names, board)).toEqual(["Bob kept 2 tickets."]);
  expect(told(did(["kept", { seat: 0, count: 1, tickets: ["ash-cedar"] }]), names, board)).toEqual([
    "Ann kept Ash–Cedar.",
  ]);
});

test("events that a newer server may send are left out", async () => {
  await speak("en");
  expect(told(did(["danced", { seat: 0 }]), names, board)).toEqual([]);
});

test("a side of a double route is named by its colour", async () => {
  await speak("nl");
  expect(routeWords(board, "ash-birch:green")).toBe("Ash–Birch (groen)");
  expect(routeWords(board, "birch-cedar")).toBe("Birch–Cedar");
});

test("all that is printed of a route is said", async () => {
  await speak("en");
  expect(routeFacts(board, board.route.get("cedar-dogwood")!)).toBe(
    "Cedar–Dogwood, 4 spaces, gray, ferry with 2 locomotives, 4 points",
  );
});

test("an action is said in words, with the tickets it keeps", async () => {
  await speak("en");
  expect(actionWords(board, "claim birch-cedar 2 red")).toBe("Claim Birch–Cedar with 2 red");
  expect(actionWords(board, "keep 1 2", ["ash-cedar", "ash-dogwood"])).toBe("Keep Ash–Cedar and Ash–Dogwood");
  expect(actionWords(board, "keep")).toBe("Choose tickets");
  expect(ticketWords(board, "ash-cedar")).toBe("Ash–Cedar, 8 points");
});

test("boards have their own words for their pieces", async () => {
  await speak("fr");
  const taxis = { ...board, labels: { locomotive: "taxi", train: "taxi" } };
  expect(cardsWords(taxis, { locomotive: 2 })).toBe("2 taxis");
  expect(cardsWords({ ...board, labels: { locomotive: "balloon" } }, { locomotive: 2 })).toBe("2 balloon");
});

test("every phrase has words in each language", async () => {
  for (const language of ["en", "nl", "fr"] as const) {
    await speak(language);
    expect(phraseWords("well_played")).not.toBe("well_played");
  }
});

test("time is told in the measure that fits", async () => {
  await speak("en");
  expect(duration(65_000)).toBe("1:05");
  expect(duration(-5)).toBe("0:00");
  expect(duration(3 * 3_600_000)).toBe("3 hours");
  expect(duration(72 * 3_600_000)).toBe("3 days");
});

test.each([
  ["en", "45%"],
  ["fr", "45\u00a0%"],
] as const)("a share has its sign as people write it in %s", async (language, share) => {
  await speak(language);
  expect(percent(0.45)).toBe(share);
});
