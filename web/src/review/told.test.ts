import { describe, expect, it } from "vitest";
import type { Decision, Review, Split } from "#protocol";
import { chosen, eyesOf, linesOf, wholes } from "./told";
import { filled, WORDS } from "./words";

const split = (deal: number, draws: number, tunnels: number, rivals: number, decisions: number): Split => ({
  ...{ deal, draws, tunnels, rivals, decisions, luck: deal + draws + tunnels },
  adjusted: rivals + decisions,
});

const decision = (ply: number, cost: number): Decision => ({
  ply,
  seat: ply % 2,
  played: "pass",
  value: { margin: 5 - cost, win: 0.5 },
  best: "draw deck",
  best_value: { margin: 5, win: 0.5 },
  next: null,
  next_value: null,
  lost: cost,
  error: 0,
});

describe("a review", () => {
  it("is drawn as lines that stay until the next moment is known", () => {
    const curve = [
      { ply: 0, wins: [0.5, 0.5] },
      { ply: 3, wins: [0.256, 0.744] },
      { ply: 4, wins: [0, 1] },
    ];
    expect(linesOf(curve, 4)).toEqual([
      { seat: 0, values: [50, 50, 50, 26, 0] },
      { seat: 1, values: [50, 50, 50, 74, 100] },
    ]);
  });

  it.each([
    [split(2.4, -17.5, 0, 127.7, -14.6), 98],
    [split(-0.8, -4.04, 0, -3.96, -89.2), -98],
    [split(0.2, 0.2, 0.2, 0.2, 0.2), 1],
    [split(0, 0, 0, 0, 0), 0],
  ])("shows whole parts that add up to the margin", (parts, margin) => {
    const whole = wholes(parts, margin);
    expect(whole.reduce((sum, part) => sum + part, 0)).toBe(margin);
    for (const [i, exact] of [parts.deal, parts.draws, parts.tunnels, parts.rivals, parts.decisions].entries())
      expect(Math.abs((whole[i] ?? NaN) - exact)).toBeLessThan(1);
  });

  it("names the costliest decisions of one or of all, most first", () => {
    const seats = [
      { costliest: [0, 2], best: [] },
      { costliest: [3, 1], best: [] },
    ];
    const review = {
      seats,
      decisions: [decision(0, 4), decision(1, 1), decision(2, 2), decision(3, 9)],
    } as unknown as Review;
    expect(chosen(review, 0, "costliest").map(({ ply }) => ply)).toEqual([0, 2]);
    expect(chosen(review, "all", "costliest").map(({ ply }) => ply)).toEqual([3, 0, 2]);
  });

  it.each([
    ["#seat=1", 1],
    ["#seat=2", "all"],
    ["#seat=x", "all"],
    ["#seat=", "all"],
    ["", "all"],
  ])("%s says whose eyes", (hash, eyes) => {
    expect(eyesOf(hash, 2)).toBe(eyes);
  });
});

describe("the words of the review", () => {
  const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();

  it.each(Object.entries(WORDS))("%s has all of them, with their places", (_, words) => {
    expect(Object.keys(words)).toEqual(Object.keys(WORDS.en));
    for (const [key, text] of Object.entries(words)) {
      expect(text).not.toBe("");
      expect(places(text)).toEqual(places(WORDS.en[key as keyof typeof WORDS.en]));
    }
  });

  it("leave no place empty", () => {
    expect(filled("{a}, {b}", { a: "x" })).toBe("x, {b}");
  });
});
