// Where a map is looked at from, as time goes by: it follows fingers, glides to where it is sent, and then rests.
// The arithmetic is in `camera.ts`. Invariant: the board never leaves the window.

import { untrack } from "svelte";
import { lasting } from "#/settings.svelte";
import { fitted, moved, onBoard, showing, within, zoomed, type Camera, type Size } from "./camera";
import type { At } from "./gestures";

/** How much larger one press of a key makes it. */
const STEP = 1.35;
/** The size that `restingK` has before anything was shown. */
const UNSEEN = 0.5;

export class MapCamera {
  at = $state.raw<Camera>({ x: 0, y: 0, k: UNSEEN });
  /** The size for which names were chosen last; follows the camera when it rests. */
  restingK = $state(UNSEEN);
  moving = $state(false);
  gliding = $state(false);
  /** Whether all of the board is shown. */
  whole = $state(false);
  /** The window's size in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether somebody has chosen where to look. */
  private touched = false;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly board: () => Size) {}

  private get window(): Size {
    return { width: this.width, height: this.height };
  }

  /** How many pixels of the window are free below the board and its frame. */
  get below(): number {
    const { height, edge = 0 } = this.board();
    return this.height - this.at.y - (height + edge) * this.at.k;
  }

  /** A new window or board: show the board anew, unless somebody has chosen where to look. */
  refit(): void {
    this.look(this.touched ? within(this.at, this.board(), this.window) : this.first());
  }

  private first(): Camera {
    this.whole = true;
    return fitted(this.board(), this.window);
  }

  private look(next: Camera): void {
    this.at = next;
    clearTimeout(this.rest);
    this.rest = setTimeout(
      () => {
        this.moving = false;
        this.gliding = false;
        this.restingK = this.at.k;
      },
      Math.max(180, this.gliding ? lasting(180) : 0),
    );
    if (untrack(() => this.restingK) === UNSEEN) this.restingK = next.k;
  }

  private go(next: Camera): void {
    this.moving = true;
    this.touched = true;
    this.look(next);
  }

  /** Go there in a short glide instead of a jump. */
  private glide(next: Camera): void {
    this.gliding = lasting(1) > 0;
    this.look(next);
    this.touched = true;
  }

  drag(dx: number, dy: number): void {
    this.go(moved(this.at, dx, dy, this.board(), this.window));
  }

  zoom(factor: number, at: At): void {
    this.whole = false;
    this.go(zoomed(this.at, factor, at, this.board(), this.window));
  }

  /** To a point and back: twice as large there, or all of the board if it is large already. */
  doubleTap(at: At): void {
    const large = this.at.k > fitted(this.board(), this.window).k * 1.7;
    if (large) this.fit();
    else {
      this.whole = false;
      this.glide(zoomed(this.at, 2, at, this.board(), this.window));
    }
  }

  /** Larger or smaller around the middle; for buttons and keys. */
  step(factor: number): void {
    this.whole = false;
    const middle = { x: this.width / 2, y: this.height / 2 };
    this.glide(zoomed(this.at, factor, middle, this.board(), this.window));
  }

  /** All of the board. */
  fit(): void {
    this.whole = true;
    this.glide(fitted(this.board(), this.window));
    this.touched = false;
  }

  /** Bring a point of the board into sight. */
  show(point: At): void {
    const next = showing(this.at, point, this.board(), this.window);
    if (next === this.at) return;
    this.whole = false;
    this.glide(next);
  }

  /** Do what a key means; whether it means anything here. */
  key(key: string): boolean {
    if (key === "+" || key === "=") this.step(STEP);
    else if (key === "-") this.step(1 / STEP);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }

  /** A point of the window as a point of the board. */
  onBoard(at: At): At {
    return onBoard(this.at, at);
  }
}
