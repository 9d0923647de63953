import { expect, test } from "vitest";
import { keyedModule, otherModule, problems, typeModule, type Words } from "./catalogue";

const ENGLISH = {
  table: {
    deck: "Deck",
    left: "{count, plural, one {# card} other {# cards}} left",
    "1910": "Old",
    levels: ["low", "high"],
  },
  guide: { say: "Keep {keep, number}" },
  told: "{who} drew {count, number}",
};
/** The same with another table; what is undefined there is missing. */
const withTable = (table: object): Words =>
  JSON.parse(JSON.stringify({ ...ENGLISH, table: { ...ENGLISH.table, ...table } })) as Words;

test("words like the English ones have no problem", () => {
  expect(problems(ENGLISH, ENGLISH, "en")).toEqual([]);
});

test.each([
  ["a missing text", { deck: undefined }, "table.deck: is missing"],
  ["a text too many", { dek: "Dek" }, "table.dek: English does not have it"],
  ["a group in place of a text", { deck: { a: "b" } }, "table.deck.a: English does not have it"],
  ["a shorter list", { levels: ["laag"] }, "table.levels: is not a list as long as in English"],
  ["a list in place of a text", { deck: ["a", "b"] }, "table.deck: is not a list as long as in English"],
  ["a parameter left out", { left: "nog wat" }, "table.left: does not use {count}"],
  ["a parameter misspelt", { left: "nog {cuont}" }, "table.left: English has no {cuont}"],
  [
    "a choice by a number",
    { left: "{count, select, 1 {a} other {b}}" },
    "table.left: {count} is a number in English, not a string",
  ],
  ["a plural without a form", { left: "nog {count, plural, other {#}}" }, "table.left: {count} lacks one {…}"],
  [
    "a form of another language",
    { left: "{count, plural, one {a} few {b} other {c}}" },
    "table.left: {count} never takes few {…}",
  ],
  ["a brace too many", { deck: "Stapel {" }, "table.deck: Error: a brace too many"],
])("%s is a problem", (_what, table, problem) => {
  expect(problems(ENGLISH, withTable(table), "nl")).toContain(problem);
});

test("a translation may write a number without saying that it is one", () => {
  expect(problems(ENGLISH, withTable({ left: "nog {count}" }), "nl")).toEqual([]);
});

test("English travels with its keys, another language without them in the order of the English object", () => {
  expect(keyedModule({ a: { "x-y": "one", b: ["c"] } }, "en")).toBe('export default {"a":{"x-y":`one`,"b":["c"]}};');
  const table = { levels: ["laag", "hoog"], left: "nog {count}", deck: "Stapel", "1910": "Oud" };
  const dutch = { told: "{who}: {count}", guide: { say: "Houd {keep}" }, table };
  const texts = ["`Oud`", "`Stapel`", "given=>`nog ${given}`", '["laag","hoog"]'];
  const others = ["given=>`Houd ${given.keep}`", "given=>`${given.who}: ${given.count}`"];
  expect(otherModule(ENGLISH, dutch, "nl")).toBe(`export default [${[...texts, ...others].join(",")}];`);
});

test("in the type a message takes one parameter by itself, several by their names, the guide's always so", () => {
  const type = typeModule({ Catalogue: ENGLISH, RulesText: { rules: "{count, number} rules" } });
  expect(type).toContain('"1910": string;');
  expect(type).toContain("left: (count: number) => string;");
  expect(type).toContain("levels: readonly string[];");
  expect(type).toContain("say: (given: { keep: number }) => string;");
  expect(type).toContain("told: (given: { who: string; count: number }) => string;");
});
