import { expect, test } from "vitest";
import type { GameEvent, Moment, SeatMoment, Story } from "#protocol";
import { testBoard } from "#/testing/board";
import { taleOf } from "./tale";

const board = testBoard();
const [long, short] = [...board.routes].sort((a, b) => b.length - a.length).map(({ id }) => id);
const [dear, cheap] = [...board.ticket.values()].sort((a, b) => b.points - a.points).map(({ id }) => id);

const seat = (number: number, total: number, made: string[] = []): SeatMoment =>
  ({ seat: number, total, made, tickets: made }) as unknown as SeatMoment;
const claimed = (by: number, route?: string): GameEvent => ({ name: "claimed", params: { seat: by, route } });
const moment = (seats: SeatMoment[], ...events: GameEvent[]): Moment =>
  ({ happened: { events }, seats }) as unknown as Moment;

function story(moments: Moment[], winners: number[], tickets: [string, boolean][][]): Story {
  const seats = tickets.map((held, number) => ({ seat: number, tickets: held }));
  return { names: ["Ann", "Bea"], moments, score: { winners, seats } } as unknown as Story;
}

const both = (ann: number, bea: number, made: string[] = []): SeatMoment[] => [seat(0, ann), seat(1, bea, made)];

test("a game has five facts in the order in which they came about", () => {
  const facts = taleOf(
    story(
      [
        moment(both(0, 0)),
        moment(both(2, 0), claimed(0, short)),
        moment(both(2, 5), claimed(1, long)),
        moment(both(9, 5)),
        moment(both(9, 20, [cheap!]), claimed(1, short)),
      ],
      [1],
      [[[dear!, false]], [[cheap!, true]]],
    ),
    board,
  );
  expect(facts).toEqual([
    { kind: "first", ply: 1, seat: 0, route: short },
    { kind: "lead", ply: null, seat: 1, changes: 3 },
    { kind: "longest", ply: 2, seat: 1, route: long },
    { kind: "turnedByTicket", ply: 4, seat: 1, ticket: cheap },
    { kind: "missed", ply: null, seat: 0, ticket: dear },
  ]);
});

test("who led all the time is told how near the others came, and tickets all made are told so", () => {
  const facts = taleOf(
    story(
      [moment(both(0, 0)), moment(both(4, 0), claimed(0, long)), moment(both(4, 3)), moment(both(10, 3))],
      [0],
      [[[cheap!, true]], []],
    ),
    board,
  );
  expect(facts.map(({ kind }) => kind)).toEqual(["first", "lead", "longest", "closest", "allMade"]);
  expect(facts[1]).toMatchObject({ changes: 0, seat: 0 });
  expect(facts[3]).toMatchObject({ seat: 1, points: 1, ply: 2 });
});

test("a route can bring somebody ahead for good, and so can somebody else's move", () => {
  const by = (...events: GameEvent[]): string | undefined =>
    taleOf(story([moment(both(1, 0), claimed(0, short)), moment(both(1, 5), ...events)], [1], [[], []]), board)[3]
      ?.kind;
  expect(by(claimed(1, long))).toBe("turnedByRoute");
  expect(by()).toBe("turned");
});
