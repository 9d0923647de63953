import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "./en/refusals.json";
import fr from "./fr/refusals.json";
import nl from "./nl/refusals.json";

const page = readFileSync(new URL("../../../docs/protocol.md", import.meta.url), "utf8");
const codes = page
  .split("## Codes")[1]!
  .split("\n")
  .flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);

it("the documented codes are found", () => {
  expect(codes.length).toBeGreaterThan(70);
});

it.each([
  ["English", en],
  ["Dutch", nl],
  ["French", fr],
])("%s has words for every documented code", (_, words) => {
  expect(codes.filter((code) => !(code in words))).toEqual([]);
});

it("every language has a text of its own for each code", () => {
  const same = Object.entries(en).filter(([code, text]) => {
    const others: Record<string, string>[] = [nl, fr];
    return others.some((words) => words[code] === text);
  });
  expect(same).toEqual([]);
});
