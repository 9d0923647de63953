import { expect, test } from "vitest";
import { scenes, type Scene } from "#/shown/score/scenes";
import { seatScore, testBoard } from "#/testing/board";
import { staying } from "./timing";

/** The scenes of a game in which this many seats show three tickets each. */
function ceremony(seats: number): Scene[] {
  const one = seatScore(0, {
    tickets: [
      ["ash-cedar", false],
      ["ash-elm", false],
      ["dogwood-fir", false],
    ],
  });
  return scenes(
    testBoard(),
    { winners: [0], decided_by: "points", seats: Array.from({ length: seats }, () => one) },
    {},
  );
}

const aTicket = (all: Scene[]): Scene => all.find((scene) => scene.kind === "ticket")!;

test("many tickets go by more quickly", () => {
  const [crowd, alone] = [ceremony(20), ceremony(1)];
  expect(staying(crowd, aTicket(crowd))).toBeLessThan(staying(alone, aTicket(alone)));
});

test("the winner stays until somebody goes on", () => {
  const all = ceremony(1);
  expect(staying(all, all.at(-1)!)).toBe(0);
});
