// The connection to a table: a socket that comes back by itself and loses no command.
// Invariant: a command is sent with the same id until it is answered, so it is carried out once.

import type { Ack, Bye, Command, FromServer, Refused, Update, Welcome } from "#protocol";
import { PROTOCOL } from "#protocol";
import { at } from "#/base";

export type ConnectionState = "connecting" | "open" | "lost" | "ended";

/** What a page wants to hear; `refused` are refusals that answer no command of ours. */
export interface Heard {
  welcome(message: Welcome, known: number | null): void;
  update(message: Update): void;
  refused(message: Refused): void;
  bye(message: Bye): void;
  state(state: ConnectionState): void;
}

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
/** A command before it has an id. */
export type Wish = Without<Command>;
export type Result = Record<string, unknown> | null | undefined;

interface Waiting {
  command: Command;
  done(result: Result): void;
  failed(refused: Refused): void;
}

const SHORTEST = 500;
/** Whoever plays by the clock is back within five seconds once the server is. */
const LONGEST = 4_000;
/** An answer that takes longer will not come: a network can die without a word. */
export const PATIENCE = 8_000;
/** After so long out of sight, a device may have slept and the socket be dead without knowing it. */
const SLEEP = 60_000;

export class Connection {
  private socket: WebSocket | null = null;
  private since: number | null = null;
  private tries = 0;
  private open = false;
  private ended = false;
  private hiddenAt = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  private readonly unanswered = new Map<string, Waiting>();

  constructor(
    private readonly table: string,
    private readonly heard: Heard,
    private readonly invite?: string,
  ) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  /** The page is left: nothing is heard any more. */
  close(): void {
    this.ended = true;
    clearTimeout(this.again);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.seen);
    this.hangUp();
  }

  /** Send a command; the promise is kept once the server has stored it. */
  command(wish: Wish): Promise<Result> {
    const command = { ...wish, id: crypto.randomUUID?.() ?? unique() } as Command;
    return new Promise((done, failed) => {
      this.unanswered.set(command.id, { command, done, failed });
      if (!this.open) return;
      this.say(command);
      this.expect();
    });
  }

  /** Try now, without waiting for the next time. */
  readonly hurry = (): void => {
    if (document.hidden || this.open || this.ended) return;
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.again);
    this.connect();
  };

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${at(`/api/tables/${this.table}/socket`)}`);
    this.socket = socket;
    socket.onopen = () => this.say({ type: "hello", protocol: PROTOCOL, since: this.since, invite: this.invite });
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.lose();
    this.expect();
  }

  private hangUp(): void {
    clearTimeout(this.overdue);
    if (this.socket) this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket?.close();
    this.socket = null;
    this.open = false;
  }

  private lose(): void {
    this.hangUp();
    if (this.ended) return;
    this.heard.state("lost");
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.tries++) * (0.5 + Math.random() / 2);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.connect(), wait);
  }

  /** The network has gone: a socket may take minutes to notice that. */
  private readonly cut = (): void => {
    if (!this.ended) this.lose();
  };

  private readonly seen = (): void => {
    if (document.hidden) this.hiddenAt = Date.now();
    else if (this.open && Date.now() - this.hiddenAt > SLEEP) this.renew();
    else this.hurry();
  };

  private renew(): void {
    this.hangUp();
    this.connect();
  }

  /** Something must be heard soon, or the line is taken for dead. */
  private expect(): void {
    clearTimeout(this.overdue);
    this.overdue = setTimeout(() => this.lose(), PATIENCE);
  }

  private say(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message);
    else if (message.type === "bye") this.bye(message);
    else this.answer(message);
    if (this.open && this.unanswered.size > 0) this.expect();
    else clearTimeout(this.overdue);
  }

  private welcome(message: Welcome): void {
    const known = this.since;
    this.since = message.v;
    this.tries = 0;
    const again = !this.open;
    this.open = true;
    this.heard.welcome(message, known);
    this.heard.state("open");
    // A welcome on an open line follows a refusal; what is unanswered then is on its way already.
    if (again) for (const { command } of this.unanswered.values()) this.say(command);
  }

  private update(message: Update): void {
    if (this.since !== null && message.v <= this.since) return;
    this.since = message.v;
    this.heard.update(message);
  }

  private bye(message: Bye): void {
    this.ended = !message.retry;
    this.heard.bye(message);
    if (!this.ended) return;
    this.heard.state("ended");
    for (const { failed } of this.unanswered.values()) failed({ type: "refused", code: message.code });
    this.unanswered.clear();
  }

  private answer(message: Ack | Refused): void {
    const waiting = message.id ? this.unanswered.get(message.id) : undefined;
    if (message.id) this.unanswered.delete(message.id);
    if (message.type === "ack") waiting?.done(message.result);
    else if (waiting) waiting.failed(message);
    else this.heard.refused(message);
  }
}

const unique = (): string => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36)).join("");
