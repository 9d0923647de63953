// The parts of a table's screen, each made anew from what is shown.

import { engine, MARKS } from "./board.js";
import { h } from "./dom.js";
import { reason } from "./refusals.js";
import { actionWords, cardWord, pair, payment, routeWords, ticketWords, told, words } from "./words.js";

/** A player's name with colour and mark. */
export const person = (part) =>
  h("span", { class: `seat ${part.colour}` }, h("b", { "aria-hidden": true }, MARKS[part.colour]), part.name);

/** A card to look at: its colour, its letter or engine, and how many. */
export function card(board, name, count) {
  const facts = board.cards.get(name);
  const made = h("span", { class: "card-face" }, facts.letter || engine(), count !== undefined && h("b", {}, count));
  made.style.setProperty("--paint", facts.paint);
  made.style.setProperty("--ink-on", facts.ink);
  return made;
}

/** A word that small screens leave to those who listen. */
const word = (text) => h("span", { class: "word" }, text);
const button = (key, press, ...inside) => h("button", { "data-key": key, onclick: press, disabled: !press }, inside);

export function market(t) {
  const { game, own } = t.shown;
  if (!game) return [];
  const may = (action) => !t.replay && own?.decision != null && own.legal.includes(action) && (() => t.act(action));
  const slots = game.market.map((name, i) => name
    ? button(`slot${i}`, may(`draw ${name}`), card(t.board, name), word(cardWord(t.board, name)))
    : h("button", { disabled: true }, words.empty));
  return [h("h2", {}, words.market), h("div", { class: "row" }, slots,
    button("deck", may("draw deck"), h("span", { class: "card-face back" }, game.pile), h("span", {}, words.deck)),
    button("tickets", may("tickets"), h("span", { class: "card-face back" }, game.ticket_pile),
      h("span", {}, words.drawTickets)))];
}

export function hand(t) {
  const { own } = t.shown;
  if (!own) return [];
  const held = t.board.facts.cards.filter(({ name }) => own.hand[name]);
  return [h("h2", {}, words.hand), h("ul", { class: "row" }, held.map(({ name }) =>
    h("li", { class: "held" }, card(t.board, name, own.hand[name]), word(cardWord(t.board, name)))))];
}

/** For every city the number of its connected group by one seat's routes. */
function groups(board, game, seat) {
  const group = new Map([...board.cities.keys()].map((id) => [id, id]));
  const find = (id) => (group.get(id) === id ? id : find(group.get(id)));
  for (const [id, owner] of Object.entries(game.owners)) {
    const route = board.routes.get(id);
    if (owner === seat) group.set(find(route.a), find(route.b));
  }
  return find;
}

/** A seat's tickets, each with whether it is made: by own routes, at the end as scored. */
function ownTickets(board, game, own, seat) {
  if (!game || !own) return [];
  if (game.score) return game.score.seats[seat].tickets;
  const find = groups(board, game, seat);
  return own.tickets.map((id) => [id, find(board.tickets.get(id).a) === find(board.tickets.get(id).b)]);
}

export const openCities = (board, game, own, seat) => new Set(
  [...ownTickets(board, game, own, seat).filter(([, made]) => !made).map(([id]) => id), ...(own?.offer || [])]
    .flatMap((id) => [board.tickets.get(id).a, board.tickets.get(id).b]));

/** The free sides of double routes that nobody can claim any more. */
export function closedSides(board, game) {
  if (!game || game.players.length > board.facts.rules.single_track_players) return new Set();
  const closed = (route) => route.twin && !(route.id in game.owners) && route.twin in game.owners;
  return new Set(board.facts.routes.filter(closed).map((route) => route.id));
}

export function tickets(t) {
  const { game, own, seat } = t.shown;
  const held = ownTickets(t.board, game, own, seat);
  const line = ([id, made]) => h("li", { class: made ? "made" : "" },
    h("span", { "aria-hidden": true }, made ? "✓ " : "○ "), ticketWords(t.board, id),
    made && h("span", { class: "faint" }, ` ${words.made}`));
  return held.length ? [h("h2", {}, words.tickets), h("ul", { class: "plain" }, held.map(line))] : [];
}

export function players(t) {
  const { game } = t.shown;
  if (!game) return [];
  const stations = t.board.facts.rules.stations > 0;
  const heads = ["trains", "cards", "tickets", stations && "stations", "points"].filter(Boolean);
  const row = (player, i) => {
    const part = t.people[i], mine = t.you.seats.includes(i);
    const notes = [mine && words.you, part.kind === "bot" && words.bot, part.away && words.standIn];
    const total = game.score ? game.score.seats[i].total : player.points;
    return h("tr", { class: game.waiting.includes(i) ? "waiting" : "" },
      h("th", { scope: "row" }, person(part), h("small", {}, notes.filter(Boolean).join(", "))),
      heads.map((head) => h("td", {}, head === "points" ? total : player[head])));
  };
  const away = !t.replay && t.you.away.map((seat) => button("return", () => t.command("return", { seat }), words.comeBack));
  const top = h("tr", {}, h("th", {}), heads.map((head) => h("th", { scope: "col" }, words.short[head])));
  return [h("h2", {}, words.players),
    h("table", {}, h("thead", {}, top), h("tbody", {}, game.players.map(row))), away];
}

/** What the seat that is asked may do, as buttons grouped by kind. */
export function actions(t) {
  const { own, hidden, game } = t.shown;
  if (t.replay || !game || t.table.status === "over") return [];
  if (hidden) {
    const face = () => { t.facing = t.seat; t.show(); };
    return [h("h2", {}, words.cover(t.people[t.seat].name)), h("button", { class: "main", onclick: face }, words.reveal)];
  }
  if (!own) return h("p", { class: "faint" }, words.watching);
  const waits = own.decision != null;
  return [h("h2", {}, waits ? words.yourMove : words.notYourMove), waits && decision(t, own, game), tools(t, own, waits)];
}

function decision(t, own, game) {
  const starting = (verb) => own.legal.filter((action) => action.split(" ")[0] === verb);
  if (own.offer.length) return offer(t, own, game);
  const plain = ["pay", "decline", "pass"].flatMap(starting);
  const simple = (action) => button(action, () => t.act(action), actionWords(t.board, action));
  return [game.tunnel && tunnel(t, game.tunnel), h("div", { class: "row" }, plain.map(simple)),
    t.chosen ? payments(t, own) : [choices(t, "claim", starting("claim")), choices(t, "build", starting("build"))]];
}

function tunnel(t, { route, laid, revealed, extra }) {
  const turned = revealed.map((name) => cardWord(t.board, name)).join(", ");
  return h("p", {}, words.tunnelSays(pair(t.board, t.board.routes.get(route)), payment(t.board, laid), turned, extra));
}

function offer(t, own, game) {
  const kept = () => `keep ${boxes.flatMap((box, i) => (box.checked ? [i + 1] : [])).join(" ")}`;
  const check = () => (keep.disabled = !own.legal.includes(kept()));
  const key = (id) => `offer ${own.decision} ${id}`;
  const box = (id) => h("input", { type: "checkbox", "data-key": key(id), "data-keep": "1", onchange: check });
  const boxes = own.offer.map(box);
  const keep = h("button", { class: "main", "data-key": "keep", onclick: () => t.act(kept()) }, words.keep);
  setTimeout(check); // once what was ticked before has been put back
  return [h("p", {}, words.keepSays(game.keep_at_least)),
    own.offer.map((id, i) => h("label", { class: "tick" }, boxes[i], ticketWords(t.board, id))), keep];
}

/** The routes or cities of some actions, folded together; choosing one offers its payments. */
function choices(t, kind, list) {
  const ids = [...new Set(list.map((action) => action.split(" ")[1]))];
  const says = (id) => (kind === "claim" ? routeWords(t.board, t.board.routes.get(id)) : t.board.cities.get(id).name);
  const sorted = ids.map((id) => [says(id), id]).sort();
  return ids.length > 0 && h("details", { "data-key": kind }, h("summary", {}, `${words[kind]} (${ids.length})`),
    h("div", { class: "list" }, sorted.map(([text, id]) => button(kind + id, () => t.choose(kind + id), text))));
}

function payments(t, own) {
  const kind = t.chosen.slice(0, 5), id = t.chosen.slice(5);
  const says = kind === "claim" ? routeWords(t.board, t.board.routes.get(id)) : t.board.cities.get(id).name;
  const ways = own.legal.filter((action) => action.startsWith(`${kind} ${id} `));
  const face = ([n, name]) => [card(t.board, name, n), h("span", {}, cardWord(t.board, name))];
  const way = (action) => button(action, () => t.act(action), cardsOf(action).flatMap(face));
  return h("div", { class: "pay" }, h("p", {}, h("b", {}, says)), h("p", {}, words.payWith),
    h("div", { class: "row" }, ways.map(way)),
    button("other", () => t.choose(t.chosen), words.chooseOther));
}

/** The cards at the end of an action: [[2, "red"], [1, "locomotive"]]. */
const cardsOf = (action) => [...action.matchAll(/ (\d+) ([a-z]\w*)/g)].map(([, n, name]) => [n, name]);

function tools(t, own, waits) {
  const { hints, take_back: back } = t.table.options;
  const fields = { seat: own.seat, decision: own.decision };
  const advice = waits && t.advice?.decision === own.decision ? t.advice.options : [];
  return [h("div", { class: "row tools" },
    hints && waits && button("hint", () => t.command("hint", fields), words.hint),
    back && t.game.ply > 0 && button("undo", () => t.command("take_back", { seat: own.seat }), words.undo)),
    advice.length > 0 && h("div", { class: "list" }, h("p", {}, words.hintsFor), advice.map(([action, value, why]) =>
      button(`hint ${action}`, () => t.act(action), actionWords(t.board, action, own.offer),
        h("small", {}, ` ${value.toFixed(1)} · ${reason(why)}`))))];
}

/** An entry of the log or of the chat. */
export function logLine(t, entry) {
  if (entry.kind !== "said") return told(entry, t.people, t.board).map((text) => h("li", {}, text));
  const who = t.people[entry.seat];
  const said = entry.params.text ?? words.phrases[entry.params.phrase];
  return [h("li", { class: "said" }, who ? person(who) : h("i", {}, entry.params.name || words.spectator), " ", said)];
}
