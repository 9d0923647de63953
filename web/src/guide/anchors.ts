// Which part of the table a lesson points to. The table marks its parts for this; a part that is not on
// the page now (another tab on a phone) is no anchor, and the note goes to the edge of the window.

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

/** What opens over the map when a route is chosen: from then on, the place where the claim is made. */
const CHOSEN = ".panel-over";

function selector({ anchor, about = "" }: Lesson): string {
  if (anchor === "route" && document.querySelector(CHOSEN)) return CHOSEN;
  if (anchor === "route") return `[data-route="${CSS.escape(about)}"]`;
  if (anchor === "tickets") return `[data-ticket="${CSS.escape(about)}"]`;
  return SELECTORS[anchor];
}

/** The box around everything a lesson points to that can be seen now; null if nothing can. */
export function anchorBox(lesson: Lesson): Box | null {
  const boxes = [...document.querySelectorAll(selector(lesson))]
    .map((element) => element.getBoundingClientRect())
    .filter(
      (box) =>
        box.width > 0 &&
        box.height > 0 &&
        box.bottom > 0 &&
        box.top < innerHeight &&
        box.right > 0 &&
        box.left < innerWidth,
    );
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((box) => box.left));
  const y = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { x, y, width: right - x, height: bottom - y };
}
