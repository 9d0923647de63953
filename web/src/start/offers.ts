// What tables can be made of on this server, asked for once, and how boards, options and bots are named.

import type { BoardPart, BotPart, Offers } from "#protocol";
import { ask } from "#/connection/ask";
import { w } from "#/i18n/words.svelte";

let asked: Promise<Offers> | null = null;

export function loadOffers(): Promise<Offers> {
  asked ??= ask<Offers>("/api/offers").catch((problem: unknown) => {
    asked = null;
    throw problem;
  });
  return asked;
}

/** A board with the other ways to play it; the first is the plain board. */
export interface Family {
  name: string;
  title: string;
  players: [number, number];
  members: BoardPart[];
}

const plain = (name: string): string => name.split(":")[0] ?? name;
const option = (name: string): string => name.split(":")[1] ?? "";

// The best known first; boards of the server's own come after them, as they are.
const ORDER = ["usa", "europe", "new-york", "london"];
const rank = ({ name }: Family): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

export function families(boards: BoardPart[]): Family[] {
  const found = new Map<string, Family>();
  for (const board of boards) {
    const name = plain(board.name);
    const family = found.get(name) ?? { name, title: board.title, players: board.players, members: [] };
    family.members.push(board);
    found.set(name, family);
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

export const familyOf = (board: string): string => plain(board);

/** How the tickets of a board are called: its option in words. */
export function variantWords(board: string): string {
  const known: Record<string, string> = w().shell.variants;
  return known[option(board)] ?? option(board);
}

/** The title of a board in the language spoken; of a server's own board as its file has it. */
export function titleWords(board: { name: string; title: string }): string {
  const known: Record<string, string> = w().shell.boardTitles;
  return known[plain(board.name)] ?? board.title;
}

/** A board by its name in words: its title, and the option if there is one. */
export function boardWords(board: string, boards: { name: string; title: string }[]): string {
  const part = boards.find(({ name }) => name === board);
  const title = titleWords(part ?? { name: board, title: plain(board) });
  return option(board) ? `${title} · ${variantWords(board)}` : title;
}

/** The characters among the bots: each plays one idea, by which programs call it, and has a name among people. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  blocker: "Grimbald",
  "long-route": "Barnaby",
  "one-step": "Ottilie",
  "route-focused": "Philippa",
  rusher: "Zelda",
  "ticket-hungry": "Horatio",
};

/** What a bot does, as a short sentence; "" for those that only tinkerers know. */
export function botSays({ name, level }: Pick<BotPart, "name" | "level">): string {
  const { levelSays, characterSays } = w().shell;
  return (level === null ? (characterSays as Record<string, string>)[name] : levelSays[level - 1]) ?? "";
}

/** What a bot is called: a level or a character by its name, others by their own. */
export function botWords(bot: Pick<BotPart, "name" | "level">): string {
  if (bot.level === null) return CHARACTERS[bot.name] ?? bot.name;
  return w().shell.levels[bot.level - 1] ?? w().shell.level(bot.level);
}

/** What a bot at a table is called, by the text it was asked for with. */
export function botTextWords(text: string): string {
  const level = /^level:(\d+)$/.exec(text)?.[1];
  return botWords({ name: text, level: level ? Number(level) : null });
}
