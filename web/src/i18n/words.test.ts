import { expect, it } from "vitest";
import { keyed } from "./words.svelte";

const like = { one: "a", two: { three: () => "b", four: ["c", "d"] } };

it("a list of values gets the keys of the catalogue it is in the order of", () => {
  const three = (): string => "B";
  expect(keyed(like, ["A", [three, ["C"]]])).toEqual({ one: "A", two: { three, four: ["C"] } });
});

it("a catalogue that has its keys is left as it is", () => {
  expect(keyed(like, like)).toBe(like);
});
