// Land and water painted once into a picture. Coasts have thousands of points: stroked anew for every
// frame of a zoom they would cost more than everything else on the map together. How it looks is in the art.

import type { Outline } from "#/board/outline";
import { ART, type GroundLook } from "#/board/art/art";

/** A part of the work; the page may do other things between two of them. */
export type Step = () => void;

/** What is painted on: a context in the coordinates of the board, how large the board's spaces are, and when. */
export interface Ground {
  on: CanvasRenderingContext2D;
  /** From the units of the art to those of the board. */
  scale: number;
  width: number;
  height: number;
  night: boolean;
  /** How far it reaches beyond the board. */
  margin: number;
  /** It has the edge of an atlas sheet. */
  framed: boolean;
}

const colour = (ground: Ground, role: string): string => ART.paint[role]?.[ground.night ? 1 : 0] ?? "gray";

/** The steps of painting an outline or plain land, by night the lights of the cities on it, and the frame. */
export function* groundSteps(
  ground: Ground,
  outline: Outline | null,
  cities: readonly { x: number; y: number }[],
): Generator<Step> {
  yield () => wash(ground, outline ? "sea" : "land");
  const paths = new Map(outline?.layers.map(({ kind, d }) => [kind as string, d]));
  for (const look of ART.ground) {
    const d = paths.get(look.kind);
    if (d) yield* layer(ground, look, new Path2D(d));
  }
  if (ground.night) yield () => cities.forEach((city) => light(ground, city));
  if (ground.framed) yield () => frame(ground);
}

function wash(ground: Ground, role: string): void {
  const { on, margin, width, height } = ground;
  on.lineJoin = "round";
  on.fillStyle = colour(ground, role);
  on.fillRect(-margin, -margin, width + 2 * margin, height + 2 * margin);
}

/** Everything of one kind: lines along its shores, itself, its edge. */
function* layer(ground: Ground, look: GroundLook, path: Path2D): Generator<Step> {
  for (const [far, line, water] of look.shores ?? []) {
    yield () => stroke(ground, path, 2 * far + 2.4, line);
    yield () => stroke(ground, path, 2 * far - 2.4, water);
  }
  yield () => {
    if (look.fill) fill(ground, path, look.fill, look.to);
  };
  for (const [width, role] of look.inner ?? []) yield () => inside(ground, path, width, role);
  yield () => {
    if (look.line) stroke(ground, path, look.width ?? 1, look.line, look.dash);
  };
}

function fill(ground: Ground, path: Path2D, from: string, to: string = from): void {
  const slope = ground.on.createLinearGradient(0, 0, ground.width / 3, ground.height);
  slope.addColorStop(0, colour(ground, from));
  slope.addColorStop(1, colour(ground, to));
  ground.on.fillStyle = slope;
  ground.on.fill(path, "evenodd");
}

function stroke(
  ground: Ground,
  path: Path2D,
  width: number,
  role: string,
  dash = "",
  cap: CanvasLineCap = "round",
): void {
  const { on, scale } = ground;
  on.strokeStyle = colour(ground, role);
  on.lineWidth = width * scale;
  on.lineCap = cap;
  on.setLineDash(dash ? dash.split(" ").map((part) => Number(part) * scale) : []);
  on.stroke(path);
}

/** A line along an edge, on its inner side only. */
function inside(ground: Ground, path: Path2D, width: number, role: string): void {
  ground.on.save();
  ground.on.clip(path, "evenodd");
  stroke(ground, path, width, role);
  ground.on.restore();
}

/** The light of a city at night. */
function light(ground: Ground, { x, y }: { x: number; y: number }): void {
  const reach = 85 * ground.scale;
  const glow = ground.on.createRadialGradient(x, y, 0, x, y, reach);
  ["glow", "afterglow", "dusk"].forEach((role, i) => glow.addColorStop(i / 2, colour(ground, role)));
  ground.on.fillStyle = glow;
  ground.on.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
}

/** The edge of an atlas sheet: a band of dark and light, and a line. */
function frame(ground: Ground): void {
  const { scale, width, height, margin } = ground;
  const thinner = margin / (ART.frame.edge * scale);
  for (const line of ART.frame.lines) {
    const off = line.in * scale * thinner - margin;
    const path = new Path2D();
    path.rect(off, off, width - 2 * off, height - 2 * off);
    stroke(ground, path, line.width * thinner, line.line, line.dash, "butt");
  }
}
