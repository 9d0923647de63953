// Ten advices of the coach with their positions, as `python -m tools.make_advice_quotes` found them: no sentence is
// empty, and the English ones are the page docs/explanation/ten-advices.md (`--update` writes it anew).

import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import type { AdvisedAction, BoardFacts } from "#protocol";
import { indexed, type Board } from "#/board/facts";
import advice from "#/testing/advice.json";
import { actionWords, cardsWords, percent, routeWords, ticketWords } from "./story";
import { reasonWords } from "./why";
import { listed, signed, speak } from "./words.svelte";

type Quote = (typeof advice)[number];
const names = ["Ann", "Bob", "Carl"];
const boards = new Map<string, Board>();

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
  for (const { board } of advice) {
    const file = readFileSync(new URL(`../shown/fixtures/${board}.json`, import.meta.url), "utf8");
    boards.set(board, indexed((JSON.parse(file) as { facts: BoardFacts }).facts));
  }
});

const boardOf = (quote: Quote): Board => boards.get(quote.board)!;
const options = (quote: Quote): AdvisedAction[] => quote.options as unknown as AdvisedAction[];

test.each(["en", "nl", "fr"] as const)(
  "in %s every advice says something, in two sentences at most",
  async (language) => {
    await speak(language);
    const other = reasonWords(testless, "?", {});
    for (const quote of advice)
      for (const { reason, params } of options(quote)) {
        const why = reasonWords(boardOf(quote), reason, params, names);
        expect(why).not.toBe(other);
        expect(why).not.toMatch(/undefined|NaN|\{|: \.|\b0 (cards|kaarten|cartes|points|punten)/);
        expect(why.match(/[^.]\.( |$)/g)?.length).toBeLessThanOrEqual(2);
      }
  },
);
const testless = { labels: {}, cards: [] } as unknown as Board;

/** A position in words: who acts with what. */
function position(quote: Quote, number: number): string {
  const board = boardOf(quote);
  const held = quote.tickets.map((id) => ticketWords(board, id)).join("; ");
  const hand = cardsWords(board, quote.hand as unknown as Record<string, number>);
  return [
    `## ${number}. ${board.title}, ${quote.players} players`,
    "",
    `Game \`${quote.seed}\` after ${quote.ply} moves${quote.last ? ", in the last round" : ""}. ${names[quote.seat]!} acts.`,
    "",
    `- Trains: ${listed(quote.trains.map((count, seat) => `${names[seat]!} ${count}`))}`,
    `- Hand: ${hand || "nothing"}`,
    `- ${held ? `Tickets: ${held}` : `Offered: ${quote.offer.map((id) => ticketWords(board, id)).join("; ")}`}`,
    `- Routes: ${quote.routes.map((id) => routeWords(board, id)).join(", ") || "none"}`,
    "",
  ].join("\n");
}

function advised(quote: Quote): string {
  const line = ({ action, value, reason, params }: AdvisedAction, i: number): string => {
    const what = actionWords(boardOf(quote), action, quote.offer);
    const why = reasonWords(boardOf(quote), reason, params, names);
    return `${i + 1}. **${what}** (${signed(value)} points, ${percent(params.win)} to win). ${why}`;
  };
  return options(quote).map(line).join("\n");
}

test("the ten advices of the documentation are these", async () => {
  await speak("en");
  const intro =
    "# Ten advices of the coach\n\nPlanners (Ann, Carl) and a greedy bot (Bob) played these games. For each kind of reason this is the\n" +
    "first position whose best action has it. The commands at the top of `tools/make_advice_quotes.py` make this page\n" +
    "anew. The points are those by which the player may expect to end ahead.\n\n";
  const quotes = advice.map((quote, i) => `${position(quote, i + 1)}\n${advised(quote)}\n`);
  await expect(intro + quotes.join("\n")).toMatchFileSnapshot("../../../docs/explanation/ten-advices.md");
});
