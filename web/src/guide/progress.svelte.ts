// How far the guided first game has come on this device. Invariant: a guide that was finished or skipped
// has forgotten its lessons, so asking for it again in the settings begins at its first one.

import { settings } from "#/settings.svelte";

const KEY = "whistlestop.guide";

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return []; // not readable, or not permitted: then it lasts as long as the page
  }
}

function keep(names: string[]): void {
  try {
    if (names.length) localStorage.setItem(KEY, JSON.stringify(names));
    else localStorage.removeItem(KEY);
  } catch {
    // no room or no permission
  }
}

let shown = $state.raw<ReadonlySet<string>>(new Set(stored()));

/** The lessons that were shown. */
export const shownLessons = (): ReadonlySet<string> => shown;

export function lessonShown(name: string): void {
  shown = new Set([...shown, name]);
  keep([...shown]);
}

/** The guide is over, by its end or by being skipped, and does not come back by itself. */
export function endGuide(): void {
  settings.guided = true;
  shown = new Set();
  keep([]);
}
