// The deal, a turn, and drawing cards. Each function is one clause, or nothing where the board does not have it; its comment names the clauses of
// `docs/rules.md` that it tells.

import { piecesWord } from "#/i18n/story";
import { nth, several, type Clause, type Given, type Part } from "./given";

/** S1–S5, P7, P11, P12 */
export function start({ board, text, rule }: Given): Clause {
  const say = text.start;
  const [long, regular] = [true, false].map((is) => board.tickets.filter((ticket) => ticket.long === is));
  const dealt = [...(long ?? []).slice(0, rule("opening_long")), ...(regular ?? []).slice(0, rule("opening_regular"))];
  const offered = (dealt.length ? dealt : board.tickets).map(({ id }) => id);
  const count = rule("opening_long") + rule("opening_regular");
  const [kept, refused] = [offered.slice(0, rule("opening_keep")), offered.slice(rule("opening_keep"), count)];
  const trains = piecesWord(board, "train", rule("trains"));
  return {
    id: "start",
    title: say.title,
    says: [
      say.deal({ trains, hand: rule("hand"), tickets: count, long: rule("opening_long") }),
      say.keep(rule("opening_keep")),
      board.rules.opening_refused === "out" ? say.out : say.under,
    ],
    parts: [
      { kind: "cards", cards: several(rule("hand"), (i) => nth(board, 2 * i)) },
      { kind: "tickets", kept, refused },
    ],
    shows: text.chosen({ kept: kept.length, refused: refused.length }),
  };
}

/** T1, T2 */
export function turn({ board, text, station, rule }: Given): Clause {
  const say = text.turn;
  const ticket = board.tickets[0]?.id ?? "";
  const ways: { label: string; part: Part }[] = [
    { label: say.draw, part: { kind: "cards", cards: [nth(board, 1), null] } },
    { label: say.claim, part: { kind: "trains", count: 3 } },
    { label: say.tickets, part: { kind: "tickets", kept: [ticket] } },
  ];
  if (rule("stations")) ways.push({ label: say.build(station), part: { kind: "station" } });
  return { id: "turn", title: say.title, says: [say.says], parts: [{ kind: "ways", ways }], shows: "" };
}

/** D1, D2, D8, D10, H1 */
export function cards({ board, text, rule }: Given): Clause {
  const say = text.cards;
  const market: (string | null)[] = several(rule("market"), (i) => nth(board, i));
  return {
    id: "cards",
    title: say.title,
    says: [say.market(rule("market")), say.deck],
    parts: [{ kind: "cards", cards: [...market, null], taken: [Math.min(1, market.length - 1), market.length] }],
    shows: say.shows,
  };
}

/** C2, D3–D5 */
export function wild({ board, text, wild, rule }: Given): Clause {
  const say = text.wild;
  const market = several(rule("market"), (i) => (i === rule("market") - 1 ? "locomotive" : nth(board, i + 2)));
  return {
    id: "wild",
    title: say.title(wild),
    says: [say.says(wild), say.draw],
    parts: [{ kind: "cards", cards: market, taken: [market.length - 1] }],
    shows: say.shows(wild),
  };
}

/** D6, D7 */
export function wipe({ board, text, wild, rule }: Given): Clause | undefined {
  const [market, count] = [rule("market"), rule("wipe")];
  if (count > market) return undefined;
  const old = several(market, (i) => (i < count ? "locomotive" : nth(board, i)));
  return {
    id: "wipe",
    title: text.wipe.title,
    says: [text.wipe.says({ count, wild })],
    parts: [
      { kind: "cards", cards: old, gone: true },
      { kind: "cards", cards: several(market, (i) => nth(board, i + 3)) },
    ],
    shows: text.wipe.shows,
  };
}
