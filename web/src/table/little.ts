// A little board for tests: four cities, a double route, a tunnel, a ferry, gray routes.

import type { BoardFacts, RoutePart } from "#protocol";
import { indexed, type Board } from "#/board/facts";

const place = (id: string, name: string, x: number, y: number): BoardFacts["cities"][number] => ({
  id, name, x, y, label: { lines: [name], x: x + 10, y, anchor: "start" }, attraction: false, district: 0,
});

function track(a: string, b: string, length: number, colour: string, more: Partial<RoutePart> = {}): RoutePart {
  const spaces = Array.from({ length }, (_, i) => ({ x: 20 + 40 * i, y: 50, angle: 0, length: 36 }));
  return {
    id: `${a}-${b}`, a, b, length, colour, tunnel: false, ferry: 0, twin: null, points: length, spaces, ...more,
  };
}

/** Ash, Birch, Cedar and Dogwood; Ash and Birch are joined twice. */
export function littleBoard(rules: Record<string, unknown> = {}): Board {
  const colours = ["red", "green", "white", "locomotive"];
  return indexed({
    name: "little", title: "Little", says: "", digest: "0", width: 400, height: 200, space_width: 12, players: [2, 5],
    gray: "#ccc", labels: { locomotive: "locomotive", train: "train", station: "station" }, outline: null,
    cards: colours.map((name) => ({ name, count: 12, paint: "#fff", ink: "#000", letter: name[0] ?? "" })),
    cities: [place("ash", "Ash", 0, 0), place("birch", "Birch", 100, 0), place("cedar", "Cedar", 100, 100), place("dogwood", "Dogwood", 0, 100)],
    routes: [
      track("ash", "birch", 3, "red", { id: "ash-birch:red", twin: "ash-birch:green" }),
      track("ash", "birch", 3, "green", { id: "ash-birch:green", twin: "ash-birch:red" }),
      track("birch", "cedar", 2, "gray", { tunnel: true }),
      track("cedar", "dogwood", 4, "gray", { ferry: 2 }),
      track("ash", "dogwood", 6, "white"),
    ],
    tickets: [
      { id: "ash-cedar", a: "ash", b: "cedar", points: 8, long: false },
      { id: "ash-dogwood", a: "ash", b: "dogwood", points: 12, long: true },
    ],
    rules: { single_track_players: 3, stations: 3, ...rules },
  } as BoardFacts);
}
