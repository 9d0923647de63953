// The sentence under the winner's name: how much the winner has and how much more than the next, or what those who
// share the win have each. There always is one.

import type { ScorePart, SeatScorePart } from "#protocol";
import type { Catalogue } from "#/i18n/catalogue";
import { ranked } from "#/shown/score/settlement";

export function marginOf(score: ScorePart, names: readonly string[], words: Catalogue["end"]): string {
  const [first, next] = ranked(score) as [SeatScorePart, SeatScorePart?];
  if (!next || score.winners.length > 1) return words.each(first.total);
  return words.margin({ points: first.total, ahead: first.total - next.total, name: names[next.seat] ?? "" });
}
