// Keys that shorten what the buttons of a table do, wherever the focus is. They are left alone while somebody types,
// while a dialog is open, and while nobody has said whose turn it is.

import type { Play } from "./play.svelte";

/** What keys do beside what `Play` can do itself. */
export interface ShortcutTargets {
  /** Open the list of actions. */
  list(): void;
  /** Move the keyboard to the field for words. */
  type(): void;
  /** Move the keyboard to the map. */
  focusMap(): void;
  /** Show at once what is still being shown. */
  skip(): void;
}

/** The handler of a table's keys. */
export function shortcuts(play: Play, { list, type, focusMap, skip }: ShortcutTargets): (event: KeyboardEvent) => void {
  const keys: Readonly<Record<string, (() => unknown) | undefined>> = {
    d: () => play.draw("deck"),
    t: () => play.draw("tickets"),
    h: () => (play.noHint ? play.answer(play.noHint) : play.askHint()),
    u: () => (play.noTakeBack ? play.answer(play.noTakeBack) : play.takeBack()),
    a: list,
    m: focusMap,
    "/": type,
  };
  return (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (
      typing ||
      play.covered !== null ||
      document.querySelector("dialog[open]") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented
    )
      return;
    skip();
    const card = /^[1-9]$/.test(event.key) ? play.room.game?.market[Number(event.key) - 1] : undefined;
    if (event.key === "Escape" && (play.pick || play.building)) {
      play.building = false;
      play.pick = null;
    } else if (card) play.draw(card);
    else if (keys[event.key]) keys[event.key]?.();
    else return;
    event.preventDefault();
  };
}
