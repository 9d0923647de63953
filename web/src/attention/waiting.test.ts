import { describe, expect, it } from "vitest";
import type { TableLine } from "#protocol";
import { countedTitle, newlyWaiting, waitingIds } from "./waiting";

const line = (id: string, your_turn: boolean): TableLine => ({ table: { id }, your_turn }) as TableLine;

describe("tables that wait for me", () => {
  const lines = [line("a", true), line("b", false), line("c", true)];

  it("are those whose turn is mine", () => {
    expect([...waitingIds(lines, null)]).toEqual(["a", "c"]);
  });

  it("follow the table on the screen, whose list may be old", () => {
    expect([...waitingIds(lines, { id: "a", turn: false })]).toEqual(["c"]);
    expect([...waitingIds(lines, { id: "b", turn: true })]).toEqual(["b", "a", "c"]);
  });

  it("are new once, and never with the first list", () => {
    expect(newlyWaiting(null, new Set(["a"]))).toEqual([]);
    expect(newlyWaiting(new Set(["a"]), new Set(["a", "b"]))).toEqual(["b"]);
    expect(newlyWaiting(new Set(["a"]), new Set())).toEqual([]);
  });
});

describe("a title", () => {
  it("counts the tables that wait", () => {
    expect(countedTitle("Play", new Set(["a", "b"]), null)).toBe("(2) Play");
    expect(countedTitle("Play", new Set(["a"]), null)).toBe("(1) Play");
    expect(countedTitle("Play", new Set(), null)).toBe("Play");
  });

  it("has no number where only the table on the screen waits", () => {
    const place = { id: "a", turn: true };
    expect(countedTitle("Your turn", new Set(["a"]), place)).toBe("Your turn");
    expect(countedTitle("Your turn", new Set(["a", "b"]), place)).toBe("(2) Your turn");
  });
});
