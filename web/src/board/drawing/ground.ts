// Land and water painted once into a picture. Coasts have thousands of points: stroked anew for every
// frame of a zoom they would cost more than everything else on the map together.

import type { Outline } from "#/board/outline";

/** Everything that is painted, and what with. */
export const PAINTS = ["water", "water-line", "land", "coast", "border", "park", "relief"] as const;
export type Paints = Record<(typeof PAINTS)[number], string>;

interface Stroke {
  paint: keyof Paints;
  width: number;
  dash?: number[];
  alpha?: number;
}

interface Look {
  fill?: keyof Paints;
  stroke?: Stroke;
}

const LOOKS: Readonly<Record<string, Look | undefined>> = {
  land: { fill: "land", stroke: { paint: "coast", width: 1 } },
  pier: { fill: "land", stroke: { paint: "coast", width: 0.6 } },
  lake: { fill: "water", stroke: { paint: "coast", width: 1 } },
  park: { fill: "park" },
  relief: { stroke: { paint: "relief", width: 1.1 } },
  state: { stroke: { paint: "border", width: 0.8, dash: [1.5, 3] } },
  border: { stroke: { paint: "border", width: 1, dash: [3, 3] } },
  river: { stroke: { paint: "water-line", width: 1.4 } },
  street: { stroke: { paint: "border", width: 0.7, alpha: 0.8 } },
  bridge: { stroke: { paint: "coast", width: 1.6 } },
};

/** Soft lines along the shore, under the land. */
const SHORES: readonly Stroke[] = [
  { paint: "water-line", width: 15, alpha: 0.22 },
  { paint: "water-line", width: 6.5, alpha: 0.34 },
];

/** Paint an outline; the context is already scaled and moved to the board's coordinates. */
export function paintGround(on: CanvasRenderingContext2D, outline: Outline, paints: Paints): void {
  on.lineJoin = "round";
  on.lineCap = "round";
  for (const { kind, d } of outline.layers) {
    const path = new Path2D(d);
    const look = LOOKS[kind];
    if (kind === "land") for (const shore of SHORES) strokePath(on, path, shore, paints);
    if (look?.fill) {
      on.fillStyle = paints[look.fill];
      on.fill(path, "evenodd");
    }
    if (look?.stroke) strokePath(on, path, look.stroke, paints);
  }
}

function strokePath(on: CanvasRenderingContext2D, path: Path2D, stroke: Stroke, paints: Paints): void {
  on.globalAlpha = stroke.alpha ?? 1;
  on.strokeStyle = paints[stroke.paint];
  on.lineWidth = stroke.width;
  on.setLineDash(stroke.dash ?? []);
  on.stroke(path);
  on.globalAlpha = 1;
}
