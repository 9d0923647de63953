// Where a panel lies over the map: beside what it speaks of, never on it. It moves only when it has to, so that a
// panel does not wander while the map is moved under it.

export interface Spot {
  x: number;
  y: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far a panel keeps from the middle line of what it names, and from the edge of the map, in pixels. */
const CLEAR = 16;
const EDGE = 8;

/** The places a panel of this size can take on an area, the usual one first. */
export function places(area: Area, size: { width: number; height: number }): Spot[] {
  const middle = area.x + (area.width - size.width) / 2;
  const [left, right] = [area.x + EDGE, area.x + area.width - size.width - EDGE];
  const [top, bottom] = [area.y + EDGE, area.y + area.height - size.height - EDGE];
  return [
    { x: middle, y: bottom },
    { x: middle, y: top },
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: left, y: top },
    { x: right, y: top },
  ];
}

/** How many of the spots a panel at this place would cover. */
export function covered(place: Spot, size: { width: number; height: number }, spots: readonly Spot[]): number {
  const within = (at: number, from: number, length: number): boolean => at > from - CLEAR && at < from + length + CLEAR;
  return spots.filter((spot) => within(spot.x, place.x, size.width) && within(spot.y, place.y, size.height)).length;
}

/** What nobody may cover counts for so much more than what should rather be seen. */
const MUST = 1000;

/** The first place that covers nothing, or else the one that covers least; of `rather` only where `spots` are free. */
export function freePlace(
  area: Area,
  size: { width: number; height: number },
  spots: readonly Spot[],
  rather: readonly Spot[] = [],
): Spot {
  const all = places(area, size).map((place) => ({
    place,
    covers: MUST * covered(place, size, spots) + covered(place, size, rather),
  }));
  return all.reduce((best, one) => (one.covers < best.covers ? one : best)).place;
}

/** The points of routes and cities on the screen: some along each route, the middle of each city. */
export function spotsOf(map: HTMLElement, names: readonly string[]): Spot[] {
  return names.flatMap((name) => {
    const path = map.querySelector<SVGPathElement>(`[data-route="${CSS.escape(name)}"] path.hit`);
    const matrix = path?.getScreenCTM();
    if (path && matrix) {
      const length = path.getTotalLength();
      return [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map((share) =>
        path.getPointAtLength(length * share).matrixTransform(matrix),
      );
    }
    const box = map.querySelector(`[data-city="${CSS.escape(name)}"]`)?.getBoundingClientRect();
    return box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
  });
}

/** Points of the other lines over the map: two of them do not lie on each other. */
function spotsOfLines(map: HTMLElement, mine: HTMLElement): Spot[] {
  const lines = [...map.querySelectorAll("p.banner, p.completed, p.needs")].filter((line) => line !== mine);
  return lines.flatMap((line) => {
    const { left, right, top, height } = line.getBoundingClientRect();
    const shares = [0, 0.25, 0.5, 0.75, 1];
    return shares.map((share) => ({ x: left + (right - left) * share, y: top + height / 2 }));
  });
}

/**
 * Keep a panel (an attachment of Svelte) beside routes and cities by their ids, for as long as it is there. One that
 * does not stay for long is put there once, and again if the map becomes smaller, where it hides as few as can be of
 * those that it should `rather` not hide.
 */
export const beside =
  (names: readonly string[], rather?: readonly string[]) =>
  (panel: HTMLElement): (() => void) => {
    const map = panel.closest<HTMLElement>(".map");
    if (!map) return () => undefined;
    const settle = (): void => {
      const [spots, others] = [spotsOf(map, names), spotsOf(map, rather ?? [])];
      if (rather) spots.push(...spotsOfLines(map, panel));
      const now = panel.getBoundingClientRect();
      const area = map.getBoundingClientRect();
      const fixed = getComputedStyle(panel).position === "fixed";
      const whole = fixed || (now.bottom <= area.bottom && now.right <= area.right);
      if (panel.style.left && whole && covered(now, now, spots) === 0) return;
      const place = freePlace(area, { width: panel.offsetWidth, height: panel.offsetHeight }, spots, others);
      if (fixed && !panel.style.left && covered(now, now, spots) === 0) return;
      panel.style.left = fixed ? "0px" : `${place.x - area.x}px`;
      panel.style.top = fixed ? `${area.y}px` : `${place.y - area.y}px`;
      panel.style.right = panel.style.bottom = "auto";
      panel.style.transform = "none";
    };
    settle();
    const timer = rather ? 0 : setInterval(settle, 200);
    const grown = new ResizeObserver(settle);
    grown.observe(rather ? map : panel);
    return () => {
      clearInterval(timer);
      grown.disconnect();
    };
  };
