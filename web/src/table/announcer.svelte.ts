// The turn passes, a ticket of mine is completed, the game ends: told to eyes, ears and the device in another room.

import { untrack } from "svelte";
import { lasting } from "#/settings.svelte";
import type { Animator } from "./animator.svelte";
import type { Play } from "./play.svelte";
import { playSound } from "./sounds";

/** How long each is to be read, at normal speed. */
const TURN = 1300;
const TICKET = 2400;

/** Belongs to a component, whose life its effects share. */
export class TurnAnnouncer {
  /** It is announced that the turn is mine. */
  private yours = $state(false);
  /** What is announced now; the last round before a turn. */
  readonly turning = $derived.by(() => (this.animator.lastRound.announced ? "last" : this.yours ? "yours" : null));
  /** The ticket that was completed just now. */
  completed = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticketTimer: ReturnType<typeof setTimeout> | undefined;
  /** The seat whose tickets were looked at last, and those that were done. */
  private known: { seat: number | null; done: ReadonlySet<string> } = { seat: null, done: new Set() };

  constructor(
    play: Play,
    private readonly animator: Animator,
  ) {
    const { room } = play;
    $effect(() => {
      const mine = play.decision !== null && (room.game?.phase === "turn" || room.game?.phase === "opening");
      const open = play.covered === null;
      untrack(() => {
        if (mine && open) this.announce();
        else this.yours = false; // who has moved already knows
      });
    });
    $effect(() => {
      const held = play.me?.tickets ?? [];
      const done = new Set(held.filter((id) => play.standings.get(id)?.state === "done"));
      const seat = play.me ? play.seat : null;
      untrack(() => this.tickets(seat, done));
    });
    $effect(() => {
      if (room.game?.phase === "over" && !animator.busy) untrack(() => playSound("end"));
    });
  }

  /** A ticket is done that was not a moment ago, for the same eyes. */
  private tickets(seat: number | null, done: ReadonlySet<string>): void {
    const fresh = [...done].find((id) => !this.known.done.has(id));
    const same = this.known.seat === seat;
    this.known = { seat, done };
    if (!same) this.completed = null; // other eyes look now
    if (!fresh || !same) return;
    playSound("ticket");
    clearTimeout(this.ticketTimer);
    this.completed = fresh;
    this.ticketTimer = setTimeout(() => (this.completed = null), lasting(TICKET) || TICKET);
  }

  private announce(): void {
    playSound("turn");
    if (lasting(1) === 0) return;
    clearTimeout(this.timer);
    this.yours = true;
    this.timer = setTimeout(() => (this.yours = false), lasting(TURN));
  }
}
