import { describe, expect, it } from "vitest";
import { readPace, request, writePace, type Plan } from "./plan";

const plan: Plan = {
  board: "europe",
  seats: [
    { key: 0, purpose: "me", name: "" },
    { key: 1, purpose: "open", name: "left from before" },
    { key: 2, purpose: "here", name: " Dora " },
    { key: 3, purpose: "bot level:3", name: "" },
    { key: 4, purpose: "remote", name: "" },
  ],
  first: "2",
  pace: "live:60",
  absence: "3600",
  listed: true,
  watch: false,
  talk: true,
  hints: false,
  take_back: true,
};

const names = { bot: (text: string) => `<${text}>`, player: (number: number) => `Player ${number}` };

describe("the plan of a table", () => {
  it("becomes a request with everything the server takes", () => {
    expect(request(plan, "Ann", names)).toEqual({
      name: "Ann",
      seats: [
        { kind: "me" },
        { kind: "open" },
        { kind: "here", name: "Dora" },
        { kind: "bot", bot: "level:3", name: "<level:3>" },
        { kind: "remote", name: "Player 5" },
      ],
      options: {
        board: "europe",
        listed: true,
        watch: false,
        talk: true,
        hints: false,
        take_back: true,
        first: 2,
        pace: { type: "live", seconds: 60 },
        absence: 3600,
      },
    });
  });

  it("leaves the start to chance where the chosen seat is gone", () => {
    const { options } = request({ ...plan, seats: plan.seats.slice(0, 2) }, "Ann", names);
    expect(options?.first).toBe("chance");
  });
});

it.each(["untimed", "live:30", "mail:3"])("the pace %s is read and written", (text) => {
  expect(writePace(readPace(text))).toBe(text);
});
