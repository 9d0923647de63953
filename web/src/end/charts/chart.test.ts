import { describe, expect, test } from "vitest";
import { plyScale, roundStep, rows, span, spread, stairs, wholeScale } from "./chart";

describe("scales", () => {
  test("steps are 1, 2 or 5 times a power of ten", () => {
    expect([0.3, 1, 1.5, 3, 6, 11, 23, 70].map(roundStep)).toEqual([1, 1, 2, 5, 10, 20, 50, 100]);
  });

  test("a scale reaches from a round number below the least to one above the most", () => {
    const y = wholeScale(-23, 118, 200, 0);
    expect(y.ticks).toEqual([-50, 0, 50, 100, 150]);
    expect([y(-50), y(150)]).toEqual([200, 0]);
  });

  test("a scale over one value still has two ends", () => {
    const y = wholeScale(0, 0, 100, 0);
    expect(y.ticks).toEqual([0, 1]);
    expect(y(0)).toBe(100);
  });

  test("a scale of plies ends with the last ply", () => {
    const x = plyScale(131, 0, 131);
    expect(x(131)).toBe(131);
    expect(x.ticks).toEqual([0, 50, 100]);
  });

  test("a span always has zero in it", () => {
    expect(span([{ seat: 0, values: [5, 9] }])).toEqual([0, 9]);
    expect(span([{ seat: 0, values: [-5, -9] }])).toEqual([-9, 0]);
  });
});

test("a line stays on its value until it changes, and goes on to the end", () => {
  const same = Object.assign((value: number) => value, { ticks: [] });
  expect(stairs([0, 0, 4, 4, 7, 7], same, same)).toBe("M0 0H2V4H4V7H5");
});

test("labels keep their distance and stay inside", () => {
  const placed = spread([50, 52, 51, 99], 12, 0, 100);
  const sorted = placed.toSorted((a, b) => a - b);
  for (const [i, height] of sorted.slice(1).entries()) expect(height - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(12);
  expect(Math.max(...placed)).toBeLessThanOrEqual(100);
  expect(placed[0]).toBeLessThan(placed[2] ?? 0);
  expect(placed[2]).toBeLessThan(placed[1] ?? 0);
});

test("the table of a chart begins with the deal and ends with the last ply", () => {
  const series = [{ seat: 0, values: Array<number>(132).fill(0) }];
  expect(rows(series, 15)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 131]);
  expect(rows([{ seat: 0, values: [0, 1, 2] }], 15)).toEqual([0, 1, 2]);
});
