// Mouse, fingers and wheel on a window: drags, pinches and taps as plain calls. It holds no camera.

export interface At {
  x: number;
  y: number;
}

export interface Gestured {
  drag(dx: number, dy: number): void;
  zoom(factor: number, at: At): void;
  tap(at: At, event: PointerEvent): void;
  doubleTap(at: At): void;
  hover(at: At | null): void;
}

/** A finger that moves less than this means what it touched. */
const SLOP = 6;
const TWICE = 320;

/** Listen on an element; returns how to stop. */
export function gestures(element: HTMLElement, told: Gestured): () => void {
  const watch = new Watch(element, told);
  const ends = new AbortController();
  const options = { signal: ends.signal };
  element.addEventListener("pointerdown", watch.down, options);
  element.addEventListener("pointermove", watch.move, options);
  element.addEventListener("pointerup", watch.up, options);
  element.addEventListener("pointercancel", watch.cancel, options);
  element.addEventListener("pointerleave", watch.leave, options);
  document.addEventListener("pointerdown", watch.elsewhere, { capture: true, signal: ends.signal });
  element.addEventListener("wheel", watch.wheel, { passive: false, signal: ends.signal });
  return () => ends.abort();
}

class Watch {
  private readonly fingers = new Map<number, At>();
  private started: At | null = null;
  private dragging = false;
  private pinched = false;
  private lastTap = { at: { x: 0, y: 0 }, time: 0 };

  constructor(
    private readonly element: HTMLElement,
    private readonly told: Gestured,
  ) {}

  private at(event: MouseEvent): At {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || onControl(event)) return;
    this.fingers.set(event.pointerId, this.at(event));
    if (this.fingers.size === 1) [this.started, this.dragging, this.pinched] = [this.at(event), false, false];
    else this.pinched = true;
  };

  readonly move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    const now = this.at(event);
    if (!before) {
      if (event.pointerType === "mouse") this.told.hover(onControl(event) ? null : now);
      return;
    }
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else this.pan(event, before, now);
  };

  private pan(event: PointerEvent, before: At, now: At): void {
    if (!this.dragging && this.started && far(this.started, now) < SLOP) return;
    if (!this.dragging) {
      this.dragging = true;
      this.element.setPointerCapture(event.pointerId);
      this.told.hover(null);
    }
    this.told.drag(now.x - before.x, now.y - before.y);
    this.fingers.set(event.pointerId, now);
  }

  private pinch(id: number, before: At, now: At): void {
    const [other] = [...this.fingers].filter(([finger]) => finger !== id).map(([, at]) => at);
    if (!other) return;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.told.drag((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.told.zoom(Math.max(1, far(now, other)) / Math.max(1, far(before, other)), middle);
    this.fingers.set(id, now);
  }

  readonly up = (event: PointerEvent): void => {
    const known = this.fingers.delete(event.pointerId);
    if (!known || this.dragging || this.pinched) return;
    const at = this.at(event);
    const twice = event.timeStamp - this.lastTap.time < TWICE && far(at, this.lastTap.at) < 24;
    this.lastTap = { at, time: twice ? 0 : event.timeStamp };
    if (twice) this.told.doubleTap(at);
    else this.told.tap(at, event);
  };

  readonly cancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };

  /** Two taps are not one double tap if something else was pressed between them. */
  readonly elsewhere = (event: PointerEvent): void => {
    const here = event.target instanceof Node && this.element.contains(event.target);
    if (!here || onControl(event)) this.lastTap.time = 0;
  };

  readonly leave = (): void => this.told.hover(null);

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const strength = event.ctrlKey ? 0.01 : 0.0016;
    this.told.zoom(Math.exp(-event.deltaY * lines * strength), this.at(event));
  };
}

const far = (a: At, b: At): number => Math.hypot(a.x - b.x, a.y - b.y);

const onControl = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest("button, a, [data-control]") !== null;
