import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { routeWords } from "#/i18n/story";
import { speak, type Language } from "#/i18n/words.svelte";
import { legalOf } from "#/shown/position/actions";
import { moment } from "#/testing/moments";
import { completions } from "./complete";
import type { Choice } from "./reply";
import type { Situation } from "./situation";
import { distance, tokensOf } from "./text";
import { readerOf, understand } from "./understand";
import { saidAs } from "./words";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});
beforeEach(() => speak("en"));

const answer = (situation: Situation, line: string, asked: Choice[] = []) =>
  understand(readerOf(situation), line, asked);
const lines = (situation: Situation, line: string): string => answer(situation, line).lines.join(" ");

const turn = moment("europe", "turn");
const taxi = moment("new-york", "turn");

test("words are compared without accents, signs and capitals", () => {
  expect(tokensOf("Zágráb–København, D'Essen!")).toEqual(["zagrab", "kobenhavn", "d", "essen"]);
  expect(tokensOf("King's Cross")).toEqual(["kings", "cross"]);
  expect(distance("zurch", "zurich")).toBe(1);
  expect(distance("wein", "wien")).toBe(1);
});

describe("moves", () => {
  test.each(["en", "nl", "fr"] as const)(
    "a route is claimed by the name that the page gives it, in %s",
    async (language) => {
      await speak(language);
      const reader = readerOf(moment("new-york", "turn"));
      const { board, can } = reader.situation;
      const named = [...can.routes.keys()].map((id) => [id, `${saidAs("act", "claim")} ${routeWords(board, id)}`]);
      expect(named.some(([id]) => id!.includes("#2"))).toBe(true);
      for (const [id, line] of named) {
        const reply = understand(reader, line!);
        const actions = [reply.action, ...(reply.choices ?? []).map(({ action }) => action)];
        // Of two tracks of one colour the first is as good as the second.
        expect(
          actions.some((action) => action?.includes(id!.replace("#2", ""))),
          line,
        ).toBe(true);
      }
    },
  );

  test("a claim is the action that a press sends, however the route is written", () => {
    const actions = [...turn.can.routes].filter(([, ways]) => ways.length === 1);
    const [id, ways] = actions[0]!;
    const way = ways[0]!;
    const route = turn.board.route.get(id)!;
    const [a, b] = [turn.board.city.get(route.a)!.name, turn.board.city.get(route.b)!.name];
    for (const line of [`claim ${id}`, `claim ${a} ${b}`, `Claim ${b} to ${a}, please`, way.action, `take ${a} ${b}`])
      expect(answer(turn, line).action).toBe(way.action);
  });

  test("every legal action of a position does what it says when it is typed as it is", () => {
    for (const name of ["opening", "turn", "second card", "tickets", "tunnel"] as const) {
      const reader = readerOf(moment("europe", name));
      for (const action of legalOf(reader.situation.board, reader.situation.own!).filter((text) => text !== "tickets"))
        expect([action, understand(reader, action).action]).toEqual([action, action]);
    }
    for (const board of ["usa", "london", "new-york"]) {
      const reader = readerOf(moment(board, "turn"));
      for (const action of legalOf(reader.situation.board, reader.situation.own!).filter(
        (text) => text !== "tickets",
      )) {
        // Of two tracks of one colour the first is as good as the second.
        const other = action.replace("#2", "");
        expect([action, other], action).toContain(understand(reader, action).action);
      }
    }
    expect(answer(taxi, "draw tickets").action).toBe("tickets");
  });

  test("beginnings and initials are enough where one route fits", () => {
    const usa = moment("usa", "turn");
    expect(lines(usa, "la lv")).toContain("Los Angeles");
    expect(lines(usa, "ny bos")).toContain("Boston–New York");
    expect(lines(turn, "p zur")).toContain("Paris–Zürich");
  });

  test("names of other languages are known", () => {
    expect(lines(turn, "Vienna Munich")).toContain("München–Wien");
    expect(lines(turn, "copenhagen stockholm")).toContain("København–Stockholm");
  });

  test("what several routes fit is asked about, and a number chooses", () => {
    const asked = answer(turn, "claim b p");
    expect(asked.action).toBeUndefined();
    expect(asked.choices!.length).toBeGreaterThan(1);
    const one = asked.choices!.findIndex(({ what }) => what.includes("Paris"));
    expect(answer(turn, String(one + 1), asked.choices).lines.join()).not.toContain("do not understand");
  });

  test("several ways to pay are asked about; a number, or the cards, choose", () => {
    const open = [...turn.can.routes].find(
      ([, [first, second]]) => second && first!.payment.locomotives === second.payment.locomotives,
    )!;
    const asked = answer(turn, `claim ${open[0]}`);
    expect(asked.action).toBeUndefined();
    expect(asked.choices!.map(({ action }) => action)).toContain(open[1][0]!.action);
    expect(answer(turn, "1", asked.choices).action).toBe(asked.choices![0]!.action);
    const { payment } = asked.choices![1]!.way!;
    expect(answer(turn, `${payment.coloured} ${payment.colour}`, asked.choices).action).toBe(asked.choices![1]!.action);
    expect(answer(turn, "no", asked.choices)).toEqual({ lines: ["All right, nothing was done."] });
  });

  test("where only more locomotives would be spent, the sensible way is taken", () => {
    const open = [...turn.can.routes].find(
      ([, [first, second]]) => second && second.payment.locomotives > first!.payment.locomotives,
    )!;
    expect(answer(turn, `claim ${open[0]}`).action).toBe(open[1][0]!.action);
  });

  test("whoever wants to be asked is asked first, for claims and stations and nothing else", () => {
    const careful = { ...turn, careful: true };
    const [id, ways] = [...turn.can.routes].find(([, all]) => all.length === 1)!;
    const asked = answer(careful, `claim ${id}`);
    expect(asked.action).toBeUndefined();
    expect(asked.lines[0]).toMatch(/^Claim .*\? Type yes or no\.$/);
    expect(answer(careful, "yes", asked.choices).action).toBe(ways[0]!.action);
    expect(answer(careful, "draw deck").action).toBe("draw deck");
  });

  test("a payment that nobody has is answered with those that can be made", () => {
    const [id] = [...taxi.can.routes].find(([, ways]) => ways.length === 1)!;
    const reply = answer(taxi, `claim ${id} 9 red`);
    expect(reply.action).toBeUndefined();
    expect(reply.lines[0]).toMatch(/^You cannot pay that way\. You could pay /);
  });

  test("cards are drawn by colour, by place and from the deck; the market says what it has not", () => {
    expect(taxi.game.market).toEqual(["pink", "black", "pink", "green", "orange"]);
    expect(answer(taxi, "draw pink").action).toBe("draw pink");
    expect(answer(taxi, "take 2").action).toBe("draw black");
    expect(answer(taxi, "draw from the deck").action).toBe("draw deck");
    expect(lines(taxi, "draw red")).toBe("No red lies open in the market.");
    expect(lines(taxi, "draw taxi")).toBe("No taxi lies open in the market.");
    expect(lines(taxi, "draw 9")).toBe("The market has no card at that place.");
    expect(answer(taxi, "draw").choices!.map(({ action }) => action)).toEqual(
      [...taxi.can.draw].map((card) => `draw ${card}`),
    );
  });

  test("tickets are kept by number, by name and all of them, and too few are refused in words", () => {
    const opening = moment("europe", "opening");
    expect(answer(opening, "keep 1 3").action).toBe("keep 1 3");
    expect(answer(opening, "2 and 4").action).toBe("keep 2 4");
    expect(answer(opening, "keep all").action).toBe("keep 1 2 3 4");
    expect(answer(opening, "keep paris wien and london wien").action).toBe("keep 3 4");
    expect(lines(opening, "keep 1")).toBe("Choose 2 or more.");
    expect(lines(opening, "keep 1 7")).toBe("That ticket is not among those you choose from.");
    expect(lines(opening, "tickets")).toContain("3: Paris–Wien, 8 points");
    expect(lines(turn, "keep 1")).toBe("You have no tickets to choose from now.");
  });

  test("a tunnel is paid or declined, and what is due is said", () => {
    const tunnel = moment("europe", "tunnel");
    expect(answer(tunnel, "pay").action).toBe("pay 1 yellow");
    expect(answer(tunnel, "decline").action).toBe("decline");
    expect(answer(tunnel, "take my cards back").action).toBe("decline");
    expect(lines(tunnel, "what can I do")).toBe("Pay 1 more card or take yours back.");
    expect(lines(turn, "pay")).toBe("No tunnel waits to be paid.");
    expect(lines(tunnel, "claim paris-dieppe")).toMatch(/: (first decide what is open|belongs to)/);
  });

  test("stations are built by the city's name, and boards without them say so", () => {
    const [city, [way]] = [...turn.can.cities][0]! as [string, { action: string }[]];
    expect(answer(turn, way!.action).action).toBe(way!.action);
    expect(answer(turn, `build ${city}`).action ?? answer(turn, `build ${city}`).choices).toBeTruthy();
    const taken = Object.keys(turn.game.stations)[0]!;
    expect(lines(turn, `build ${taken}`)).toContain("there is a station already");
    expect(lines(taxi, "build soho")).toBe("This board has no stations.");
  });

  test("what cannot be done yet, or never, is answered with the reason", () => {
    const waiting = moment("new-york", "waiting");
    const second = moment("new-york", "second card");
    const [owned] = Object.keys(taxi.game.owners);
    expect(lines(waiting, "draw deck")).toBe("You cannot draw that: wait for your turn.");
    expect(lines(waiting, "pass")).toBe("That cannot be done: wait for your turn.");
    expect(lines(taxi, "pass")).toBe("You cannot pass while you can still do something.");
    expect(lines(taxi, `claim ${owned}`)).toMatch(/^You cannot claim .*: belongs to (Ann|Bob)\./);
    expect(lines(second, "draw tickets")).toBe("You cannot draw that: first take your second card.");
    expect(lines(taxi, "claim soho brooklyn")).toBe("No route joins Soho and Brooklyn.");
    expect(lines(turn, "claim lisboa cadiz")).toMatch(/^You cannot claim|^$/);
    const end = { ...taxi, game: { ...taxi.game, phase: "over" }, can: waiting.can };
    expect(lines(end, "draw deck")).toBe("You cannot draw that: the game is over.");
    expect(lines({ ...waiting, own: undefined }, "draw deck")).toBe("You cannot draw that: you are watching.");
  });
});

describe("questions", () => {
  test("the hand, the market, the pieces and the score", () => {
    expect(lines(taxi, "hand")).toBe("You hold 1 blue, 2 green, 2 red, 1 orange and 2 taxis.");
    expect(lines(taxi, "Which cards do I have?")).toBe(lines(taxi, "my hand"));
    expect(lines(taxi, "market")).toContain("In the market, in order: pink, black, pink, green, orange.");
    expect(lines(taxi, "trains")).toMatch(/^Ann: \d+ taxis\. Bob: \d+ taxis\.$/);
    expect(lines(taxi, "who is ahead?")).toMatch(/^Ann is ahead with 6 points\. Ann: 6 points, /);
  });

  test("tickets with what is missing, and the way of one of them", () => {
    expect(lines(turn, "tickets")).toMatch(/Paris–Wien, 8 points: (completed|\d+ spaces? to go|no way left)/);
    expect(lines(turn, "ticket 1")).toContain("København–Erzurum");
    expect(lines(turn, "ticket paris wien")).toContain("Paris–Wien");
  });

  test("what can be claimed to a city are the routes that the server allows there", () => {
    const city = turn.board.cities.find(({ id }) =>
      turn.board.routes.some((route) => turn.can.routes.has(route.id) && (route.a === id || route.b === id)),
    )!;
    const there = turn.board.routes.filter(
      ({ id, a, b }) => turn.can.routes.has(id) && (a === city.id || b === city.id),
    );
    const said = answer(turn, `what can I claim to ${city.name}?`).lines;
    expect(said).toHaveLength(there.length + 1);
    expect(said[0]).toContain(`To ${city.name} you can claim ${there.length}`);
    const nothing = turn.board.cities.find(
      ({ id }) => !turn.board.routes.some((r) => turn.can.routes.has(r.id) && (r.a === id || r.b === id)),
    )!;
    expect(lines(turn, `what can I claim to ${nothing.name}`)).toContain(
      `You can claim nothing to ${nothing.name} now:`,
    );
  });

  test("whoever waits hears what the hand would pay for", () => {
    const waiting = moment("europe", "waiting");
    expect(lines(waiting, "what can I claim")).toContain("It is not your turn. With your cards you could claim");
  });

  test("routes of a player, of oneself and of a city", () => {
    expect(lines(taxi, "routes of Ann")).toMatch(/^Ann owns \d+ routes?: /);
    expect(lines(taxi, "Ann's routes")).toBe(lines(taxi, "routes of ann"));
    expect(lines(taxi, "my routes")).toMatch(/^Bob owns/);
    expect(lines(taxi, "Soho")).toContain("Soho. ");
    expect(answer(taxi, "routes of Soho").lines).toEqual(answer(taxi, "soho").lines);
    expect(lines(taxi, "Ann")).toContain("Ann: 6 points");
  });

  test("two cities tell the route between them, or the shortest way", () => {
    expect(lines(turn, "paris zurich")).toContain("Paris–Zürich, 3 spaces, gray, tunnel, 4 points; belongs to Ann.");
    expect(lines(turn, "way from Lisboa to Erzurum")).toMatch(/^(From Lisboa to Erzurum it takes|No way is left)/);
    expect(lines(turn, "lisboa erzurum")).toMatch(/^No route joins Lisboa and Erzurum\./);
  });

  test("the turn, the clock and what to do", () => {
    expect(lines(turn, "whose turn is it")).toMatch(/^Your turn\. Draw two cards/);
    expect(lines(moment("europe", "waiting"), "whose turn")).toMatch(/^Ann is playing\./);
    expect(lines(turn, "clock")).toBe("There is no clock.");
    expect(lines({ ...turn, left: 65_000 }, "how much time do I have")).toMatch(/left\.$/);
    expect(lines(turn, "what can I do")).toContain("You can claim");
    expect(lines(turn, "?")).toContain("Moves: claim");
  });

  test("only what this seat knows is told: nobody else's hand or tickets, whatever is asked", () => {
    const waiting = moment("new-york", "waiting");
    const secret = { ...taxi.own!.hand };
    for (const line of ["Bob", "hand of Bob", "cards of Bob", "Bob hand", "tickets of Bob", "who is ahead"]) {
      const said = lines(waiting, line);
      expect(said).not.toContain("2 red");
      for (const id of taxi.own!.tickets) {
        const ticket = waiting.board.ticket.get(id)!;
        expect(said).not.toContain(
          `${waiting.board.city.get(ticket.a)!.name}–${waiting.board.city.get(ticket.b)!.name},`,
        );
      }
    }
    expect(secret.red).toBe(2);
    expect(lines({ ...waiting, own: undefined }, "hand")).toBe("You are watching.");
  });
});

describe("misspelt and unknown", () => {
  test("a misspelt line is asked about and never done at once", () => {
    const asked = answer(taxi, "drwa pink");
    expect(asked.action).toBeUndefined();
    expect(asked.lines).toEqual(["Did you mean “draw pink”? Type yes or no."]);
    expect(answer(taxi, "yes", asked.choices).action).toBe("draw pink");
    expect(lines(turn, "clam pariz zurch")).toBe("Did you mean “claim paris zurich”? Type yes or no.");
    expect(lines(turn, "markt")).toBe("Did you mean “market”? Type yes or no.");
  });

  test("what nobody can read is said so, with the way to help", () => {
    expect(lines(turn, "xyzzy plugh")).toBe(
      "I do not understand “xyzzy plugh”. Type “help” to hear what you can type.",
    );
    expect(lines(turn, "yes")).toBe("Nobody asks you anything.");
  });

  test("a beginning that a word and a city share is asked about", () => {
    const asked = answer(turn, "mar");
    expect(asked.choices!.map(({ what }) => what)).toEqual(["market", "Marseille"]);
  });
});

describe.each([
  ["nl", "kaarten", "wat kan ik claimen naar Wenen", "trek roze", "wie staat voor", "hulp"],
  ["fr", "mes cartes", "que puis-je prendre vers Vienne", "prends rose", "qui mène", "aide"],
] as [Language, string, string, string, string, string][])("in %s", (language, hand, claim, draw, ahead, help) => {
  beforeEach(() => speak(language));

  test("questions and moves are understood in the reader's language, and always in English", () => {
    expect(lines(taxi, hand)).toBe(lines(taxi, "hand"));
    expect(lines(turn, claim)).toBe(lines(turn, "what can I claim to Wien"));
    expect(lines(turn, claim)).toContain("Wien");
    expect(answer(taxi, draw).action).toBe("draw pink");
    expect(answer(taxi, "draw pink").action).toBe("draw pink");
    expect(lines(taxi, ahead)).toBe(lines(taxi, "who is ahead"));
    expect(answer(taxi, help).lines).toHaveLength(4);
    expect(lines(taxi, hand)).not.toContain("You hold");
  });
});

test("French takes routes by their name", async () => {
  await speak("fr");
  const [id, ways] = [...turn.can.routes].find(([, all]) => all.length === 1)!;
  expect(answer(turn, `prends la route ${id}`).action).toBe(ways[0]!.action);
  expect(answer(turn, `prends ${id}`).action).toBe(ways[0]!.action);
  expect(answer(taxi, "pioche").action).toBe("draw deck");
});

describe("completion", () => {
  const grown = (situation: Situation, line: string): string[] => completions(readerOf(situation), line);

  test("phrases are completed, and after a verb what it can be done to", () => {
    expect(grown(taxi, "ma")).toContain("market");
    expect(grown(taxi, "cla")).toContain("claim ");
    expect(grown(taxi, "draw ")).toEqual(expect.arrayContaining(["draw pink", "draw black"]));
    expect(grown(taxi, "what can I claim to So")).toContain("what can I claim Soho");
    const [id] = [...turn.can.routes.keys()];
    const { a } = turn.board.route.get(id!)!;
    const offered = grown(turn, `claim ${a.slice(0, 4)}`);
    expect(offered.length).toBeGreaterThan(0);
    for (const line of offered.filter((text) => text.startsWith("claim ")))
      expect(answer(turn, line).lines.join()).not.toContain("do not understand");
    expect(grown(turn, "")).toEqual([]);
  });

  test("every completion is understood", () => {
    for (const line of ["c", "d", "t", "w", "keep ", "draw ", "build ", "claim ", "routes "])
      for (const option of grown(turn, line))
        expect([option, lines(turn, option)]).not.toEqual([option, expect.stringContaining("do not understand")]);
  });
});
