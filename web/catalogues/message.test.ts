import { expect, test } from "vitest";
import { compiled, pluralProblems, read } from "./message";

/** What a message says, given an object with its parameters. */
function say(text: string, given: object = {}, language = "en"): string {
  const made: unknown = new Function(`return ${compiled(read(text), "object", language)}`)();
  return (made as (given: object) => string)(given);
}

test("a message without parameters is a text, with one a function of it", () => {
  expect(compiled(read("Deck"), "text", "en")).toBe("`Deck`");
  expect(compiled(read("Level {level, number}"), "value", "en")).toBe("given=>`Level ${given}`");
});

test("parameters stand where their names are, as often as they are named", () => {
  expect(say("{who} digs {route}, {who}!", { who: "Ann", route: "A–B" })).toBe("Ann digs A–B, Ann!");
});

test("no character of a text is lost or taken for code", () => {
  expect(say("a`b\\c${d}'s l'été\u00a0!", { d: 1 })).toBe("a`b\\c$1's l'été\u00a0!");
});

const CARDS = "{count, plural, =0 {nothing} one {# card} other {# cards}} left";
test.each([
  [0, "nothing left"],
  [1, "1 card left"],
  [2, "2 cards left"],
])("a count of %i in English", (count, text) => {
  expect(say(CARDS, { count })).toBe(text);
});

test("French counts nothing as one, and an exact number goes first wherever it stands", () => {
  const text = "{count, plural, other {# cartes} one {# carte} =1 {une carte}}";
  expect([0, 1, 2].map((count) => say(text, { count }, "fr"))).toEqual(["0 carte", "une carte", "2 cartes"]);
});

test("a language with more forms asks the browser for the form", () => {
  const text = "{count, plural, one {# karta} few {# karty} many {# kart} other {# karty}}";
  const said = [1, 2, 5, 22].map((count) => say(text, { count }, "pl"));
  expect(said).toEqual(["1 karta", "2 karty", "5 kart", "22 karty"]);
  expect(pluralProblems(read(CARDS), "pl")).toEqual(["{count} lacks many {…}", "{count} lacks few {…}"]);
});

test("what the forms share is said once, and forms that are all the same need no choice", () => {
  const code = (text: string): string => compiled(read(text), "value", "en");
  expect(code("{n, plural, one {# card} other {# cards}}")).toBe("given=>`${given} card${given===1?``:`s`}`");
  expect(code("{n, plural, one {red} other {red}}")).toBe("given=>`red`");
});

test("a select chooses by a yes or no, or by a word", () => {
  const text = "Draw{more, select, true { or build} other {}}.";
  expect([true, false].map((more) => say(text, { more }))).toEqual(["Draw or build.", "Draw."]);
  const by = "{why, select, time {too late} kicked {sent away} other {left}}";
  expect(["time", "kicked", "?"].map((why) => say(by, { why }))).toEqual(["too late", "sent away", "left"]);
});

test("each parameter has a kind", () => {
  const { parameters } = read("{who} {n, number} {n} {yes, select, true {a} other {b}} {why, select, x {a} other {b}}");
  expect([...parameters]).toEqual([
    ["who", "plain"],
    ["n", "number"],
    ["yes", "boolean"],
    ["why", "choice"],
  ]);
});

test.each([
  "{",
  "}",
  "l'{a} et d'{b}",
  "{0}",
  "{a, date}",
  "{a, selectordinal, other {#th}}",
  "{a, plural, one {#}}",
  "{a, number} {a, select, true {x} other {y}}",
])("%s is refused", (text) => {
  expect(() => read(text)).toThrow();
});
