import { describe, expect, it } from "vitest";
import { read } from "./navigation.svelte";

describe("an address", () => {
  it.each([
    ["/", { page: "start" }],
    ["/new", { page: "new" }],
    ["/games/", { page: "games" }],
    ["/watch", { page: "watch" }],
    ["/rules", { page: "rules" }],
    ["/puzzles", { page: "puzzles" }],
    ["/puzzles/new-york-2-33", { page: "puzzles", id: "new-york-2-33" }],
    ["/puzzles/../x", { page: "nowhere" }],
    ["/t/abc123", { page: "table", id: "abc123" }],
    ["/t/abc123/", { page: "table", id: "abc123" }],
    ["/t/abc123/41", { page: "ply", id: "abc123", ply: 41 }],
    ["/t/abc123/review", { page: "review", id: "abc123" }],
    ["/t/abc123/x", { page: "nowhere" }],
    ["/t/ABC", { page: "nowhere" }],
    ["/t/", { page: "nowhere" }],
    ["/other", { page: "nowhere" }],
    ["//evil", { page: "nowhere" }],
  ])("%s is read", (path, route) => {
    expect(read(path)).toEqual(route);
  });

  it("carries an invite behind the hash", () => {
    expect(read("/t/abc", "#invite=a.1.b%2B")).toEqual({ page: "table", id: "abc", invite: "a.1.b+" });
  });

  it("asks behind the hash to play on from a ply", () => {
    expect(read("/t/abc/41", "#fork")).toEqual({ page: "ply", id: "abc", ply: 41, fork: true });
    expect(read("/t/abc/41", "#other")).toEqual({ page: "ply", id: "abc", ply: 41 });
  });

  it("carries what the coach would do at a ply behind the hash", () => {
    expect(read("/t/abc/4", "#coach=draw%20red")).toEqual({ page: "ply", id: "abc", ply: 4, coach: "draw red" });
    expect(read("/t/abc/4", "#coach=")).toEqual({ page: "ply", id: "abc", ply: 4 });
  });

  it("without an invite grants nothing", () => {
    expect(read("/t/abc", "#invite=")).toEqual({ page: "table", id: "abc" });
    expect(read("/t/abc", "#other")).toEqual({ page: "table", id: "abc" });
  });
});
