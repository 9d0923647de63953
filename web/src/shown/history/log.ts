// What the log of a table tells beside its words: what can be taken back, which advice was given, what is new on
// the board. Read backwards from its newest entry.

import type { AdvisedAction, Happened } from "#protocol";

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

/** What has been claimed or built since a seat decided last: ids of routes and cities. */
export function sinceLast(happened: readonly Happened[], seat: number): string[] {
  const found: string[] = [];
  for (const entry of standingDecisions(happened)) {
    if (entry.seat === seat) break;
    found.push(...placedBy(entry));
  }
  return found;
}

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
