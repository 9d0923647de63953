// What a seat can be for, as choices of a list: people, then levels, then the other bots.

import type { BotPart } from "#protocol";
import { w } from "#/i18n/words.svelte";
import { botWords } from "#/start/offers";
import type { Choice, ChoiceGroup } from "#/ui/Select.svelte";

const bot = (part: BotPart): Choice => ({ value: `bot ${part.name}`, label: botWords(part) });

export function purposes(bots: BotPart[], people: ("me" | "open" | "here" | "remote")[]): (Choice | ChoiceGroup)[] {
  const { make } = w().shell;
  const named = { me: make.you, open: make.open, here: make.here, remote: make.remote };
  return [
    ...people.map((value) => ({ value, label: named[value] })),
    { label: make.bots, options: bots.filter((part) => part.level !== null).map(bot) },
    { label: make.otherBots, options: bots.filter((part) => part.level === null).map(bot) },
  ];
}
