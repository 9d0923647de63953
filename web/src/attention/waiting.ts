// Which tables wait for me, worked out from a list and from the table on the screen, and how a title counts them.
// Nothing here asks or shows anything.

import type { TableLine } from "#protocol";

/** The table on the screen: its own line knows sooner than any list whether it waits for me. */
export interface Place {
  id: string;
  turn: boolean;
}

/** The ids of the tables that wait for me. */
export function waitingIds(lines: readonly TableLine[], place: Place | null): ReadonlySet<string> {
  const ids = lines.filter((line) => line.your_turn && line.table.id !== place?.id).map((line) => line.table.id);
  return new Set(place?.turn ? [place.id, ...ids] : ids);
}

/** What waits now and did not wait before; before the first list nothing is new. */
export const newlyWaiting = (before: ReadonlySet<string> | null, now: ReadonlySet<string>): string[] =>
  before === null ? [] : [...now].filter((id) => !before.has(id));

/** A title with the number of tables that wait. A table that waits alone says so in its own title. */
export function countedTitle(title: string, waiting: ReadonlySet<string>, place: Place | null): string {
  const alone = place !== null && waiting.size === 1 && waiting.has(place.id);
  return waiting.size === 0 || alone ? title : `(${waiting.size}) ${title}`;
}
