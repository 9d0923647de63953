import { expect, test } from "vitest";
import type { ScorePart } from "#protocol";
import { ownBonus, seatScore, testBoard } from "#/testing/board";
import { scenes, type Scene } from "./scenes";

const owners = { "ash-birch:red": 0, "birch-cedar": 0, "dogwood-elm": 1, "cedar-dogwood": 1 };
const score: ScorePart = {
  winners: [0],
  decided_by: "tickets",
  seats: [
    seatScore(0, {
      items: {
        routes: [5, 2],
        tickets: [21, 2],
        stations: [8, 2],
        attractions: [1, 1],
        districts: [1, 1],
        coast: [4, 2],
        globetrotter: [15, 2],
        longest_trail: [10, 5],
      },
      tickets: [
        ["ash-cedar", true],
        ["ash-elm", true],
        ["dogwood-fir", false],
      ],
      longest_trail: 5,
      trail: ["ash-birch:red", "birch-cedar"],
      stations_built: 1,
      borrowed: [["cedar", "cedar-dogwood"]],
    }),
    seatScore(1, {
      items: { routes: [5, 2], stations: [12, 3], coast: [2, 1], longest_trail: [10, 5] },
      longest_trail: 5,
      trail: ["cedar-dogwood", "dogwood-elm"],
    }),
  ],
};
const rules = {
  stations: 3,
  station_points: 4,
  attraction_points: 1,
  districts: true,
  globetrotter: 15,
  longest_trail: 10,
};
const all = scenes(testBoard(rules, [ownBonus("coast")]), score, owners);
const named = (scene: Scene): string => (scene.kind === "bonus" ? scene.name : scene.kind);

test("the scenes add up to the score", () => {
  expect(all.at(-1)?.totals).toEqual([65, 29]);
});

test("the parts come in the order of a scoring, the winner last", () => {
  expect(all.map(named)).toEqual([
    ...["routes", "ticket", "ticket", "ticket", "noTickets", "stations", "stations"],
    ...["attractions", "districts", "globetrotter", "globetrotter", "longest_trail", "longest_trail"],
    ...["coast", "coast", "winner"],
  ]);
});

test("a ticket lights its cities and draws its way, and one that failed has none", () => {
  const [first, second, third] = all.filter((scene) => scene.kind === "ticket");
  expect(first).toMatchObject({ lit: ["ash", "cedar"], trail: ["ash-birch:red", "birch-cedar"], points: 8 });
  expect(third).toMatchObject({ lit: ["dogwood", "fir"], trail: [], points: -7, way: null });
  expect(second?.totals[0]).toBe(33);
});

test("a trail lights its two ends", () => {
  const trail = all.find((scene) => named(scene) === "longest_trail");
  expect(new Set(trail?.lit)).toEqual(new Set(["ash", "cedar"]));
});

test("what a board does not have is not shown", () => {
  const shown = scenes(testBoard({ stations: 0 }), score, owners).map(named);
  expect(shown).toEqual(["routes", "ticket", "ticket", "ticket", "noTickets", "winner"]);
});

test("a bonus that only its board knows lights the places that were reached", () => {
  const coast = all.filter((scene) => named(scene) === "coast");
  expect(coast.map(({ lit }) => lit)).toEqual([["birch", "cedar"], ["cedar"]]);
});

test("a contest shows everybody from the least to the most, who has the points", () => {
  const contest = scenes(testBoard({}, [ownBonus("coast", { earned: "most" })]), score, owners);
  const shown = contest.flatMap((scene) => (scene.kind === "bonus" && scene.name === "coast" ? [scene] : []));
  expect(shown.map(({ seat, count }) => [seat, count])).toEqual([
    [1, 1],
    [0, 2],
  ]);
});

test("what a later server counts is shown without a place on the map", () => {
  const [scene] = scenes(testBoard({ stations: 0 }, [ownBonus("coast", { counts: "tunnels" })]), score, owners).filter(
    ({ kind }) => kind === "bonus",
  );
  expect(scene).toMatchObject({ points: 4, lit: [], trail: [] });
});
