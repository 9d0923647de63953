// What one page knows of one table, kept up to date by its connection. Parts are replaced, never changed in
// place, so whoever holds an old part still sees the old moment (animations compare the two).

import type { Bye, Happened, OwnView, Problem, PublicView, TablePart, Update, Welcome, You } from "#protocol";
import { Connection, type ConnectionState, type Result, type Wish } from "./connection";
import { dropValue, keepCommitment, newValue } from "./luck";
import { merged } from "./merge";

/** A step from one moment to the next, for whoever wants to show it. */
export interface Step {
  before: PublicView | null;
  after: PublicView | null;
  happened: Happened[];
}

export class Room {
  table = $state.raw<TablePart | null>(null);
  game = $state.raw<PublicView | null>(null);
  mine = $state.raw<OwnView[]>([]);
  you = $state.raw<You>({ seats: [], away: [], host: false, invite: null });
  happened = $state.raw<Happened[]>([]);
  older = $state(false);
  state = $state<ConnectionState>("connecting");
  /** The server's version when this page was opened, and as it is now. */
  server = $state<{ first: string; now: string } | null>(null);
  bye = $state.raw<Bye | null>(null);
  /** The newest refusal, until it is dismissed. */
  problem = $state.raw<Problem | null>(null);
  /** Commands sent and not answered yet. */
  sending = $state(0);
  /** Add to the own clock to get the game clock, which stands still while the server cannot take moves. */
  ahead = $state(0);

  /** The seat whose move the page is still showing, if it is showing one. */
  shown = $state<number | null>(null);
  /** Who is on. Header, panels, clock, title, sound and what can be pressed all follow this and nothing else. */
  readonly on = $derived.by((): readonly number[] => {
    if (this.shown !== null) return [this.shown];
    return this.game && this.game.phase !== "over" && !this.table?.closed ? this.game.waiting : [];
  });

  /** The decision that was answered on this page: it counts as made from the press on, before the server knows. */
  answered = $state("");
  /** Somebody on this device has to decide something. */
  readonly due = $derived.by(
    (): boolean =>
      this.shown === null &&
      !this.table?.closed &&
      this.mine.some((own) => own.decision !== null && decisionKey(own.seat, own.decision) !== this.answered),
  );

  private readonly connection: Connection;
  /** Seats whose value is on its way. */
  private readonly giving = new Set<number>();
  private readonly watchers = new Set<(step: Step) => void>();

  /** `invite`: what the link to the table had, if it had something. */
  constructor(
    readonly id: string,
    readonly invite?: string,
  ) {
    this.connection = new Connection(
      id,
      {
        welcome: (message, known) => this.welcome(message, known),
        update: (message) => this.update(message),
        refused: (message) => (this.problem = { code: message.code, params: message.params ?? {} }),
        bye: (message) => (this.bye = message),
        state: (state) => (this.state = state),
      },
      invite,
    );
  }

  close(): void {
    this.connection.close();
  }

  /** Try to connect now rather than at the next time. */
  hurry(): void {
    this.connection.hurry();
  }

  /** Be told of each step; returns how to stop. Not called for the first welcome. */
  watch(watcher: (step: Step) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Send a command. A refusal lands in `problem` and gives undefined. */
  async command(wish: Wish): Promise<Result> {
    this.sending++;
    try {
      return await this.connection.command(wish);
    } catch (refused) {
      this.problem = refused as Problem;
      return undefined;
    } finally {
      this.sending--;
    }
  }

  /** The own view of a seat, if it is one of ours. */
  view(seat: number): OwnView | undefined {
    return this.mine.find((own) => own.seat === seat);
  }

  private welcome(message: Welcome, known: number | null): void {
    const before = this.game;
    this.ahead = message.now - Date.now();
    this.server = { first: this.server?.first ?? message.server, now: message.server };
    this.bye = null;
    this.you = message.you;
    this.table = message.table;
    this.game = message.game;
    this.mine = message.mine;
    this.giveValues();
    // A welcome after a refusal tells again what is known; one after a long absence leaves a gap.
    const fresh = message.happened.filter((entry) => entry.v > (known ?? -1));
    // Whoever is forgotten is named nowhere: all that was told before reads otherwise now.
    const anew = message.happened.some((entry) => entry.kind === "forgotten" && entry.v > (known ?? -1));
    const whole = known === null || anew || (message.more && fresh.length === message.happened.length);
    this.happened = whole ? message.happened : [...this.happened, ...fresh];
    if (whole) this.older = message.more;
    if (known !== null) this.tell({ before, after: message.game, happened: fresh });
  }

  private update(message: Update): void {
    const before = this.game;
    if (message.you) this.you = message.you;
    if (message.table) this.table = message.table;
    if (message.table) this.giveValues();
    if (message.game) this.game = message.game;
    else if (message.changes && this.game) this.game = merged(this.game, message.changes);
    if (message.mine) this.mine = replaced(this.mine, message.mine, this.you.seats);
    this.happened = [...this.happened, ...message.happened];
    this.tell({ before, after: this.game, happened: message.happened });
  }

  /** Before the start, add to the luck of the deal for each own seat; the game does not wait for it. */
  private giveValues(): void {
    const { table, you, giving } = this;
    if (!table?.deal || table.status !== "gathering") return;
    keepCommitment(this.id, table.deal.commitment);
    for (const seat of you.seats) {
      if (table.deal.values.includes(seat) || giving.has(seat)) continue;
      giving.add(seat);
      const value = newValue(this.id);
      const given = this.connection.command({ type: "value", seat, value });
      void given.catch(() => dropValue(this.id, value)).then(() => giving.delete(seat));
    }
  }

  private tell(step: Step): void {
    for (const watcher of this.watchers) watcher(step);
  }
}

/** A decision's name; at the opening seats may share a number. */
export const decisionKey = (seat: number | null, decision: number | null): string => `${seat} ${decision}`;

function replaced(old: OwnView[], changed: OwnView[], seats: number[]): OwnView[] {
  const bySeat = new Map([...old, ...changed].map((own) => [own.seat, own]));
  return seats.flatMap((seat) => bySeat.get(seat) ?? []);
}
