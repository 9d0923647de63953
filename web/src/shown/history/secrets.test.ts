import { expect, test } from "vitest";
import type { Happened } from "#protocol";
import { seenBy, sees } from "./secrets";

const did = (seat: number, action: string, events: Happened["events"]): Happened => ({
  v: 1,
  at: 0,
  kind: "did",
  seat,
  params: { do: action, by: "player" },
  events,
});

test("of several players on one device each sees only their own cards and tickets", () => {
  const both = did(0, "draw deck", [
    { name: "drew", params: { seat: 0, card: "red" } },
    { name: "kept", params: { seat: 1, count: 1, tickets: ["a-b"] } },
    { name: "took", params: { seat: 0, card: "blue", slot: 2 } },
  ]);
  expect(seenBy(both, 1).events).toEqual([
    { name: "drew", params: { seat: 0 } },
    { name: "kept", params: { seat: 1, count: 1, tickets: ["a-b"] } },
    { name: "took", params: { seat: 0, card: "blue", slot: 2 } },
  ]);
  expect(seenBy(both, 0).events[1]).toEqual({ name: "kept", params: { seat: 1, count: 1 } });
});

test("an entry without secrets is left as it is", () => {
  const open = did(0, "draw red", [{ name: "took", params: { seat: 0, card: "red", slot: 2 } }]);
  expect(seenBy(open, "nobody")).toBe(open);
});

const drew = did(0, "keep 1", [
  { name: "drew", params: { seat: 1, card: "red" } },
  { name: "kept", params: { seat: 0, count: 1, tickets: ["x"] } },
]);

test("all eyes see everything", () => {
  expect(seenBy(drew, "all")).toBe(drew);
  expect([sees("all", 3), sees("nobody", 3), sees(2, 3), sees(3, 3)]).toEqual([true, false, false, true]);
});

test("a seat's eyes see its own secrets and nobody else's", () => {
  expect(seenBy(drew, 0).events).toEqual([
    { name: "drew", params: { seat: 1 } },
    { name: "kept", params: { seat: 0, count: 1, tickets: ["x"] } },
  ]);
  expect(seenBy(drew, 0).params.do).toBe("keep 1");
  expect(seenBy(drew, 1).events[0]).toEqual({ name: "drew", params: { seat: 1, card: "red" } });
  expect(seenBy(drew, 1).params.do).toBe("keep");
});

test("a spectator sees no secret at all", () => {
  expect(JSON.stringify(seenBy(drew, "nobody"))).not.toMatch(/red|"x"|keep 1/);
});
