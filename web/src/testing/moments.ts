// Situations for those who type, in unit tests: views that the engine wrote, with the page's own sorting of what is legal.

import { readFileSync } from "node:fs";
import type { BoardFacts, OwnView, PublicView } from "#protocol";
import { indexed } from "#/board/facts";
import { legalOf, possible } from "#/shown/position/actions";
import type { Situation } from "#/typed/situation";

interface Moment {
  view: PublicView;
  own: OwnView;
}
interface File {
  facts: BoardFacts;
  typed: Record<string, Moment>;
}

const folder = new URL("../shown/fixtures/", import.meta.url);
const files = new Map<string, File>();

function fileOf(board: string): File {
  const known = files.get(board);
  if (known) return known;
  const file = JSON.parse(readFileSync(new URL(`${board}.json`, folder), "utf8")) as File;
  files.set(board, file);
  return file;
}

/** A moment of a game as a seat sees it: `opening`, `turn`, `second card`, `tickets`, `tunnel`, `waiting`. */
export function moment(board: string, name: string, more: Partial<Situation> = {}): Situation {
  const { facts, typed } = fileOf(board);
  const { view, own } = typed[name]!;
  return {
    board: indexed(facts),
    game: view,
    own,
    names: ["Ann", "Bob", "Carl"].slice(0, view.players.length),
    can: possible(legalOf(facts, own), own.hand),
    happened: [],
    careful: false,
    left: null,
    ...more,
  };
}
