import { expect, test } from "vitest";
import type { ScorePart } from "#protocol";
import { seatScore, testBoard } from "#/testing/board";
import { scenes } from "./scenes";

const owners = { "ash-birch:red": 0, "birch-cedar": 0, "dogwood-elm": 1, "cedar-dogwood": 1 };
const score: ScorePart = {
  winners: [0],
  decided_by: "tickets",
  seats: [
    seatScore(0, {
      routes: 5,
      tickets: [
        ["ash-cedar", true],
        ["ash-elm", true],
        ["dogwood-fir", false],
      ],
      ticket_points: 21,
      longest_trail: 5,
      trail: ["ash-birch:red", "birch-cedar"],
      trail_bonus: 10,
      stations: 8,
      stations_built: 1,
      borrowed: [["cedar", "cedar-dogwood"]],
      attractions: 1,
      districts: 1,
      globetrotter: 15,
      total: 61,
    }),
    seatScore(1, {
      routes: 5,
      longest_trail: 5,
      trail: ["cedar-dogwood", "dogwood-elm"],
      trail_bonus: 10,
      stations: 12,
      total: 27,
    }),
  ],
};
const rules = { stations: 3, longest_trail: 10 };
const all = scenes(testBoard(rules), score, owners);

test("the scenes add up to the score", () => {
  expect(all.at(-1)?.totals).toEqual([61, 27]);
});

test("the parts come in the order of a scoring, the winner last", () => {
  expect(all.map((scene) => scene.kind)).toEqual([
    ...["routes", "ticket", "ticket", "ticket", "noTickets", "stations", "stations"],
    ...["attractions", "districts", "globetrotter", "trail", "trail", "winner"],
  ]);
});

test("a ticket lights its cities and draws its way, and one that failed has none", () => {
  const [first, second, third] = all.filter((scene) => scene.kind === "ticket");
  expect(first).toMatchObject({ lit: ["ash", "cedar"], trail: ["ash-birch:red", "birch-cedar"], points: 8 });
  expect(third).toMatchObject({ lit: ["dogwood", "fir"], trail: [], points: -7, way: null });
  expect(second?.totals[0]).toBe(33);
});

test("a trail lights its two ends", () => {
  const trail = all.find((scene) => scene.kind === "trail");
  expect(new Set(trail?.lit)).toEqual(new Set(["ash", "cedar"]));
});

test("what a board does not have is not shown", () => {
  const kinds = scenes(testBoard({ stations: 0 }), score, owners).map((scene) => scene.kind);
  expect(kinds).not.toContain("stations");
  expect(kinds).not.toContain("trail");
});
