// Where the keyboard is on a map: arrows go from route to city to route, one of them is the stop of the Tab key.
// The browser's focus is on an element of the map; this says which, and moves it.

import type { Board } from "#/board/facts";
import { spotsOf, towards, type Spot } from "./nearest";

/** What can be chosen now. */
export interface Marked {
  routes?: ReadonlySet<string>;
  cities?: ReadonlySet<string>;
  /** Those of them that matter most, marked strongly. */
  wanted?: ReadonlySet<string>;
}

/** What the map tells its cursor. */
export interface CursorHost {
  board(): Board;
  marked(): Marked;
  element(): HTMLElement | undefined;
  choose(spot: Spot): void;
  /** Bring a spot into sight. */
  show(spot: Spot): void;
}

const keyOf = (spot: Spot): string => `${spot.kind} ${spot.id}`;

export class MapCursor {
  /** Where the keyboard is, and whether that is to be seen. */
  private focused = $state.raw<Spot | null>(null);
  private ringed = $state(false);
  private current = $state("");

  constructor(private readonly host: CursorHost) {}

  private readonly spots = $derived.by((): Spot[] => spotsOf(this.host.board()));

  /** The one that the Tab key stops at. */
  readonly stop = $derived.by(
    (): Spot | undefined => this.spots.find((spot) => keyOf(spot) === this.current) ?? this.spots[0],
  );

  isStop(kind: Spot["kind"], id: string): boolean {
    return this.stop?.kind === kind && this.stop.id === id;
  }

  /** Whether a ring shows that the keyboard is there. */
  isRinged(kind: Spot["kind"], id: string): boolean {
    return this.ringed && this.focused?.kind === kind && this.focused.id === id;
  }

  /** The route that has the ring. */
  readonly ringedRoute = $derived.by((): string | null =>
    this.ringed && this.focused?.kind === "route" ? this.focused.id : null,
  );

  /** Do what a key means; whether it means anything here. */
  key(key: string): boolean {
    const from = this.focused ?? this.stop;
    const next = from && towards(this.spots, from, key);
    if (next) this.focusOn(next);
    else if (key === "Enter" || key === " ") {
      if (this.focused) this.choose(this.focused);
    } else if (key === "n" || key === "N") this.nextMarked(key === "n" ? 1 : -1);
    else return key.startsWith("Arrow");
    return true;
  }

  /** To the next thing that can be chosen. */
  private nextMarked(way: number): void {
    const marked = this.host.marked();
    const can = this.spots.filter((spot) => (spot.kind === "route" ? marked.routes : marked.cities)?.has(spot.id));
    const now = can.findIndex((spot) => keyOf(spot) === this.current);
    const next = can.at((now + way + can.length) % Math.max(1, can.length));
    if (next) this.focusOn(next);
  }

  private focusOn(spot: Spot): void {
    this.current = keyOf(spot);
    const found = this.host.element()?.querySelector<SVGElement>(`[data-${spot.kind}="${CSS.escape(spot.id)}"]`);
    found?.focus({ preventScroll: true });
  }

  choose(spot: Spot): void {
    this.current = keyOf(spot);
    this.host.choose(spot);
  }

  /** The browser's focus has come to a route or city. */
  gotFocus(kind: Spot["kind"], id: string, event: FocusEvent): void {
    const spot = this.spots.find((one) => one.kind === kind && one.id === id);
    if (!spot) return;
    this.current = keyOf(spot);
    this.focused = spot;
    this.ringed = event.target instanceof Element && event.target.matches(":focus-visible");
    if (this.ringed) this.host.show(spot);
  }

  lostFocus(): void {
    this.focused = null;
  }
}
