// A review as the page draws it: lines, whole numbers that add up, and the eyes in the address. It asks nobody.

import type { Chances, Decision, Review, Split } from "#protocol";
import type { Series } from "#/end/charts/chart";

/** Whose eyes: a seat's own, or everybody's. */
export type Eyes = number | "all";

/** The eyes that an address names, as `#seat=1`; all if it names none that the game has. */
export function eyesOf(hash: string, players: number): Eyes {
  const named = new URLSearchParams(hash.slice(1)).get("seat") ?? "";
  const seat = Number(named);
  return /^\d$/.test(named) && seat < players ? seat : "all";
}

/** The chance of each seat in percent at every ply; it stays until the next moment that is known. */
export function linesOf(curve: readonly Chances[], last: number): Series[] {
  const seats = curve[0]?.wins.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => {
    const values: number[] = [];
    let next = 0;
    for (let ply = 0; ply <= last; ply++) {
      while ((curve[next + 1]?.ply ?? Infinity) <= ply) next++;
      values.push(Math.round((curve[next]?.wins[seat] ?? 0) * 100));
    }
    return { seat, values };
  });
}

export const PARTS = ["deal", "draws", "tunnels", "rivals", "decisions"] as const;

/** The parts of a margin as whole numbers that add up to it: what is cut off goes to those that lose most by it. */
export function wholes(split: Split, margin: number): number[] {
  const exact = PARTS.map((part) => split[part]);
  const parts = exact.map(Math.floor);
  const short = margin - parts.reduce((sum, part) => sum + part, 0);
  const rest = (i: number): number => (exact[i] ?? 0) - Math.floor(exact[i] ?? 0);
  const order = exact.map((_, i) => i).sort((a, b) => rest(b) - rest(a));
  for (const i of order.slice(0, Math.max(0, short))) parts[i] = (parts[i] ?? 0) + 1;
  return parts.map((part) => part || 0);
}

/** What a decision gave away, in points and in chance to win. */
export const lost = ({ value, best_value, lost }: Decision): { points: number; chance: number } => ({
  points: lost,
  chance: best_value.win - value.win,
});

/** By how much the best action, which was played, beats the next. */
export const gained = ({ value, next_value }: Decision): { points: number; chance: number } => ({
  points: value.margin - (next_value?.margin ?? value.margin),
  chance: value.win - (next_value?.win ?? value.win),
});

/** The costliest or the best decisions of one seat, or of all of them, most first. */
export function chosen(review: Review, eyes: Eyes, which: "costliest" | "best"): Decision[] {
  const seats = eyes === "all" ? review.seats : review.seats.slice(eyes, eyes + 1);
  const found = seats.flatMap((seat) => seat[which].flatMap((ply) => review.decisions[ply] ?? []));
  const much = which === "best" ? gained : lost;
  return found.sort((a, b) => much(b).points - much(a).points).slice(0, 3);
}
