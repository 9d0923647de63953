// What of an entry of the log one may see. The server tells a page everything its seats know: where several play
// on one device, or a replay is watched with one player's eyes, the page itself leaves out the others' secrets.

import type { GameEvent, Happened } from "#protocol";

/** Whose eyes: a seat, everybody's hands open, or those of a spectator. */
export type Eyes = number | "all" | "nobody";

/** What is secret of an event that only its seat learns all of. */
const SECRET: Readonly<Record<string, string | undefined>> = {
  dealt: "card",
  drew: "card",
  offered: "tickets",
  kept: "tickets",
  refused: "tickets",
};

/** Whether these eyes see a seat's cards and tickets. */
export const sees = (eyes: Eyes, seat: number): boolean => eyes === "all" || eyes === seat;

/** An entry as these eyes saw it: without anybody else's blind draws and tickets. */
export function seenBy(entry: Happened, eyes: Eyes): Happened {
  if (eyes === "all") return entry;
  const choice = String(entry.params.do ?? "").startsWith("keep") && entry.seat !== eyes;
  const secret = (event: GameEvent): string | undefined =>
    event.params.seat === eyes ? undefined : SECRET[event.name];
  if (!choice && !entry.events.some(secret)) return entry;
  return {
    ...entry,
    params: choice ? { ...entry.params, do: "keep" } : entry.params,
    events: entry.events.map((event) => without(event, secret(event))),
  };
}

function without(event: GameEvent, secret: string | undefined): GameEvent {
  if (secret === undefined) return event;
  const { [secret]: _, ...open } = event.params;
  return { ...event, params: open };
}
