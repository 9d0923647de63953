import { expect, it } from "vitest";
import type { BotPart } from "#protocol";
import { purposeNow, purposes } from "./purposes";

const bot = (name: string, level: number | null = null): BotPart => ({ name, says: "", level });
const BOTS = [
  ...[1, 2, 3, 4, 5].map((level) => bot(`level:${level}`, level)),
  ...["greedy", "rusher", "uniform", "blocker", "one-step"].map((name) => bot(name)),
];

it("people come first, then four levels, then characters by their own names", () => {
  const { people, levels, characters } = purposes(BOTS);
  expect(people.map(({ value }) => value)).toEqual(["open", "here"]);
  expect(levels.map(({ label }) => label)).toEqual(["Passenger", "Porter", "Driver", "Conductor"]);
  expect(characters.map(({ label }) => label)).toEqual(["Grimbald", "Ottilie", "Zelda"]);
});

it("whatever is in sight has a sentence", () => {
  const { people, levels, characters } = purposes(BOTS);
  expect([...people, ...levels, ...characters].filter(({ says }) => !says)).toEqual([]);
});

it("everything else is behind more, and nothing is lost", () => {
  const { people, levels, characters, more } = purposes(BOTS);
  expect(more.map(({ value }) => value)).toEqual(["remote", "bot level:5", "bot greedy", "bot uniform"]);
  expect(people.length + levels.length + characters.length + more.length).toBe(BOTS.length + 3);
});

it("a bot by a recipe is shown by its text", () => {
  expect(purposeNow(BOTS, "bot planner:tuned=no").label).toBe("planner:tuned=no");
  expect(purposeNow(BOTS, "bot rusher").label).toBe("Zelda");
});
