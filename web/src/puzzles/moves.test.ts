import { beforeEach, describe, expect, it } from "vitest";
import type { PuzzleSolution } from "#protocol";
import { testBoard } from "#/testing/board";
import { costOf, hintWords, leadOf, moveOf, moveWords, routesOf, sorted } from "./moves";
import { filled, hintText, levelWord, themeWord, WORDS } from "./words";

const board = testBoard();

describe("a move", () => {
  it.each([
    ["claim paris-zurich 3 purple", "claim paris-zurich"],
    ["claim boston-montreal#2 2 red", "claim boston-montreal"],
    ["claim bruxelles-paris:red 2 red", "claim bruxelles-paris"],
    ["build paris 1 red", "build paris"],
    ["draw red", "draw red"],
    ["keep 1 3", "keep 1 3"],
  ])("%s is one way to make it", (action, move) => {
    expect(moveOf(action)).toBe(move);
    expect(moveOf(move)).toBe(move);
  });

  it("is sorted by what is done", () => {
    const moves = ["draw deck", "claim a-b", "build a", "tickets", "claim a-c"];
    expect(sorted(moves)).toEqual({
      claims: ["claim a-b", "claim a-c"],
      builds: ["build a"],
      others: ["draw deck", "tickets"],
    });
  });

  it("is said with the names of its cities, whichever track it takes", () => {
    const route = board.routes[0]!;
    const move = moveOf(`claim ${route.id}`);
    expect(routesOf(board, move)).toContain(route.id);
    expect(moveWords(board, move, [])).toContain(board.city.get(route.a)!.name);
    expect(moveWords(board, "draw deck", [])).not.toContain("{");
  });

  it("gives away what it lacks to the best", () => {
    const solution = {
      moves: [
        { move: "draw red", margin: 9, win: 0.75 },
        { move: "draw deck", margin: 5, win: 0.5 },
      ],
    } as PuzzleSolution;
    expect(leadOf(solution)).toBe(4);
    expect(costOf(solution, "draw deck")).toEqual({ points: 4, chance: 0.25 });
    expect(costOf(solution, "draw red")).toEqual({ points: 0, chance: 0 });
  });
});

describe("the words of the puzzles", () => {
  type Texts = { [key: string]: string | Texts };
  const flat = (texts: Texts, before = ""): [string, string][] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? [[before + key, text]] : flat(text, `${before}${key}.`),
    );
  const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();

  it.each(Object.entries(WORDS))("%s has all of them, with their places", (_, words) => {
    const [mine, english] = [flat(words), flat(WORDS.en)];
    expect(mine.map(([key]) => key)).toEqual(english.map(([key]) => key));
    mine.forEach(([key, text], i) => {
      expect(text, key).not.toBe("");
      expect(places(text), key).toEqual(places(english[i]![1]));
    });
  });

  it("leave no place of a hint empty, and say nothing of what is unknown", () => {
    const ticket = board.tickets[0]!;
    const said = hintWords(board, { code: "for_ticket", params: { ticket: ticket.id } });
    expect(said).toContain(board.city.get(ticket.a)!.name);
    expect(hintText("of_a_newer_server")).toBe("");
    expect(filled("{a}, {b}", { a: "x" })).toBe("x, {b}");
    expect([themeWord("block"), themeWord("newer"), levelWord(3)]).toEqual(["Block", "newer", "hard"]);
  });
});

describe("what was solved", () => {
  const kept = new Map<string, string>();

  beforeEach(() => {
    kept.clear();
    globalThis.localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
  });

  it("is remembered, and help later does not take away what was done without", async () => {
    const { remember, solvedAs } = await import("./solved.svelte");
    expect(solvedAs("usa-1-1")).toBeUndefined();
    remember("usa-1-1", "solved", false);
    remember("usa-1-1", "helped", true);
    expect(solvedAs("usa-1-1")).toBe("solved");
    expect(JSON.parse(kept.get("whistlestop.puzzles") ?? "")).toEqual({ "usa-1-1": "solved" });
    expect(kept.get("whistlestop.puzzleday")).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
