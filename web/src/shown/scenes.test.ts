import { describe, expect, test } from "vitest";
import type { ScorePart } from "#protocol";
import { scenes, staying } from "./scenes";
import { seatScore, smallBoard } from "#/end/small";

const owners = { "a-b": 0, "b-c": 0, "d-e": 1, "c-d": 1 };
const score: ScorePart = {
  winners: [0],
  decided_by: "tickets",
  seats: [
    seatScore(0, {
      routes: 5,
      tickets: [["a-c", true], ["a-e", true], ["d-f", false]],
      ticket_points: 18,
      longest_trail: 5,
      trail: ["a-b", "b-c"],
      trail_bonus: 10,
      stations: 8,
      stations_built: 1,
      borrowed: [["c", "c-d"]],
      attractions: 1,
      districts: 1,
      globetrotter: 15,
      total: 58,
    }),
    seatScore(1, { routes: 5, longest_trail: 5, trail: ["c-d", "d-e"], trail_bonus: 10, stations: 12, total: 27 }),
  ],
};
const rules = { stations: 3, longest_trail: 10 };
const all = scenes(smallBoard(rules), score, owners);

test("the scenes add up to the score", () => {
  expect(all.at(-1)?.totals).toEqual([58, 27]);
});

test("the parts come in the order of a scoring, the winner last", () => {
  expect(all.map((scene) => scene.kind)).toEqual([
    ...["routes", "ticket", "ticket", "ticket", "noTickets", "stations", "stations"],
    ...["attractions", "districts", "globetrotter", "trail", "trail", "winner"],
  ]);
});

test("a ticket lights its cities and draws its way, and one that failed has none", () => {
  const [first, second, third] = all.filter((scene) => scene.kind === "ticket");
  expect(first).toMatchObject({ lit: ["a", "c"], trail: ["a-b", "b-c"], points: 5 });
  expect(third).toMatchObject({ lit: ["d", "f"], trail: [], points: -7, way: null });
  expect(second?.totals[0]).toBe(30);
});

test("a trail lights its two ends", () => {
  const trail = all.find((scene) => scene.kind === "trail");
  expect(new Set(trail?.lit)).toEqual(new Set(["a", "c"]));
});

test("what a board does not have is not shown", () => {
  const kinds = scenes(smallBoard(), score, owners).map((scene) => scene.kind);
  expect(kinds).not.toContain("stations");
  expect(kinds).not.toContain("trail");
});

describe("how long scenes stay", () => {
  test("many tickets go by more quickly", () => {
    const many = { ...score, seats: Array.from({ length: 20 }, () => score.seats[0] ?? seatScore(0, {})) };
    const crowd = scenes(smallBoard(rules), many, owners);
    const one = crowd.find((scene) => scene.kind === "ticket");
    const alone = all.find((scene) => scene.kind === "ticket");
    expect(one && staying(crowd, one)).toBeLessThan((alone && staying(all, alone)) ?? 0);
  });

  test("the winner stays until somebody goes on", () => {
    const last = all.at(-1);
    expect(last && staying(all, last)).toBe(0);
  });
});
