// Names for people who have not chosen one: two words that go together in the language spoken.

import { w } from "#/i18n/words.svelte";
import { settings } from "#/settings.svelte";

const pick = (list: readonly string[], random: () => number): string => list[Math.floor(random() * list.length)] ?? "";

export function proposeName(random: () => number = Math.random): string {
  const { first, second, joined } = w().shell.names;
  return joined({ first: pick(first, random), second: pick(second, random) }).slice(0, 24);
}

/** The name to play under, kept from now on. A proposal stands in for an empty one. */
export function nameToUse(typed: string): string {
  settings.name = typed.trim() || proposeName();
  return settings.name;
}
