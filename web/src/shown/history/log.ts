// What the log of a table tells beside its words: what can be taken back, which advice was given, what is new on
// the board. Read backwards from its newest entry.

import type { AdvisedAction, GameEvent, Happened } from "#protocol";

/** The decisions that still stand, newest first. */
export function* standingDecisions(happened: readonly Happened[]): Generator<Happened> {
  let undone = 0;
  for (let i = happened.length - 1; i >= 0; i--) {
    const entry = happened[i];
    if (entry?.kind === "took_back") undone += Number(entry.params.plies);
    else if (entry?.kind !== "did") continue;
    else if (undone > 0) undone--;
    else yield entry;
  }
}

const REVEALING = /^(drew|turned_up|offered|revealed)$/;

/** Why a seat cannot take back, as the server's code; "" if it can. Across bots' answers it can, and among people
 * as long as nothing was revealed. */
export function whyNoTakeBack(
  happened: readonly Happened[],
  seat: number,
  rivals: boolean,
): "" | "too_late" | "revealed" {
  let revealed = false;
  for (const entry of standingDecisions(happened)) {
    revealed ||=
      rivals &&
      entry.events.some(({ name, params }) => REVEALING.test(name) || (name === "kept" && params.seat !== seat));
    if (entry.seat === seat) return revealed ? "revealed" : "";
    if (entry.params.by !== "bot" && entry.params.by !== "stand_in") break;
  }
  return "too_late";
}

/** Whether the others can be asked about what a seat cannot take back by itself: cards and tickets can be shuffled
 * again, but how many tickets others kept cannot be forgotten. */
export function mayAskBack(happened: readonly Happened[], seat: number): boolean {
  for (const entry of standingDecisions(happened)) {
    if (entry.events.some(({ name }) => REVEALING.test(name))) return true;
    if (entry.seat === seat) break;
  }
  return false;
}

/** A take-back that rivals were asked about since the game last moved. */
export interface Question {
  v: number;
  seat: number;
  plies: number;
  /** By the game clock. */
  until: number;
  agreed: number[];
  /** Nobody has said no, left or sat down since. */
  open: boolean;
}

/** The take-back that was asked for last, if the game has not moved since. */
export function questionIn(happened: readonly Happened[]): Question | null {
  const agreed: number[] = [];
  let open = true;
  for (let i = happened.length - 1; i >= 0; i--) {
    const { kind, seat, params, v } = happened[i]!;
    if (kind === "did" || kind === "took_back" || kind === "started") break;
    if (kind === "answered_back" && params.agrees) agreed.push(seat!);
    else if (kind === "asked_back")
      return { v, seat: seat!, plies: Number(params.plies), until: Number(params.until), agreed, open };
    else if (kind !== "said" && kind !== "hinted" && kind !== "linked") open = false;
  }
  return null;
}

/** The advice given on a decision of a seat, if it was asked for. */
export function adviceOn(happened: readonly Happened[], seat: number, decision: number): AdvisedAction[] | null {
  for (let i = happened.length - 1; i >= 0; i--) {
    const entry = happened[i];
    if (entry?.kind !== "hinted" || entry.seat !== seat || entry.params.decision !== decision) continue;
    const options = entry.params.options as [string, number, string, AdvisedAction["params"]][] | undefined;
    return options?.map(([action, value, reason, params]) => ({ action, value, reason, params })) ?? null;
  }
  return null;
}

/** What others, and a bot in its place, did since a seat moved last; oldest first, and nothing before its first move. */
export function movesSince(happened: readonly Happened[], seat: number): Happened[] {
  const found: Happened[] = [];
  for (const entry of standingDecisions(happened)) {
    if (entry.seat === seat && entry.params.by !== "stand_in") return found.reverse();
    found.push(entry);
  }
  return [];
}

/** What was claimed or built since a seat moved last: ids of routes and cities. */
export const sinceLast = (happened: readonly Happened[], seat: number): string[] =>
  movesSince(happened, seat).flatMap(placedBy);

/** Whether an entry is nothing but cards drawn and what lay open afterwards. */
export const onlyDraws = (entry: Happened): boolean =>
  entry.kind === "did" && entry.events.some((event) => event.name === "drew" || event.name === "took");

/** Whether two entries are the two cards of one turn. */
export const sameTurn = (first: Happened, second: Happened): boolean =>
  first.seat === second.seat &&
  onlyDraws(first) &&
  onlyDraws(second) &&
  !first.events.some((event) => event.name === "turn");

const ASIDE: ReadonlySet<string> = new Set(["answered", "reshuffled", "wiped", "last_round", "ended", "turn"]);

/** What each seat did last that still stands, as its own events; its two cards are one thing. Entries that `unseen`
 * names have not been shown yet. */
export function lastDone(
  happened: readonly Happened[],
  players: number,
  unseen: ReadonlySet<number>,
): Map<number, GameEvent[]> {
  const found = new Map<number, GameEvent[]>();
  let newer: Happened | null = null;
  for (const entry of standingDecisions(happened)) {
    if (entry.seat === null || unseen.has(entry.v)) continue;
    const second: boolean = newer !== null && sameTurn(entry, newer);
    if (found.size >= players && !second) break;
    const own = ownEvents(entry, entry.seat);
    if (second) found.set(entry.seat, [...own, ...(found.get(entry.seat) ?? [])]);
    else if (own.length && !found.has(entry.seat)) found.set(entry.seat, own);
    newer = found.get(entry.seat)?.at(-1) === own.at(-1) ? entry : null;
  }
  return found;
}

const ownEvents = (entry: Happened, seat: number): GameEvent[] =>
  entry.events.filter(
    (event) => !ASIDE.has(event.name) && (event.params.seat === undefined || event.params.seat === seat),
  );

/** How many turns a seat has begun: choosing tickets and paying for a tunnel belong to a turn. */
export function turnsTaken(happened: readonly Happened[], seat: number): number {
  const mine = happened.filter((entry) => entry.kind === "did" && entry.seat === seat);
  return mine.filter((entry) => !/^(keep|pay|decline)/.test(String(entry.params.do))).length;
}

/** What a move put on the board: ids of routes and cities. */
export const placedBy = (entry: Happened): string[] =>
  entry.events.flatMap((event) =>
    event.name === "claimed" ? [String(event.params.route)] : event.name === "built" ? [String(event.params.city)] : [],
  );
