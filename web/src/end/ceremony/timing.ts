// How long each scene of the ceremony stays.

import type { Scene } from "#/shown/score/scenes";

const LONG: Record<Scene["kind"], number> = {
  routes: 2200,
  ticket: 1500,
  noTickets: 700,
  bonus: 1800,
  winner: 0,
};
const MOST_FOR_TICKETS = 24_000;

/** How long a scene stays, in milliseconds at normal speed: many tickets go by more quickly. */
export function staying(all: Scene[], scene: Scene): number {
  // Where there is nothing to find on the map, reading is enough.
  if (scene.kind === "bonus" && !scene.lit.length) return LONG.bonus / 2;
  if (scene.kind !== "ticket") return LONG[scene.kind];
  const tickets = all.filter((one) => one.kind === "ticket").length;
  // A ticket that needs explaining may take longer to read.
  const longer = scene.way?.loans.length ? 1.5 : 1;
  return Math.min(LONG.ticket, Math.max(650, MOST_FOR_TICKETS / tickets)) * longer;
}
