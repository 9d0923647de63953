// What typed words lead to: sentences, an action to send, a question with numbered choices, or a tool of the table.
// Nothing here sends anything.

import { actionWords } from "#/i18n/story";
import { w } from "#/i18n/words.svelte";
import { sensibleWay, type Way } from "#/shown/position/actions";
import type { Situation } from "./situation";
import { saidAs, t, type Act } from "./words";

/** What the table does beside moves. */
export type Tool =
  Extract<Act, "takeBack" | "hint" | "agree" | "refuse" | "done" | "show" | "close"> | "askBack" | "stay";

/** One of several that may be meant: chosen by its number, or by `yes` if it is the only one. */
export interface Choice {
  what: string;
  /** The action it does, the words it stands for, or the tool. */
  action?: string;
  text?: string;
  tool?: Tool;
  way?: Way;
}

export interface Reply {
  lines: string[];
  action?: string;
  choices?: Choice[];
  tool?: Tool;
  /** What `no` does, where leaving it has to be told to the table. */
  otherwise?: Tool;
}

/** Sentences and nothing else. */
export const say = (...lines: string[]): Reply => ({ lines });

/** No more choices than have a number of one digit. */
const MOST = 9;

/** A question with choices. */
export function ask(choices: Choice[]): Reply {
  const some = choices.slice(0, MOST);
  const listed = some.map(({ what }, i) => t().choice({ number: i + 1, what }));
  return { lines: [t().which, ...listed], choices: some };
}

/** A question that `yes` answers. */
export const confirm = (
  question: (given: { what: string; yes: string; no: string }) => string,
  only: Choice,
): Reply => ({
  lines: [question({ what: only.what, yes: saidAs("act", "yes"), no: saidAs("act", "no") })],
  choices: [only],
});

/** Do it, or ask first where the settings say so. */
export function doIt({ board, own, careful }: Situation, action: string, asked = careful): Reply {
  if (!asked) return { lines: [], action };
  return confirm(t().sure, { what: actionWords(board, action, own?.offer ?? []), action });
}

/** Pay in the one sensible way, or ask in which. */
export function payBy(situation: Situation, ways: Way[], asked?: boolean): Reply {
  const only = sensibleWay(ways);
  if (only) return doIt(situation, only.action, asked);
  return ask(ways.map((way) => ({ what: actionWords(situation.board, way.action), action: way.action, way })));
}

/** Why nothing can be decided now; "" if something can. */
export function notYet({ game, own }: Situation): string {
  const why = w().table.why;
  if (game.phase === "over") return why.over;
  if (!own) return why.watching;
  return own.decision === null ? why.notYourTurn : "";
}
