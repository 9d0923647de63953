// What the person at this device is doing at a table: whose hand is shown, what is picked, what was sent.
// It knows what is legal only from the server. Invariant: one decision is answered at most once.

import type { AdvisedAction, OwnView } from "#protocol";
import type { Board } from "#/board/facts";
import { decisionKey, type Room } from "#/connection/room.svelte";
import { w } from "#/i18n/words.svelte";
import { adviceOn, mayAskBack, questionIn, sinceLast, whyNoTakeBack } from "#/shown/history/log";
import { legalOf, possible, type Possible, type Way } from "#/shown/position/actions";
import { loansAt, type Loan } from "#/shown/position/lending";
import { standing, type Standing } from "#/shown/position/tickets";
import { whyNotCity, whyNotDraw, whyNotRoute } from "#/shown/position/whynot";
import { toast } from "#/ui/toasts.svelte";
import { whyNotWords } from "./reasons";
import { reuseIfEqual } from "./reuse";

export interface Pick {
  kind: "route" | "city";
  id: string;
}

export class Play {
  /** Whose hand is shown where several play on one device. */
  private opened = $state<number | null>(null);
  /** That seat has moved and has not said yet that it has seen enough. */
  private looking = $state(false);
  pick = $state.raw<Pick | null>(null);
  /** Looking for a city to build in. */
  building = $state(false);
  /** The ticket whose cities are lit, by pointing at it and by choosing it. */
  pointed = $state<string | null>(null);
  pinned = $state<string | null>(null);
  /** Places of the offer that are chosen. */
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** Whether the page offers to ask the others about a take-back. */
  offering = $state(false);
  private askedHint = $state("");
  /** The decision whose hint was closed. */
  private closedHint = $state("");
  /** The whole map follows these, so they change only when they are others. */
  private readonly keep = {
    names: reuseIfEqual<string[]>(),
    routes: reuseIfEqual<Set<string>>(),
    cities: reuseIfEqual<Set<string>>(),
    wanted: reuseIfEqual<Set<string>>(),
    lit: reuseIfEqual<string[]>(),
    recent: reuseIfEqual<string[]>(),
  };

  constructor(
    readonly room: Room,
    readonly board: Board,
    /** Once the game is over: its scoring has been seen, and the totals are no secret any more. */
    readonly scored = true,
  ) {}

  readonly names = $derived.by((): string[] => {
    const seats = this.room.table?.seats ?? [];
    return this.keep.names((this.room.game?.players ?? []).map((player, seat) => seats[seat]?.name ?? player.name));
  });

  /** Whoever runs the server has closed the table: the game waits for nobody. */
  private readonly closed = $derived.by((): boolean => this.room.table?.closed ?? false);

  /** Own seats that the game waits for, once the moves before have been shown. */
  readonly ready = $derived.by((): number[] =>
    this.closed || this.room.shown !== null
      ? []
      : this.room.mine.filter((own) => own.decision !== null).map((own) => own.seat),
  );

  readonly several = $derived.by((): boolean => this.room.you.seats.length > 1);

  /** Somebody of several on this device has moved and looks at what came of it, until `done`. */
  readonly lingering = $derived.by((): boolean => {
    if (!this.several || !this.looking || this.opened === null || this.room.game?.phase === "over") return false;
    return this.room.view(this.opened)?.decision == null;
  });

  /** The seat that must be asked for before its hand is shown, if any. */
  readonly covered = $derived.by((): number | null => {
    if (!this.several || this.ready.length === 0 || this.lingering) return null;
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
    const decision = this.closed || this.room.shown !== null ? null : (this.me?.decision ?? null);
    return decision !== null && decisionKey(this.seat, decision) === this.room.answered ? null : decision;
  });

  private readonly key = $derived.by((): string => decisionKey(this.seat, this.decision));

  readonly can = $derived.by((): Possible =>
    possible(this.decision === null || !this.me ? [] : legalOf(this.board, this.me), this.me?.hand ?? {}),
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
    if (!table?.options.take_back || table.status !== "playing" || this.closed || this.seat === null)
      return "not_allowed";
    const rivals = table.seats.some(({ kind }, seat) => kind !== "bot" && seat !== this.seat);
    const why = whyNoTakeBack(happened, this.seat, rivals);
    return why === "revealed" && this.question ? "asked_already" : why;
  });

  /** The take-back that somebody asks for. */
  readonly question = $derived.by(() => (this.closed ? null : questionIn(this.room.happened)));

  /** Whether the take-back is one that the others may agree to. */
  readonly mayAsk = $derived.by(
    (): boolean => this.stands === "revealed" && this.seat !== null && mayAskBack(this.room.happened, this.seat),
  );

  /** What others claimed and built since the last own decision. */
  readonly recent = $derived.by((): string[] =>
    this.keep.recent(this.seat === null ? [] : sinceLast(this.room.happened, this.seat)),
  );

  /** Routes that can be claimed now and lie on the cheapest way of an open ticket. */
  readonly wanted = $derived.by((): Set<string> => {
    const ways = (this.me?.tickets ?? []).flatMap((id) => this.standings.get(id)?.way ?? []);
    return this.keep.wanted(new Set(ways.filter((id) => this.routes.has(id))));
  });

  /** Cities where a station would bring an open ticket nearer, with what it would lend. */
  readonly loans = $derived.by((): Map<string, Loan> => {
    const { game } = this.room;
    if (!game || this.seat === null || !this.cities.size) return new Map();
    const open = (this.me?.tickets ?? []).filter((id) => this.standings.get(id)?.state !== "done");
    return loansAt(this.board, game, this.seat, this.cities, open);
  });

  /** The ticket whose way is shown: the one pointed at, else the pinned one. */
  readonly traced = $derived.by((): Standing | undefined => this.standings.get(this.pointed ?? this.pinned ?? ""));

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
    this.looking = false;
    this.forget();
  }

  /** Whoever moved has seen enough: the hand is put away. */
  done(): void {
    this.opened = null;
    this.looking = false;
    this.forget();
  }

  /** Nothing is picked any more; the decision has passed or was made. */
  forget(): void {
    this.offering = false;
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
    this.room.answered = decisionKey(seat, decision);
    this.looking = true;
    this.forget();
    await this.room.command({ type: "do", seat, decision, action });
    // The new view comes before the answer: if the decision is still there, it was refused.
    if (this.room.view(seat)?.decision === decision) this.room.answered = "";
  }

  /** Draw a face-up card, from the `deck`, or `tickets`; or say why that cannot be. */
  draw(what: string): void {
    if (what === "tickets" && this.can.tickets) void this.do(what);
    else if (this.can.draw.has(what)) void this.do(`draw ${what}`);
    else this.answer(this.whyNotDraw(what));
  }

  /** Look for a city to build in, or stop looking; or say why no station can be built. */
  toggleBuilding(): void {
    if (this.cities.size) this.building = !this.building;
    else this.answer(this.whyNot({ kind: "city", id: "" }));
  }

  /** What is pressed answers, even if nothing can be done with it. */
  answer(reason: string): void {
    if (reason) toast(reason.charAt(0).toUpperCase() + reason.slice(1), "info", 4);
  }

  async askHint(): Promise<void> {
    const { decision, seat } = this;
    if (decision === null || seat === null) return;
    this.closedHint = "";
    if (adviceOn(this.room.happened, seat, decision)) return;
    this.askedHint = decisionKey(seat, decision);
    await this.room.command({ type: "hint", seat, decision });
    this.askedHint = "";
  }

  closeHint(): void {
    this.closedHint = this.key;
  }

  async takeBack(): Promise<void> {
    if (this.seat === null) return;
    this.forget();
    this.offering = this.mayAsk;
    if (this.offering) return;
    await this.room.command({ type: "take_back", seat: this.seat });
    this.room.answered = "";
  }

  /** Ask the rivals to agree to the take-back. */
  async askBack(): Promise<void> {
    this.offering = false;
    if (this.seat !== null) await this.room.command({ type: "ask_back", seat: this.seat });
    this.room.answered = "";
  }

  /** Those who have to agree to a seat's take-back. */
  rivalsOf(seat: number): number[] {
    const seats = this.room.table?.seats ?? [];
    return seats.flatMap(({ kind }, rival) => (kind !== "bot" && rival !== seat ? [rival] : []));
  }

  /** The ways to pay for what is picked. */
  waysOf(pick: Pick): Way[] {
    return (pick.kind === "route" ? this.can.routes : this.can.cities).get(pick.id) ?? [];
  }

  /** Why a face-up card, the `deck` or `tickets` cannot be drawn. */
  whyNotDraw(what: string): string {
    const { game } = this.room;
    const own = this.me && { ...this.me, decision: this.decision };
    return game ? whyNotWords(this.board, whyNotDraw(game, own, what), this.names, own) : "";
  }

  /** Why no hint can be had now; "" if one can. */
  readonly noHint = $derived.by((): string => (this.mayHint ? "" : w().table.why.notYourTurn));

  /** Why nothing can be taken back, in words; "" if something can. */
  readonly noTakeBack = $derived.by((): string => (this.stands && !this.mayAsk ? w().refusals[this.stands] : ""));

  /** Why what is picked cannot be had; "" if it can. */
  whyNot(pick: Pick): string {
    const { game } = this.room;
    if (!game || this.waysOf(pick).length) return "";
    const why = (pick.kind === "route" ? whyNotRoute : whyNotCity)(this.board, game, this.me, pick.id);
    return whyNotWords(this.board, why, this.names, this.me);
  }
}
