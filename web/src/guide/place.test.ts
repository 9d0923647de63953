import { describe, expect, test } from "vitest";
import { placed, type Box } from "./place";

const phone = { width: 360, height: 740 };
const note = { width: 320, height: 150 };

const apart = (thing: Box, at: { x: number; y: number }): boolean =>
  at.x >= thing.x + thing.width ||
  at.x + note.width <= thing.x ||
  at.y >= thing.y + thing.height ||
  at.y + note.height <= thing.y;

const inside = (at: { x: number; y: number }): boolean =>
  at.x >= 0 && at.y >= 0 && at.x + note.width <= phone.width && at.y + note.height <= phone.height;

describe("a note", () => {
  test.each([
    ["the market at the bottom", { x: 0, y: 600, width: 360, height: 80 }, "above"],
    ["a status line at the top", { x: 0, y: 0, width: 360, height: 48 }, "below"],
    ["a route in the middle", { x: 150, y: 300, width: 60, height: 30 }, "below"],
    ["a thing that sticks out of the window", { x: -50, y: 500, width: 200, height: 900 }, "above"],
  ] as const)("is beside %s, inside the window and not over it", (_, thing, side) => {
    const at = placed([thing], note, phone);
    expect(at.side).toBe(side);
    expect(inside(at)).toBe(true);
    expect(apart(thing, at)).toBe(true);
  });

  test("goes to a side where there is no room above and below", () => {
    const tall = { x: 0, y: 0, width: 500, height: 900 };
    expect(placed([tall], note, { width: 1440, height: 900 })).toMatchObject({ side: "right", x: 514 });
  });

  test("without a thing stays at the bottom of the window", () => {
    expect(placed([], note, phone)).toEqual({ x: 20, y: 582, side: "none" });
  });

  test("of a thing that fills the window covers only its edge", () => {
    const at = placed([{ x: 0, y: 60, width: 360, height: 680 }], note, phone);
    expect(at).toMatchObject({ side: "none", y: 8 });
  });

  test("goes between things that are everywhere", () => {
    const panel = { x: 0, y: 480, width: 360, height: 260 };
    const route = Array.from({ length: 9 }, (_, i) => ({ x: 30 + 30 * i, y: 60 + 20 * i, width: 24, height: 24 }));
    const at = placed([...route, panel], note, phone);
    for (const thing of [...route, panel]) expect(apart(thing, at)).toBe(true);
    expect(inside(at)).toBe(true);
  });
});
