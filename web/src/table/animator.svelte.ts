// What has happened, shown so that one can follow: moves of others one after the other, pieces laid,
// cards flying, words said. `room.shown` is the seat whose move is on the screen; any press shows all at once.
// Whoever was away sees again what happened since the own last move; so does whoever asks for it.
// Words are not kept here, only entries, so that they always are in the language spoken now.

import type { GameEvent, Happened, TunnelPart } from "#protocol";
import type { Board } from "#/board/facts";
import type { Room, Step } from "#/connection/room.svelte";
import { told } from "#/i18n/story";
import { lasting } from "#/settings.svelte";
import { movesSince, placedBy } from "#/shown/history/log";
import { seenBy } from "#/shown/history/secrets";
import { LastRound } from "./lastround.svelte";
import { playSound, type Sound } from "./sounds";
import { watched, watchedUpTo } from "./watched";

export interface Flight {
  id: number;
  /** The card seen flying; null from behind. */
  card: string | null;
  /** Where from and to, as selectors. */
  from: string;
  to: string;
  delay: number;
}

/** What was said aloud. */
export interface Said {
  id: number;
  text: string;
}

/** A tunnel being dug: what was laid down and what is turned up for it. */
export interface Dig extends TunnelPart {
  seat: number;
}

/** How long a tunnel's cards take to turn up, and how long they then stay to be read. */
export const TURNING = 1200;
const READING = 900;

/** How long a move of somebody is to be seen at normal speed, in milliseconds: pieces laid, and cards drawn. */
const LAYING = 650;
const DRAWING = 300;
/** How long the words of a move stay over the map, at any speed. */
const TOLD = 5500;
/** Somebody with less time than this is shown everything at once. */
const HURRY = 15_000;
/** More than this at once was not seen happening: a return after a break. */
const TOO_MANY = 14;
/** A replay shows no more moves than this, and each for so much longer: one has to find the place first. */
const MOST = 24;
const AGAIN = 2;
/** A breath before a replay begins, in which the page is drawn. */
const BREATH = 700;

export class Animator {
  /** Routes and cities whose pieces are still to be shown. */
  held = $state.raw<ReadonlySet<string>>(new Set());
  /** Routes and cities whose pieces are being laid. */
  fresh = $state.raw<string[]>([]);
  flights = $state.raw<Flight[]>([]);
  /** The tunnel whose cards are being turned up. */
  dig = $state.raw<Dig | null>(null);
  /** What was done last, for eyes; and all of it lately, for ears. */
  banner = $state.raw<Happened | null>(null);
  spoken = $state.raw<Said[]>([]);
  /** Versions of the moves that are still to be shown. */
  unseen = $state.raw<ReadonlySet<number>>(new Set());
  /** What happened since the last own move is being shown again. */
  replaying = $state(false);
  readonly lastRound = new LastRound();

  private queue: Happened[] = [];
  /** The tunnel whose end is not told before its cards have been turned up. */
  private digging: Happened | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private freshTimer: ReturnType<typeof setTimeout> | undefined;
  private digTimer: ReturnType<typeof setTimeout> | undefined;
  private bannerTimer: ReturnType<typeof setTimeout> | undefined;
  private next = 1;

  constructor(
    private readonly room: Room,
    private readonly board: Board,
    private readonly names: () => string[],
    /** The seat whose hand is on the screen. */
    private readonly eyes: () => number | null,
  ) {}

  /** Follow the room; returns how to stop. */
  follow(): () => void {
    const end = this.room.watch((step) => this.take(step));
    const back = (): void => this.catchUp();
    document.addEventListener("visibilitychange", back);
    back();
    return () => {
      end();
      document.removeEventListener("visibilitychange", back);
      this.finish();
      this.lastRound.undo();
      clearTimeout(this.freshTimer);
      clearTimeout(this.bannerTimer);
    };
  }

  get busy(): boolean {
    return this.room.shown !== null;
  }

  /** What can be shown again: moves since the last own one, by the seat that looks or is about to. */
  readonly missed = $derived.by((): Happened[] => {
    const { you, game, happened } = this.room;
    const seat = this.eyes() ?? you.seats.find((own) => game?.waiting.includes(own));
    return seat === undefined || game?.phase === "over"
      ? []
      : movesSince(happened, seat).filter(worthSeeing).slice(-MOST);
  });

  /** Perform again what happened since the last own move. Without motion the moves still come one by one. */
  replay(): void {
    const moves = this.missed.map((entry) => this.seen(entry));
    this.finish();
    if (!moves.length) return;
    this.queue = moves;
    this.wait();
    this.replaying = true;
    this.banner = null;
    this.room.shown = moves[0]!.seat;
    this.timer = setTimeout(() => this.go(), BREATH);
  }

  /** Somebody comes to the table, or back to it: what was not watched here is shown now. */
  private catchUp(): void {
    if (document.hidden) return;
    const before = watchedUpTo(this.room.id);
    watched(this.room.id, this.room.happened.at(-1)?.v);
    if (this.room.game?.phase === "over" || lasting(1) === 0 || this.hurried()) return;
    if (this.missed.some((entry) => entry.v > before)) this.replay();
  }

  /** Show everything at once, with nothing over the map. */
  finish(): void {
    clearTimeout(this.timer);
    this.lastRound.clear();
    const rest = this.waiting;
    [this.queue, this.digging] = [[], null];
    for (const entry of rest) this.say(entry);
    this.wait();
    this.flights = [];
    this.filled();
    this.replaying = false;
    this.room.shown = null;
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((other) => other !== flight);
  }

  private take(step: Step): void {
    const happened = step.happened.map((entry) => this.seen(entry));
    const moves = happened.filter((entry) => entry.kind === "did");
    for (const entry of happened) if (entry.kind !== "did") this.say(entry);
    if (happened.some((entry) => entry.kind === "took_back")) this.finish();
    if (!document.hidden) watched(this.room.id, step.happened.at(-1)?.v);
    const many = moves.length > TOO_MANY;
    const unwatched = document.hidden || lasting(1) === 0 || this.hurried();
    if (many && !unwatched && this.missed.length) this.replay();
    else if (many || unwatched) {
      this.finish();
      for (const entry of moves) this.say(entry);
    } else for (const entry of moves) this.add(entry);
  }

  private add(entry: Happened): void {
    if (entry.seat !== null && this.room.you.seats.includes(entry.seat)) {
      this.finish();
      this.perform(entry);
      if (this.digging) this.room.shown = entry.seat; // an own tunnel is shown like anybody's, up to what is due
      return;
    }
    this.queue.push(entry);
    this.wait();
    if (this.room.shown !== null) return;
    this.room.shown = entry.seat;
    this.timer = setTimeout(() => this.go(), 0);
  }

  /** Moves that have not been shown to their end. */
  private get waiting(): Happened[] {
    return this.digging ? [this.digging, ...this.queue] : this.queue;
  }

  /** Keep what still waits off the map and out of the panels. */
  private wait(): void {
    this.held = new Set(this.waiting.flatMap(placedBy));
    this.unseen = new Set(this.waiting.map((entry) => entry.v));
  }

  /** Whether somebody at this device has no time to watch. */
  private hurried(): boolean {
    const deadline = this.room.game?.deadline ?? null;
    return deadline !== null && this.room.mine.some((own) => own.decision !== null)
      ? deadline - (Date.now() + this.room.ahead) < HURRY
      : false;
  }

  /** Show the next of the waiting moves once nothing covers the map, then wait its time. */
  private go(): void {
    this.reveal();
    const { left } = this.lastRound;
    if (left && this.queue.length) {
      this.timer = setTimeout(() => this.go(), left);
      return;
    }
    if (this.queue.length) this.lastRound.clear();
    const entry = this.queue.shift();
    this.room.shown = entry?.seat ?? null;
    this.wait();
    if (!entry) this.replaying = false;
    else {
      this.perform(entry);
      if (!this.digging) this.timer = setTimeout(() => this.go(), this.timeFor(entry));
    }
  }

  /** How long a move is to be seen; a choice of tickets takes no time to follow. */
  private timeFor(entry: Happened): number {
    const time = timeOf(entry);
    return this.replaying ? AGAIN * (lasting(time) || time) : lasting(time);
  }

  private perform(entry: Happened): void {
    const dig = lasting(1) ? digOf(entry) : null;
    if (!dig) return this.lay(entry);
    this.digging = entry;
    this.wait();
    this.suspend(dig);
    playSound("tunnel");
  }

  /** The cards of a tunnel have been turned up, and not before: now what came of it. */
  opened(): void {
    const entry = this.digging;
    if (!entry) return;
    clearTimeout(this.timer);
    const own = this.isMine(entry) && !this.replaying;
    this.timer = setTimeout(() => this.go(), lasting(own ? (this.dig?.extra ? 0 : LAYING) : READING));
    clearTimeout(this.digTimer);
    this.digTimer = setTimeout(() => this.filled(), lasting(READING));
    this.reveal();
  }

  private reveal(): void {
    const entry = this.digging;
    if (!entry) return;
    this.digging = null;
    this.wait();
    this.lay(entry);
  }

  private lay(entry: Happened): void {
    this.say(entry);
    if (lasting(1) === 0) return;
    this.fresh = placedBy(entry);
    clearTimeout(this.freshTimer);
    this.freshTimer = setTimeout(() => (this.fresh = []), lasting(700));
    const flights = entry.events.flatMap((event) => this.flightsOf(event));
    this.flights = [...this.flights, ...flights].slice(-8);
    playSound(soundOf(entry), this.wagons(entry));
  }

  /** Show the cards of a tunnel while they turn up; the one before is forgotten. */
  private suspend(dig: Dig): void {
    clearTimeout(this.digTimer);
    this.dig = dig;
    this.digTimer = setTimeout(() => this.opened(), lasting(2 * TURNING)); // if nobody draws them
  }

  private filled(): void {
    clearTimeout(this.digTimer);
    this.dig = null;
  }

  /** How many pieces a move lays. */
  private wagons(entry: Happened): number {
    return placedBy(entry).reduce((sum, id) => sum + (this.board.route.get(id)?.length ?? 1), 0);
  }

  private say(entry: Happened): void {
    const text = told(entry, this.names(), this.board).join(" ");
    if (entry.kind === "took_back") {
      this.banner = null;
      this.lastRound.undo();
    }
    if (entry.events.some((event) => event.name === "last_round")) this.lastRound.begin();
    if (!text) return;
    this.spoken = [...this.spoken, { id: this.next++, text }].slice(-6);
    if (this.replaying || !this.isMine(entry) || entry.events.some((event) => event.name === "kept"))
      this.announce(entry);
  }

  /** Say what was done, and let it go after a while: the panels keep it. */
  private announce(entry: Happened): void {
    clearTimeout(this.bannerTimer);
    this.banner = entry;
    this.bannerTimer = setTimeout(() => (this.banner = null), TOLD);
  }

  /** An entry as it may be shown; with several on one device nobody knows whose eyes look. */
  seen(entry: Happened): Happened {
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

/** How long a move is to be seen at normal speed. */
function timeOf({ events }: Happened): number {
  if (events.some((event) => event.name === "tunnel")) return TURNING + READING;
  if (events.every((event) => event.name === "answered")) return 0;
  return events.some((event) => SLOW.has(event.name)) ? LAYING : DRAWING;
}

const worthSeeing = (entry: Happened): boolean => timeOf(entry) > 0;

const SLOW: ReadonlySet<string> = new Set(["claimed", "built", "declined", "kept"]);

/** The tunnel of a move, if cards were turned up for one. */
function digOf({ events }: Happened): Dig | null {
  const counted = events.find((event) => event.name === "tunnel");
  if (!counted) return null;
  const { seat, route, extra } = counted.params as { seat: number; route: string; extra: number };
  const of = (name: string): Record<string, unknown>[] =>
    events.filter((event) => event.name === name).map((event) => event.params);
  const laid: Record<string, number> = {};
  for (const { card, count } of [...of("laid"), ...of("paid")]) laid[String(card)] = Number(count);
  return { seat, route, extra, laid, revealed: of("revealed").map((params) => String(params.card)) } as Dig;
}

function soundOf(entry: Happened): Sound | null {
  const names = new Set(entry.events.map((event) => event.name));
  if (names.has("claimed")) return "train";
  if (names.has("built")) return "station";
  return names.has("drew") || names.has("took") || names.has("offered") ? "card" : null;
}
