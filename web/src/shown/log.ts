// What the log says about taking back and hints, read backwards from its newest entry; and what of it
// one of several players on a device may see.

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

/** Whether a seat may take back: its latest decision has only bots' answers after it. */
export function canTakeBack(happened: readonly Happened[], seat: number): boolean {
  for (const entry of standingDecisions(happened)) {
    if (entry.seat === seat) return true;
    if (entry.params.by !== "bot" && entry.params.by !== "stand_in") return false;
  }
  return false;
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
    for (const event of entry.events) {
      if (event.name === "claimed") found.push(String(event.params.route));
      if (event.name === "built") found.push(String(event.params.city));
    }
  }
  return found;
}

const SECRETS = ["card", "tickets"];
const SECRET: ReadonlySet<string> = new Set(["dealt", "drew", "offered", "kept", "refused"]);

/** An entry as one seat may see it: where several play on one device, the server tells it of them all. */
export function asSeenBy(entry: Happened, seat: number | null): Happened {
  const hidden = (event: GameEvent): boolean => SECRET.has(event.name) && event.params.seat !== seat;
  if (!entry.events.some(hidden)) return entry;
  return { ...entry, events: entry.events.map((event) => (hidden(event) ? withoutSecrets(event) : event)) };
}

const withoutSecrets = (event: GameEvent): GameEvent => ({
  name: event.name,
  params: Object.fromEntries(Object.entries(event.params).filter(([key]) => !SECRETS.includes(key))),
});
