// What is typed at a table and answered, for as long as the table is open. It does what the buttons do, through `Play`.
// Invariant: where several share a device, nothing that one of them typed or read is there for the next.

import type { Problem } from "#protocol";
import { refusal } from "#/i18n/refusal";
import { actionWords, told } from "#/i18n/story";
import { reasonWords } from "#/i18n/why";
import { listed, w } from "#/i18n/words.svelte";
import { lasting, settings } from "#/settings.svelte";
import { standingDecisions } from "#/shown/history/log";
import { seenBy } from "#/shown/history/secrets";
import { TURNING } from "#/table/animator.svelte";
import type { Play } from "#/table/play.svelte";
import { ANSWERS, firstMove, turnLine } from "./answers";
import type { Reader } from "./moves";
import { confirm, type Choice, type Reply, type Tool } from "./reply";
import type { Situation } from "./situation";
import { capital } from "./text";
import { readerOf, understand } from "./understand";
import { saidAs, t } from "./words";

export interface Line {
  id: number;
  text: string;
  /** Typed by the person, not answered. */
  mine: boolean;
}

/** How many lines and how many typed ones are kept. */
const LINES = 80;
const HISTORY = 50;

export class Conversation {
  lines = $state.raw<Line[]>([]);
  /** What was typed before, newest last. */
  history: string[] = [];
  private asked: Choice[] = [];
  private otherwise: Tool | undefined;
  private next = 1;
  private eyes: number | null = null;

  /** Leave the field. */
  leave: () => void = () => undefined;

  constructor(private readonly play: Play) {}

  /** A reader of what is typed now. */
  reader(): Reader {
    return readerOf(this.situation());
  }

  private situation(): Situation {
    const { play } = this;
    const { room, seat } = play;
    const { deadline } = room.game!;
    return {
      board: play.board,
      game: room.game!,
      own: play.me && { ...play.me, decision: play.decision },
      names: play.names,
      can: play.can,
      get happened() {
        return room.happened.map((entry) => seenBy(entry, seat ?? "nobody"));
      },
      careful: settings.confirm,
      left: deadline ? deadline - (Date.now() + room.ahead) : null,
    };
  }

  /** Somebody looks at the table: whose lines are not theirs are put away, and a first look is greeted. */
  look(): void {
    const { play } = this;
    if (play.several && play.seat !== this.eyes) this.forget();
    this.eyes = play.seat;
    if (play.covered !== null)
      this.tell(t().covered({ name: play.names[play.covered] ?? "", show: saidAs("act", "show") }));
    else if (!this.lines.length) this.greet();
  }

  private forget(): void {
    [this.lines, this.history, this.asked, this.otherwise] = [[], [], [], undefined];
  }

  private greet(): void {
    const reader = this.reader();
    const question = saidAs("ask", "hand");
    this.tell(t().welcome({ move: firstMove(reader), question, help: saidAs("ask", "help") }));
    this.tell(turnLine(reader.situation));
  }

  private tell(...lines: string[]): void {
    this.add(lines, false);
  }

  private add(texts: string[], mine: boolean): void {
    const fresh = texts.filter(Boolean).map((text) => ({ id: this.next++, text: capital(text), mine }));
    this.lines = [...this.lines, ...fresh].slice(-LINES);
  }

  /** A line was typed. */
  async send(text: string): Promise<void> {
    const { asked, otherwise } = this;
    this.history = [...this.history.filter((line) => line !== text), text].slice(-HISTORY);
    this.add([text], true);
    [this.asked, this.otherwise] = [[], undefined];
    const reader = this.reader();
    const reply = understand(reader, text, asked);
    if (this.play.covered !== null) return this.uncover(reply);
    if (otherwise && !reply.action && reply.tool !== "askBack") this.play.offering = false;
    await this.follow(reply);
  }

  private async follow(reply: Reply): Promise<void> {
    this.tell(...reply.lines);
    [this.asked, this.otherwise] = [reply.choices ?? [], reply.otherwise];
    if (reply.tool) await this.use(reply.tool);
    if (reply.action) await this.act(reply.action);
  }

  /** Under the cover, only the one whose turn it is may look. */
  private uncover({ tool }: Reply): void {
    const { play } = this;
    if (tool === "show") play.uncover(play.covered!);
    else if (tool === "close") this.leave();
    else this.look();
  }

  /** Send an action as a press would, and tell what came of it. */
  private async act(action: string): Promise<void> {
    const { play } = this;
    const { room, seat, decision } = play;
    const before = room.happened.at(-1)?.v ?? 0;
    if (seat === null) return;
    await play.do(action);
    if (room.view(seat)?.decision === decision) return this.notSent(room.problem);
    const mine = room.happened.filter((entry) => entry.v > before && entry.kind === "did" && entry.seat === seat);
    // The cards of a tunnel turn up one by one on the table; nobody is to read of them before.
    if (mine.some(({ events }) => events.some(({ name }) => name === "tunnel"))) await later(lasting(TURNING));
    if (play.several && play.seat !== seat) return;
    this.tell(...mine.flatMap((entry) => told(seenBy(entry, seat), play.names, play.board)));
    if (play.lingering) this.tell(t().seeDone(saidAs("act", "done")));
    else if (play.decision !== null) this.tell(...this.asks());
  }

  /** What is to be decided next. */
  private asks(): string[] {
    const reader = this.reader();
    const { can } = reader.situation;
    return can.keeps.length || can.decline ? ANSWERS.options(reader, [])!.lines : [turnLine(reader.situation)];
  }

  private notSent(problem: Problem | null): void {
    this.tell(t().notSent(problem ? refusal(problem) : w().refusals.stale));
  }

  private use(tool: Tool): Promise<void> | void {
    const { play } = this;
    switch (tool) {
      case "takeBack":
        return this.takeBack();
      case "askBack":
        return this.askBack();
      case "hint":
        return this.hint();
      case "agree":
      case "refuse":
        return this.answer(tool === "agree");
      case "done":
        return play.lingering ? play.done() : this.tell(turnLine(this.situation()));
      case "show":
        return this.tell(...ANSWERS.hand(this.reader(), [])!.lines);
      case "close":
        return this.leave();
    }
  }

  private async takeBack(): Promise<void> {
    const { play } = this;
    if (play.noTakeBack) return this.tell(play.noTakeBack);
    const before = play.room.problem;
    await play.takeBack();
    if (play.offering) {
      const words = w().table.agree;
      const asks = confirm(({ what, yes, no }) => t().asks({ question: what, yes, no }), {
        what: `${words.offer} ${words.shuffled}`,
        tool: "askBack",
      });
      return this.follow({ ...asks, otherwise: "stay" });
    }
    if (play.room.problem !== before) this.notSent(play.room.problem);
    else this.tell(t().tookBack, turnLine(this.situation()));
  }

  private async askBack(): Promise<void> {
    const { play } = this;
    const rivals = play.seat === null ? [] : play.rivalsOf(play.seat);
    await play.askBack();
    this.tell(w().table.agree.waiting(listed(rivals.map((seat) => play.names[seat] ?? ""))));
  }

  private async hint(): Promise<void> {
    const { play } = this;
    if (play.noHint) return this.tell(play.noHint);
    this.tell(t().hintComes);
    await play.askHint();
    const advice = play.hint ?? [];
    if (!advice.length) return this.notSent(play.room.problem);
    play.closeHint(); // it is told in words
    this.tell(
      ...advice.map(({ action, reason, params }, i) => {
        const what = actionWords(play.board, action, play.me?.offer ?? []);
        const why = reasonWords(play.board, reason, params, play.names);
        return t().choice({ number: i + 1, what: t().hint({ action: what, reason: why }) });
      }),
    );
  }

  /** The take-back that somebody asks this device about, and the seat that has not answered. */
  private question(): { v: number; asker: number; plies: number; seat: number } | null {
    const { question, room } = this.play;
    if (!question?.open || question.until < Date.now() + room.ahead) return null;
    const open = this.play.rivalsOf(question.seat).filter((seat) => !question.agreed.includes(seat));
    const mine = open.filter((seat) => room.you.seats.includes(seat));
    const seat = mine.find((one) => one === this.play.seat) ?? mine[0];
    return seat === undefined ? null : { v: question.v, asker: question.seat, plies: question.plies, seat };
  }

  /** Tell of a take-back that somebody asks about. */
  putQuestion(): void {
    const { play } = this;
    const asked = this.question();
    if (!asked) return;
    const undone = [...standingDecisions(this.situation().happened)].slice(0, asked.plies).reverse();
    const what = undone.flatMap((entry) => told(entry, play.names, play.board)).join(" ");
    const question = w().table.agree.asks({ who: play.names[asked.asker] ?? "", what });
    this.tell(t().asks({ question, yes: saidAs("act", "agree"), no: saidAs("act", "refuse") }));
  }

  private async answer(agrees: boolean): Promise<void> {
    const asked = this.question();
    if (!asked) return this.tell(t().nobodyAsks);
    await this.play.room.command({ type: "answer_back", seat: asked.seat, asked: asked.v, agrees });
    this.tell(t().answered);
  }
}

const known = new WeakMap<Play, Conversation>();

/** The conversation at a table: what was said is still there when the field is opened again. */
export function conversationAt(play: Play): Conversation {
  const talk = known.get(play) ?? new Conversation(play);
  known.set(play, talk);
  return talk;
}

const later = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
