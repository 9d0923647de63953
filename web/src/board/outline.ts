// The land and water under a board: decoration in the board's own coordinates. A board without an
// outline is drawn on plain land, so nothing may depend on its being there.

import { ask } from "#/connection/ask";
import type { Board } from "./facts";

export type LayerKind =
  "land" | "relief" | "park" | "street" | "state" | "border" | "river" | "lake" | "pier" | "bridge";

export interface Layer {
  kind: LayerKind;
  d: string;
}

/** A name printed on land or water; `key` is translated, `x` and `y` are its middle. */
export interface PlaceName {
  key: string;
  x: number;
  y: number;
  angle: number;
  size: number;
  kind: string;
}

export interface Outline {
  credit: string;
  layers: Layer[];
  names: PlaceName[];
}

const loading = new Map<string, Promise<Outline | null>>();

/** The outline of a board, asked for once; null where there is none or it cannot be had. */
export function loadOutline(board: Board): Promise<Outline | null> {
  const digest = board.outline;
  if (!digest) return Promise.resolve(null);
  const known = loading.get(digest);
  if (known) return known;
  const path = `/api/boards/${encodeURIComponent(board.name)}/outline?v=${digest}`;
  const asked = ask<Outline>(path).catch(() => {
    loading.delete(digest);
    return null;
  });
  loading.set(digest, asked);
  return asked;
}
