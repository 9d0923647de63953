// What the person at this device is doing at a table: whose hand is shown, what is picked, what was sent.
// It knows what is legal only from the server. Invariant: one decision is answered at most once.

import type { AdvisedAction, OwnView } from "#protocol";
import type { Board } from "#/board/facts";
import type { Room } from "#/connection/room.svelte";
import { adviceOn, sinceLast, whyNoTakeBack } from "#/shown/history/log";
import { possible, type Possible, type Way } from "#/shown/position/actions";
import { standing, type Standing } from "#/shown/position/tickets";
import { whyNotCity, whyNotRoute } from "#/shown/position/whynot";
import { whyNotWords } from "./reasons";
import { reuseIfEqual } from "./reuse";

export interface Pick {
  kind: "route" | "city";
  id: string;
}

const keyOf = (seat: number | null, decision: number | null): string => `${seat} ${decision}`;

export class Play {
  /** Whose hand is shown where several play on one device. */
  private opened = $state<number | null>(null);
  pick = $state.raw<Pick | null>(null);
  /** Looking for a city to build in. */
  building = $state(false);
  /** The ticket whose cities are lit, by pointing at it and by choosing it. */
  pointed = $state<string | null>(null);
  pinned = $state<string | null>(null);
  /** Places of the offer that are chosen. */
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** The decision that was answered; nothing is sent for it again. Seats may share a number at the opening. */
  private sent = $state("");
  private askedHint = $state("");
  /** The decision whose hint was closed. */
  private closedHint = $state("");
  /** The whole map follows these, so they change only when they are others. */
  private readonly keep = {
    names: reuseIfEqual<string[]>(),
    routes: reuseIfEqual<Set<string>>(),
    cities: reuseIfEqual<Set<string>>(),
    lit: reuseIfEqual<string[]>(),
    recent: reuseIfEqual<string[]>(),
  };

  constructor(
    readonly room: Room,
    readonly board: Board,
  ) {}

  readonly names = $derived.by((): string[] => {
    const seats = this.room.table?.seats ?? [];
    return this.keep.names((this.room.game?.players ?? []).map((player, seat) => seats[seat]?.name ?? player.name));
  });

  /** Own seats that the game waits for. */
  readonly ready = $derived.by((): number[] =>
    this.room.mine.filter((own) => own.decision !== null).map((own) => own.seat),
  );

  readonly several = $derived.by((): boolean => this.room.you.seats.length > 1);

  /** The seat that must be asked for before its hand is shown, if any. */
  readonly covered = $derived.by((): number | null => {
    if (!this.several || this.ready.length === 0) return null;
    return this.opened !== null && this.ready.includes(this.opened) ? null : (this.ready[0] ?? null);
  });

  /** The seat whose eyes the table is seen with. */
  readonly seat = $derived.by((): number | null => {
    if (!this.several) return this.room.you.seats[0] ?? null;
    return this.covered === null ? this.opened : null;
  });

  readonly me = $derived.by((): OwnView | undefined => (this.seat === null ? undefined : this.room.view(this.seat)));

  /** The decision that waits for an answer. */
  readonly decision = $derived.by((): number | null => {
    const decision = this.me?.decision ?? null;
    return decision !== null && keyOf(this.seat, decision) === this.sent ? null : decision;
  });

  private readonly key = $derived.by((): string => keyOf(this.seat, this.decision));

  readonly can = $derived.by((): Possible =>
    possible(this.decision === null ? [] : (this.me?.legal ?? []), this.me?.hand ?? {}),
  );

  readonly routes = $derived.by((): Set<string> => this.keep.routes(new Set(this.can.routes.keys())));
  readonly cities = $derived.by((): Set<string> => this.keep.cities(new Set(this.can.cities.keys())));

  readonly standings = $derived.by((): Map<string, Standing> => {
    const { game } = this.room;
    const held = this.me ? [...this.me.tickets, ...this.me.offer] : [];
    return new Map(
      held.flatMap((id) => {
        const ticket = this.board.ticket.get(id);
        return game && ticket && this.seat !== null ? [[id, standing(this.board, game, this.seat, ticket)]] : [];
      }),
    );
  });

  readonly hint = $derived.by((): AdvisedAction[] | null => {
    if (this.seat === null || this.decision === null || this.closedHint === this.key) return null;
    return adviceOn(this.room.happened, this.seat, this.decision);
  });

  readonly thinking = $derived.by((): boolean => this.decision !== null && this.askedHint === this.key && !this.hint);

  readonly mayHint = $derived.by((): boolean => (this.room.table?.options.hints ?? false) && this.decision !== null);

  /** Why nothing can be taken back, as the server's code; "" if something can. */
  readonly stands = $derived.by(() => {
    const { table, happened } = this.room;
    if (!table?.options.take_back || table.status !== "playing" || this.seat === null) return "not_allowed";
    const rivals = table.seats.some(({ kind }, seat) => kind !== "bot" && seat !== this.seat);
    return whyNoTakeBack(happened, this.seat, rivals);
  });

  /** What others claimed and built since the last own decision. */
  readonly recent = $derived.by((): string[] =>
    this.keep.recent(this.seat === null ? [] : sinceLast(this.room.happened, this.seat)),
  );

  /** Cities to light: those of the ticket pointed at, else of the one chosen, else of the offer. */
  readonly lit = $derived.by((): string[] => {
    const one = this.pointed ?? this.pinned;
    const ids = one !== null ? [one] : (this.me?.offer ?? []);
    const cities = ids.flatMap((id) => {
      const ticket = this.board.ticket.get(id);
      return ticket ? [ticket.a, ticket.b] : [];
    });
    return this.keep.lit(cities);
  });

  uncover(seat: number): void {
    this.opened = seat;
    this.forget();
  }

  /** Nothing is picked any more; the decision has passed or was made. */
  forget(): void {
    this.pick = null;
    this.building = false;
    this.chosen = new Set();
  }

  toggle(place: number): void {
    const next = new Set(this.chosen);
    if (!next.delete(place)) next.add(place);
    this.chosen = next;
  }

  choose(pick: Pick): void {
    const same = this.pick?.kind === pick.kind && this.pick.id === pick.id;
    this.pick = same ? null : pick;
  }

  async do(action: string): Promise<void> {
    const { decision, seat } = this;
    if (decision === null || seat === null) return;
    this.sent = keyOf(seat, decision);
    this.forget();
    await this.room.command({ type: "do", seat, decision, action });
    // The new view comes before the answer: if the decision is still there, it was refused.
    if (this.room.view(seat)?.decision === decision) this.sent = "";
  }

  async askHint(): Promise<void> {
    const { decision, seat } = this;
    if (decision === null || seat === null) return;
    this.closedHint = "";
    if (adviceOn(this.room.happened, seat, decision)) return;
    this.askedHint = keyOf(seat, decision);
    await this.room.command({ type: "hint", seat, decision });
    this.askedHint = "";
  }

  closeHint(): void {
    this.closedHint = this.key;
  }

  async takeBack(): Promise<void> {
    if (this.seat === null) return;
    this.forget();
    await this.room.command({ type: "take_back", seat: this.seat });
    this.sent = "";
  }

  /** The ways to pay for what is picked. */
  waysOf(pick: Pick): Way[] {
    return (pick.kind === "route" ? this.can.routes : this.can.cities).get(pick.id) ?? [];
  }

  /** Why what is picked cannot be had; "" if it can. */
  whyNot(pick: Pick): string {
    const { game } = this.room;
    if (!game || this.waysOf(pick).length) return "";
    const why = (pick.kind === "route" ? whyNotRoute : whyNotCity)(this.board, game, this.me, pick.id);
    return whyNotWords(this.board, why, this.names, this.me);
  }
}
