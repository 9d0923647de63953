// Small charts as numbers: scales, ticks and paths. What they look like is for the components.

export interface Series {
  /** Whose line it is. */
  seat: number;
  /** One value for each ply, the deal first. */
  values: number[];
}

/** From a span of values to a span of the drawing. */
export interface Scale {
  (value: number): number;
  /** Where lines of the grid go. */
  ticks: number[];
}

/** A scale over whole numbers whose ticks are round; it reaches from the first to the last tick. */
export function wholeScale(least: number, most: number, from: number, to: number, wanted = 5): Scale {
  const step = roundStep((most - least || 1) / wanted);
  const first = Math.floor(least / step) * step;
  const last = Math.max(Math.ceil(most / step) * step, first + step);
  const scale = (value: number) => from + ((value - first) / (last - first)) * (to - from);
  const count = Math.round((last - first) / step) + 1;
  return Object.assign(scale, { ticks: Array.from({ length: count }, (_, i) => first + i * step) });
}

/** A scale over plies: the ticks are round, but it ends with the last ply. */
export function plyScale(last: number, from: number, to: number, wanted = 6): Scale {
  const step = roundStep(Math.max(last, 1) / wanted);
  const scale = (ply: number) => from + (ply / Math.max(last, 1)) * (to - from);
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
  return Object.assign(scale, { ticks });
}

/** The smallest of 1, 2, 5, 10, 20, 50, … that is at least this. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** The least and the greatest value of all series; 0 is always among them. */
export function span(series: Series[]): [number, number] {
  const all = series.flatMap((one) => one.values);
  return [Math.min(0, ...all), Math.max(0, ...all)];
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** A line that stays on its value until the next change. */
export function stairs(values: number[], x: Scale, y: Scale): string {
  const [first = 0, ...rest] = values;
  let path = `M${short(x(0))} ${short(y(first))}`;
  let now = first;
  for (const [index, value] of rest.entries()) {
    if (value === now) continue;
    path += `H${short(x(index + 1))}V${short(y(value))}`;
    now = value;
  }
  return `${path}H${short(x(values.length - 1))}`;
}

/** Heights for the labels at the ends of lines: near the wanted ones, `apart` from each other. */
export function spread(wanted: number[], apart: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = wanted.map((height) => Math.min(Math.max(height, least), most));
  let floor = least;
  for (const i of order) floor = (placed[i] = Math.max(placed[i] ?? 0, floor)) + apart;
  let ceiling = most;
  for (const i of order.toReversed()) ceiling = (placed[i] = Math.min(placed[i] ?? 0, ceiling)) - apart;
  return placed;
}

/** Plies at which a table of the values has a row: the ends, and every change of anything, thinned. */
export function rows(series: Series[], most: number): number[] {
  const last = (series[0]?.values.length ?? 1) - 1;
  const step = roundStep(last / most);
  const round = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
  return round.at(-1) === last ? round : [...round, last];
}
