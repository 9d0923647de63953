// What has happened, shown so that one can follow: moves of others one after the other, pieces laid,
// cards flying, words said. The state of the table is never held up: only pieces of moves that are still
// to be shown stay off the map, for about a second at most, and any click shows all of it at once.

import type { GameEvent, Happened } from "#protocol";
import type { Board } from "#/board/facts";
import type { Room, Step } from "#/connection/room.svelte";
import { onlyDraws, told, toldEvents } from "#/i18n/story";
import { lasting } from "#/settings.svelte";
import { placedBy } from "#/shown/history/log";
import { seenBy } from "#/shown/history/secrets";
import { playSound } from "./sounds";

export interface Flight {
  id: number;
  /** The card seen flying; null from behind. */
  card: string | null;
  /** Where from and to, as selectors. */
  from: string;
  to: string;
  delay: number;
}

export interface Said {
  id: number;
  seat: number | null;
  text: string;
}

/** One move of somebody at normal speed, and all that wait together, in milliseconds. */
const MOVE = 620;
const BACKLOG = 1000;
/** More than this at once was not seen happening: a return after a break. */
const TOO_MANY = 14;

export class Animator {
  /** Routes and cities whose pieces are still to be shown. */
  held = $state.raw<ReadonlySet<string>>(new Set());
  /** Routes and cities whose pieces are being laid. */
  fresh = $state.raw<string[]>([]);
  flights = $state.raw<Flight[]>([]);
  /** What was done last, for eyes; and all of it lately, for ears. */
  banner = $state.raw<Said | null>(null);
  spoken = $state.raw<Said[]>([]);
  /** Whose move is being shown. */
  seat = $state<number | null>(null);
  /** The last thing each seat did, in words. */
  last = $state.raw<Readonly<Record<number, string>>>({});

  private queue: Happened[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private freshTimer: ReturnType<typeof setTimeout> | undefined;
  private next = 1;

  constructor(
    private readonly room: Room,
    private readonly board: Board,
    private readonly names: () => string[],
    /** The seat whose hand is on the screen. */
    private readonly eyes: () => number | null,
  ) {
    for (const entry of room.happened) this.note(this.seen(entry));
  }

  /** Follow the room; returns how to stop. */
  follow(): () => void {
    const end = this.room.watch((step) => this.take(step));
    return () => {
      end();
      clearTimeout(this.timer);
      clearTimeout(this.freshTimer);
    };
  }

  get busy(): boolean {
    return this.queue.length > 0;
  }

  /** How long until everything that waits has been begun. */
  get behind(): number {
    return this.queue.length > 1 ? lasting(BACKLOG) : 0;
  }

  /** Show everything at once. */
  finish(): void {
    clearTimeout(this.timer);
    for (const entry of this.queue.splice(0)) this.say(entry);
    this.held = new Set();
    this.flights = [];
    this.seat = null;
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((other) => other !== flight);
  }

  private take(step: Step): void {
    const happened = step.happened.map((entry) => this.seen(entry));
    const moves = happened.filter((entry) => entry.kind === "did");
    for (const entry of happened) if (entry.kind !== "did") this.say(entry);
    if (moves.length > TOO_MANY || lasting(1) === 0) {
      this.finish();
      for (const entry of moves) this.say(entry);
      return;
    }
    for (const entry of moves) this.add(entry);
  }

  private add(entry: Happened): void {
    if (entry.seat !== null && this.room.you.seats.includes(entry.seat)) {
      this.finish();
      this.perform(entry);
      return;
    }
    this.queue.push(entry);
    this.held = new Set(this.queue.flatMap(placedBy));
    if (this.queue.length === 1) this.timer = setTimeout(() => this.go(), 0);
  }

  /** Show the next of the waiting moves, then wait its time. */
  private go(): void {
    const entry = this.queue.shift();
    if (!entry) {
      this.seat = null;
      return;
    }
    this.held = new Set(this.queue.flatMap(placedBy));
    this.perform(entry);
    const time = Math.min(lasting(MOVE), lasting(BACKLOG) / (this.queue.length + 1));
    this.timer = setTimeout(() => this.go(), quiet(entry) ? 0 : time);
  }

  private perform(entry: Happened): void {
    this.seat = entry.seat;
    this.say(entry);
    if (lasting(1) === 0) return;
    this.fresh = placedBy(entry);
    clearTimeout(this.freshTimer);
    this.freshTimer = setTimeout(() => (this.fresh = []), lasting(700));
    const flights = entry.events.flatMap((event) => this.flightsOf(event));
    this.flights = [...this.flights, ...flights].slice(-8);
    playSound(soundOf(entry));
  }

  private say(entry: Happened): void {
    this.note(entry);
    const text = told(entry, this.names(), this.board).join(" ");
    if (!text) return;
    const said = { id: this.next++, seat: entry.seat, text };
    this.spoken = [...this.spoken, said].slice(-6);
    if (!this.isMine(entry)) this.banner = said;
  }

  /** Remember what a seat did last; its two cards are one thing. */
  private note(entry: Happened): void {
    if (entry.kind !== "did" || entry.seat === null) return;
    const own = (event: GameEvent): boolean =>
      !ASIDE.has(event.name) && (event.params.seat === undefined || event.params.seat === entry.seat);
    const first = onlyDraws(entry) ? this.firstCard(entry) : [];
    const text = toldEvents([...first, ...entry.events].filter(own), this.names(), this.board).join(" ");
    if (text) this.last = { ...this.last, [entry.seat]: text };
  }

  /** The events of the first card, if this entry is the second. */
  private firstCard(entry: Happened): GameEvent[] {
    const before = this.room.happened.filter((other) => other.kind === "did" && other.v < entry.v).at(-1);
    return before && sameTurn(before, entry) ? this.seen(before).events : [];
  }

  /** An entry as it may be shown; with several on one device nobody knows whose eyes look. */
  private seen(entry: Happened): Happened {
    return seenBy(entry, this.room.you.seats.length > 1 ? "nobody" : (this.eyes() ?? "nobody"));
  }

  private isMine(entry: Happened): boolean {
    return entry.seat !== null && this.room.you.seats.includes(entry.seat);
  }

  /** Where the cards of a seat are on the screen. */
  private home(seat: number, card?: unknown): string {
    if (seat !== this.eyes()) return `[data-seat="${seat}"]`;
    return card ? `[data-hand-card="${String(card)}"], [data-hand]` : "[data-hand]";
  }

  private flightsOf(event: GameEvent): Flight[] {
    const { seat, card, slot } = event.params as { seat: number; card?: string; slot?: number };
    const fly = (from: string, to: string, face: string | null, delay = 0): Flight => ({
      id: this.next++,
      card: face,
      from,
      to,
      delay,
    });
    switch (event.name) {
      case "drew":
        return [fly('[data-pile="deck"]', this.home(seat, card), card ?? null)];
      case "took":
        return [fly(`[data-slot="${slot}"]`, this.home(seat, card), card ?? null)];
      case "paid":
        return [0, 1].map((i) => fly(this.home(seat, card), '[data-pile="discard"]', card ?? null, i * 60));
      case "offered":
        return [fly('[data-pile="tickets"]', this.home(seat), null)];
      default:
        return [];
    }
  }
}

/** Whether two entries are the two cards of one turn. */
export const sameTurn = (first: Happened, second: Happened): boolean =>
  first.seat === second.seat &&
  onlyDraws(first) &&
  onlyDraws(second) &&
  !first.events.some((event) => event.name === "turn");

const ASIDE: ReadonlySet<string> = new Set(["answered", "reshuffled", "wiped", "last_round", "ended"]);

/** Moves that take no time to follow, such as a choice of tickets. */
const quiet = (entry: Happened): boolean => entry.events.every((event) => event.name === "answered");

function soundOf(entry: Happened): "train" | "card" | "station" | null {
  const names = new Set(entry.events.map((event) => event.name));
  if (names.has("claimed")) return "train";
  if (names.has("built")) return "station";
  return names.has("drew") || names.has("took") || names.has("offered") ? "card" : null;
}
