import { describe, expect, it } from "vitest";
import { pathOfLink } from "./link";

const ORIGIN = "https://play.example";

describe("a pasted link", () => {
  it.each([
    ["https://play.example/t/abc123#invite=xyz", "/t/abc123#invite=xyz"],
    ["  https://play.example/t/abc123 \n", "/t/abc123"],
    ["play.example/t/abc123#invite=xyz", "/t/abc123#invite=xyz"],
    ["/t/abc123/7", "/t/abc123/7"],
    ["abc123def456", "/t/abc123def456"],
  ])("%j leads to %s", (text, path) => {
    expect(pathOfLink(text, ORIGIN)).toBe(path);
  });

  it.each([
    ["https://play.example/games/trains/t/abc123#invite=xyz", "/t/abc123#invite=xyz"],
    ["play.example/games/trains/t/abc123", "/t/abc123"],
    ["/games/trains/t/abc123/7", "/t/abc123/7"],
    ["abc123def456", "/t/abc123def456"],
    ["https://play.example/t/abc123", null],
    ["https://play.example/games/t/abc123", null],
    ["play.example/t/abc123", null],
  ])("%j leads to %s of a server below a path", (text, path) => {
    expect(pathOfLink(text, ORIGIN, "/games/trains/")).toBe(path);
  });

  it.each([
    "https://other.example/t/abc123",
    "http://play.example/t/abc123",
    "https://play.example/",
    "javascript:alert(1)",
    "//other.example/t/abc123",
    "",
    "hello there",
  ])("%j leads nowhere", (text) => {
    expect(pathOfLink(text, ORIGIN)).toBeNull();
  });
});
