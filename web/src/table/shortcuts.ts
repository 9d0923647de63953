// Keys that shorten what the buttons of a table do. They are left alone while somebody types.

import type { Play } from "./play.svelte";

/** What keys do beside what `Play` can do itself. */
export interface ShortcutTargets {
  /** Open the list of actions. */
  list(): void;
  /** Move the keyboard to the map. */
  focusMap(): void;
}

/** The handler of a table's keys. */
export function shortcuts(play: Play, { list, focusMap }: ShortcutTargets): (event: KeyboardEvent) => void {
  const keys: Readonly<Record<string, (() => unknown) | undefined>> = {
    d: () => play.can.draw.has("deck") && play.do("draw deck"),
    t: () => play.can.tickets && play.do("tickets"),
    h: () => play.mayHint && play.askHint(),
    u: () => play.stands || play.takeBack(),
    a: list,
    m: focusMap,
  };
  return (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const card = /^[1-9]$/.test(event.key) ? play.room.game?.market[Number(event.key) - 1] : undefined;
    if (event.key === "Escape" && (play.pick || play.building)) {
      play.building = false;
      play.pick = null;
    } else if (card && play.can.draw.has(card)) void play.do(`draw ${card}`);
    else if (keys[event.key]) keys[event.key]?.();
    else return;
    event.preventDefault();
  };
}
