// Which ply of a replay is shown, and its clock. Invariant: `at` is a ply that the game has.

export const SPEEDS = ["0.5", "1", "2", "4", "8"] as const;
export type Tempo = (typeof SPEEDS)[number];

/** How long a ply stays at single speed, in milliseconds. */
export const STAY = 1200;

export class Playback {
  at = $state(0);
  playing = $state(false);
  speed = $state<Tempo>("1");
  readonly last: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(last: number, at: number) {
    this.last = last;
    this.at = this.within(at);
  }

  /** Show a ply and stay there. */
  go(ply: number): void {
    this.pause();
    this.at = this.within(ply);
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Play on, from the deal if the end is shown. */
  play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = true;
    this.tick();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.at = this.within(this.at + 1);
        if (this.at < this.last) this.tick();
        else this.playing = false;
      },
      STAY / Number(this.speed),
    );
  }

  private within(ply: number): number {
    return Math.min(this.last, Math.max(0, Math.round(ply) || 0));
  }
}
