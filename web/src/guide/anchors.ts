// Which part of the table a lesson points to. The table marks its parts for this; a part that is not on
// the page now (another tab on a phone) is no anchor, and the note goes to the edge of the window.

import type { Board } from "#/board/facts";
import { spotsOf } from "#/table/map/beside";
import type { Anchor, Lesson } from "./lessons";
import type { Box } from "./place";

const SELECTORS: Record<Exclude<Anchor, "route" | "tickets">, string> = {
  offer: "[aria-labelledby='choice-title']",
  status: "[data-phase] header [role='status'], [data-phase] header h1",
  market: "[data-slot], [data-pile='deck']",
  locomotive: "[data-slot][data-card='locomotive']",
  tunnel: "[aria-labelledby='tunnel-title']",
  station: "button.station",
  ticketDeck: "[data-pile='tickets']",
};

/** What opens over the map when a route is chosen: the place where the claim is made. */
const CHOSEN = ".panel-over";

/** How far around the middle line of a route its spaces reach, in pixels. */
const REACH = 12;

/** What a lesson speaks of that can be seen now, as boxes that its note must not cover; none if nothing can be seen. */
export function anchorBoxes({ anchor, about = "" }: Lesson, board: Board): Box[] {
  if (anchor === "route") return [...routeBoxes(about, board), ...boxesOf(CHOSEN)];
  return boxesOf(anchor === "tickets" ? `[data-ticket="${CSS.escape(about)}"]` : SELECTORS[anchor]);
}

const boxesOf = (selector: string): Box[] =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter(isSeen);

/** A route as a row of small boxes: one around all of it would be mostly land. */
function routeBoxes(id: string, board: Board): Box[] {
  const map = document.querySelector<HTMLElement>(".map");
  const spots = map ? spotsOf(map, board, [id]) : [];
  return spots.map(({ x, y }) => ({ x: x - REACH, y: y - REACH, width: 2 * REACH, height: 2 * REACH })).filter(isSeen);
}

const isSeen = ({ x, y, width, height }: Box): boolean =>
  width > 0 && height > 0 && y + height > 0 && y < innerHeight && x + width > 0 && x < innerWidth;
