import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ownBonus, testBoard } from "#/testing/board";
import { bonusesAt, itemName, known } from "./items";
import { speak } from "./words.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});
afterAll(() => speak("en"));

const board = testBoard({ longest_trail: 10 }, [ownBonus("coast"), ownBonus("constructor", { label: {} })]);

test.each([
  ["en", "Coast", "Longest trail"],
  ["nl", "Kust", "Langste traject"],
  ["fr", "Coast", "Plus long chemin"],
] as const)(
  "in %s an item has the page's word, or the board's, or the board's English one",
  async (language, own, trail) => {
    await speak(language);
    expect([itemName(board, "coast"), itemName(board, "longest_trail")]).toEqual([own, trail]);
  },
);

test("an item that nobody has words for is shown by its name, whatever that is", () => {
  expect(itemName(board, "constructor")).toBe("constructor");
  expect(itemName(board, "never_heard_of")).toBe("never heard of");
  expect(known({ other: 1 }, "constructor", "__proto__", "toString")).toBeUndefined();
});

test("a city tells the bonuses that only its board has, and not those that it shows by a sign", () => {
  const starred = testBoard({ attraction_points: 1 }, [ownBonus("coast", { cities: ["ash"] })]);
  expect([bonusesAt(starred, "ash"), bonusesAt(starred, "elm")]).toEqual([["Coast"], []]);
});
