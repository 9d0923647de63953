import { expect, test } from "vitest";
import { reuseIfEqual } from "./reuse";

test("the same content gives the same list, other content the new one", () => {
  const keep = reuseIfEqual<string[]>();
  const first = keep(["a", "b"]);
  expect(keep(["a", "b"])).toBe(first);
  const longer = ["a", "b", "c"];
  expect(keep(longer)).toBe(longer);
  expect(keep(["a", "b"])).not.toBe(first);
});

test("a set is kept like a list", () => {
  const keep = reuseIfEqual<Set<string>>();
  const none = keep(new Set());
  expect(keep(new Set())).toBe(none);
  expect(keep(new Set(["a"]))).not.toBe(none);
});
