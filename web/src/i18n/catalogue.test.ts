import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test, vi } from "vitest";
import { problems, roomWords, typeModule, wordsOf } from "../../catalogues/catalogue";
import { LANGUAGES, listed, speak, w, type Language } from "./words.svelte";

const here = fileURLToPath(new URL(".", import.meta.url));
const languages = Object.keys(LANGUAGES) as Language[];
const english = wordsOf(`${here}en`);
const room = (name: string, language: Language) => roomWords(`${here}${language}`, name);

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});

test("every language has a folder of its own", () => {
  const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).toSorted()).toEqual(languages.toSorted());
});

test.each(languages)("%s has the English keys and parameters, and every plural form it needs", (language) => {
  expect(problems(english, wordsOf(`${here}${language}`), language)).toEqual([]);
  for (const name of ["rules", "typed"]) expect(problems(room(name, "en"), room(name, language), language)).toEqual([]);
});

test("the type of a catalogue fits the English words; `npm run words` makes it anew", async () => {
  const types = { Catalogue: english, RulesText: room("rules", "en"), TypedWords: room("typed", "en") };
  await expect(typeModule(types)).toMatchFileSnapshot("./catalogue.ts");
});

/** Words with `…` for each message that takes parameters, as they are written and as they are loaded. */
const plain = (words: unknown): unknown =>
  JSON.parse(JSON.stringify(words, (_key, value: unknown) => (isMessage(value) ? "…" : value)));
const isMessage = (value: unknown): boolean =>
  typeof value === "function" || (typeof value === "string" && value.includes("{"));

test.each(languages)("%s is loaded with each text under its own key", async (language) => {
  await speak(language);
  expect(plain(w())).toEqual(plain(wordsOf(`${here}${language}`)));
});

test.each([
  ["en", "a, b and c"],
  ["nl", "a, b en c"],
  ["fr", "a, b et c"],
] as const)("things are listed as in %s", async (language, three) => {
  await speak(language);
  expect([[], ["a"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", three]);
});
