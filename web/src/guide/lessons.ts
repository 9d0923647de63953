// What a first game explains, and when: each kind of move when it first matters. The words are in the
// catalogues and the place on the page is the component's; nothing here knows the rules beyond what is
// legal now. Invariant: at most one lesson at a time, and none that was shown before.

import type { OwnView, PublicView } from "#protocol";
import type { Board } from "#/board/facts";
import { legalOf, possible, type Possible } from "#/shown/position/actions";
import { standing } from "#/shown/position/tickets";

export type LessonName =
  | "opening"
  | "turn"
  | "draw"
  | "second"
  | "locomotive"
  | "claim"
  | "gray"
  | "double"
  | "ferry"
  | "tunnel"
  | "tunnelPay"
  | "station"
  | "tickets"
  | "choose"
  | "done"
  | "lastRound";

/** Where a lesson points to. */
export type Anchor =
  "offer" | "status" | "market" | "locomotive" | "route" | "tunnel" | "station" | "ticketDeck" | "tickets";

export interface Lesson {
  name: LessonName;
  anchor: Anchor;
  /** The route or ticket that it is about. */
  about?: string;
}

/** What the one at this device sees now. */
export interface Situation {
  board: Board;
  game: PublicView;
  own: OwnView;
  /** How many turns this seat has taken. */
  turns: number;
}

type Rule = (now: Situation, can: Possible) => Omit<Lesson, "name"> | null;

/** Before that, only routes that a ticket needs are worth a word. */
const WARM = 3;
/** A station and further tickets are not for beginners' first turns. */
const SETTLED = 8;
const AT_EASE = 14;

const onTurn = (now: Situation): boolean => now.game.phase === "turn" && now.own.decision !== null;

/** A route that can be claimed now and is of this kind; one on the way of an own ticket before others. */
function claimable(now: Situation, can: Possible, kind: (id: string) => boolean): string | undefined {
  const routes = [...can.routes.keys()].filter(kind);
  const wanted = new Set(now.own.tickets.flatMap((id) => standingOf(now, id)?.way ?? []));
  const useful = routes.find((id) => wanted.has(id));
  return useful ?? (now.turns >= WARM ? routes[0] : undefined);
}

const standingOf = (now: Situation, id: string) => {
  const ticket = now.board.ticket.get(id);
  return ticket && standing(now.board, now.game, now.own.seat, ticket);
};

const claimOf =
  (kind: (route: { colour: string; ferry: number; tunnel: boolean; twin: string | null }) => boolean): Rule =>
  (now, can) => {
    if (!onTurn(now)) return null;
    const about = claimable(now, can, (id) => {
      const route = now.board.route.get(id);
      return route !== undefined && kind(route);
    });
    return about ? { anchor: "route", about } : null;
  };

/** In the order of importance: the first that fits is shown. */
const RULES: Record<LessonName, Rule> = {
  lastRound: (now) => (now.game.turns_left !== null && onTurn(now) ? { anchor: "status" } : null),
  opening: (now) => (now.game.phase === "opening" && now.own.decision !== null ? { anchor: "offer" } : null),
  tunnelPay: (now, can) => (now.game.phase === "tunnel" && can.pays.length ? { anchor: "tunnel" } : null),
  choose: (now) => (now.game.phase === "tickets" && now.own.decision !== null ? { anchor: "offer" } : null),
  second: (now) => (now.game.phase === "second card" && now.own.decision !== null ? { anchor: "market" } : null),
  turn: (now) => (onTurn(now) ? { anchor: "status" } : null),
  draw: (now, can) => (onTurn(now) && can.draw.size ? { anchor: "market" } : null),
  done: (now) => {
    const about = now.own.tickets.find((id) => standingOf(now, id)?.state === "done");
    return about && now.turns > 0 ? { anchor: "tickets", about } : null;
  },
  claim: claimOf((route) => !route.ferry && !route.tunnel),
  locomotive: (now) =>
    onTurn(now) && now.turns > 0 && now.game.market.includes("locomotive") ? { anchor: "locomotive" } : null,
  tunnel: claimOf((route) => route.tunnel),
  ferry: claimOf((route) => route.ferry > 0),
  gray: claimOf((route) => route.colour === "gray" && !route.ferry && !route.tunnel),
  double: claimOf((route) => route.twin !== null),
  station: (now, can) => {
    const lost = now.own.tickets.some((id) => standingOf(now, id)?.state === "lost");
    return onTurn(now) && can.cities.size && (lost || now.turns >= AT_EASE) ? { anchor: "station" } : null;
  },
  tickets: (now, can) => {
    const all = now.own.tickets.every((id) => standingOf(now, id)?.state === "done");
    const due = (all && now.turns > 0) || now.turns >= SETTLED;
    return onTurn(now) && can.tickets && due && now.game.turns_left === null ? { anchor: "ticketDeck" } : null;
  },
};

export const LESSONS = Object.keys(RULES) as LessonName[];

/** The lesson for this moment, if there is one that was not shown yet. */
export function lessonFor(now: Situation, shown: ReadonlySet<string>): Lesson | null {
  const can = possible(legalOf(now.board, now.own), now.own.hand);
  for (const name of LESSONS) {
    if (shown.has(name)) continue;
    const found = RULES[name](now, can);
    if (found) return { name, ...found };
  }
  return null;
}

/** Whether a lesson still fits the moment; one that does not has been understood or has passed. It may name another
 * route than a new one would, but only one that can still be claimed. */
export function stillFits({ name, anchor, about = "" }: Lesson, now: Situation): boolean {
  const can = possible(legalOf(now.board, now.own), now.own.hand);
  const found = RULES[name](now, can);
  if (found?.anchor !== anchor) return false;
  if (anchor === "route") return can.routes.has(about);
  return anchor !== "tickets" || standingOf(now, about)?.state === "done";
}
