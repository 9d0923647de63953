// The turn passes, and the last round begins: told to eyes, ears and the device in another room.

import { untrack } from "svelte";
import { lasting } from "#/settings.svelte";
import type { Play } from "./play.svelte";
import { playSound } from "./sounds";

/** How long each is to be read, at normal speed. */
const STAYS = { yours: 1300, last: 2200 };

/** Belongs to a component, whose life its effects share. */
export class TurnAnnouncer {
  /** What is announced now. */
  turning = $state<keyof typeof STAYS | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(play: Play) {
    const { room } = play;
    $effect(() => {
      const mine = play.decision !== null && (room.game?.phase === "turn" || room.game?.phase === "opening");
      if (mine && play.covered === null) untrack(() => this.announce("yours"));
    });
    $effect(() => {
      const left = room.game?.turns_left ?? null;
      if (left !== null && left === room.game?.players.length) untrack(() => this.announce("last"));
    });
  }

  private announce(what: keyof typeof STAYS): void {
    playSound(what === "last" ? "last" : "turn");
    if (lasting(1) === 0) return;
    clearTimeout(this.timer);
    this.turning = what;
    this.timer = setTimeout(() => (this.turning = null), lasting(STAYS[what]));
  }
}
