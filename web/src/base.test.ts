import { expect, test } from "vitest";
import { at, inside } from "./base";

test("a path of the server lies below its base", () => {
  expect(at("/t/abc", "/")).toBe("/t/abc");
  expect(at("/t/abc", "/games/trains/")).toBe("/games/trains/t/abc");
  expect(at("/", "/games/trains/")).toBe("/games/trains/");
});

test.each([
  ["/t/abc", "/", "/t/abc"],
  ["/games/trains/t/abc", "/games/trains/", "/t/abc"],
  ["/games/trains/", "/games/trains/", "/"],
  ["/games/trains", "/games/trains/", "/"],
  ["/games/", "/games/trains/", null],
  ["/t/abc", "/games/trains/", null],
  ["/games/trainspotting/t/abc", "/games/trains/", null],
])("%s is below %s as %s", (path, base, own) => {
  expect(inside(path, base)).toBe(own);
});
