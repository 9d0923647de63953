// What a seat can be for, sorted for choosing: people, levels, characters, and what only tinkerers look for.

import type { BotPart } from "#protocol";
import { w } from "#/i18n/words.svelte";
import { botSays, botWords, CHARACTERS } from "#/start/offers";
import type { Purpose } from "./plan";

/** Something a seat can be for, in words; `bot` is the bot whose portrait it has. */
export interface PurposeChoice {
  value: Purpose;
  label: string;
  says: string;
  bot: string | null;
}

/** The people first; at most `LEVELS` levels; everything else is behind "more". */
export interface PurposeChoices {
  people: PurposeChoice[];
  levels: PurposeChoice[];
  characters: PurposeChoice[];
  more: PurposeChoice[];
}

const LEVELS = 4;

const choice = (part: BotPart): PurposeChoice => ({
  value: `bot ${part.name}`,
  label: botWords(part),
  says: botSays(part),
  bot: part.name,
});

function person(value: "open" | "here" | "remote"): PurposeChoice {
  const { make } = w().shell;
  return { value, label: make[value], says: make.purposeSays[value], bot: null };
}

export function purposes(bots: BotPart[]): PurposeChoices {
  const levels = bots.filter((part) => part.level !== null);
  const known = bots.filter((part) => part.name in CHARACTERS);
  const others = bots.filter((part) => part.level === null && !(part.name in CHARACTERS));
  return {
    people: [person("open"), person("here")],
    levels: levels.slice(0, LEVELS).map(choice),
    characters: known.map(choice).sort((a, b) => a.label.localeCompare(b.label)),
    more: [person("remote"), ...levels.slice(LEVELS).map(choice), ...others.map(choice)],
  };
}

/** What a seat is for now; a bot by a recipe of its own is shown by its text. */
export function purposeNow(bots: BotPart[], value: Purpose): PurposeChoice {
  const { people, levels, characters, more } = purposes(bots);
  const found = [...people, ...levels, ...characters, ...more].find((choice) => choice.value === value);
  return found ?? choice({ name: value.replace(/^bot /, ""), says: "", level: null });
}
