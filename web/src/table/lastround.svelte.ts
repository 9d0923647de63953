// The last round, announced over the whole screen, once. The move that begins it is seen first, and what the others do
// next waits until the screen is free again. It shows nothing itself: `announced` says when to.

import { lasting } from "#/settings.svelte";
import { playSound } from "./sounds";

/** How long the move before is to be seen, and how long the announcement is to be read, at normal speed. */
const SEEN = 650;
const READ = 2600;

export class LastRound {
  /** The announcement is on the screen. */
  announced = $state(false);
  private begun = false;
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Milliseconds until nothing covers the map any more. */
  get left(): number {
    return Math.max(0, this.until - performance.now());
  }

  /** The move that begins it is being shown. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.until = performance.now() + lasting(SEEN + READ);
    this.timer = setTimeout(() => this.announce(), lasting(SEEN));
  }

  /** It goes, if it is there: somebody wishes to see the map. */
  clear(): void {
    if (this.announced) this.end();
  }

  /** The move that began it was taken back, or the table is left. */
  undo(): void {
    this.end();
    this.begun = false;
  }

  private announce(): void {
    playSound("last");
    if (lasting(1) === 0) return;
    this.announced = true;
    this.until = performance.now() + lasting(READ); // a busy device may be late
    this.timer = setTimeout(() => this.end(), lasting(READ));
  }

  private end(): void {
    clearTimeout(this.timer);
    this.until = 0;
    this.announced = false;
  }
}
