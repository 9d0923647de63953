// The review of a game, asked of the server again and again until it is there.

import type { Review, ReviewProgress } from "#protocol";
import { ask } from "#/connection/ask";

/** How long to wait between two questions, in milliseconds. */
const PAUSE = 1500;

/**
 * Ask until the review is there. `onprogress` hears how far it is, from 0 to 1; `gone` ends the asking, and a page
 * that nobody looks at asks nothing, so that the server may stop.
 */
export async function loadReview(
  id: string,
  onprogress: (share: number) => void,
  gone: () => boolean,
): Promise<Review | null> {
  while (!gone()) {
    if (!document.hidden) {
      const found = await ask<Review | ReviewProgress>(`/api/tables/${id}/review`);
      if (!("done" in found)) return found;
      onprogress(found.done / found.total);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}
