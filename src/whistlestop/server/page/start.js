// The start screen: play at once, make a table, and the tables one can go to.

import { ask, h, notice, put } from "./dom.js";
import { refusal } from "./refusals.js";
import { words } from "./words.js";

const named = (label, field) => h("label", {}, h("span", {}, label), field);
const choice = (name, options, chosen) =>
  h("select", { name }, options.map(([value, says]) => h("option", { value, selected: value === chosen }, says)));
const tick = (name, label, checked) => h("label", { class: "tick" }, h("input", { type: "checkbox", name, checked }), label);
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)]);

function nameField() {
  const field = h("input", { name: "name", required: true, maxlength: 24, autocomplete: "nickname" });
  field.value = localStorage.getItem("name") || "";
  return named(words.name, field);
}

/** A form whose fields are handed to `send`, which answers with a table that has been made. */
function form(title, says, send, button, ...fields) {
  const submit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    localStorage.setItem("name", values.name);
    try {
      location.href = (await send(values)).path;
    } catch (problem) {
      notice(refusal(problem));
    }
  };
  return h("form", { class: "card", onsubmit: submit }, h("h2", {}, title), h("p", { class: "faint" }, says), fields,
    h("button", { class: "main" }, button));
}

function playForm(offers) {
  const seats = h("span", {}), board = choice("board", offers.boards.map((b) => [b.name, boardWords(b)]), "usa");
  const level = offers.bots.filter((bot) => bot.level !== null);
  const bots = [...level, ...offers.bots.filter((bot) => bot.level === null)];
  const fill = () => {
    const most = offers.boards.find((b) => b.name === board.value).players[1] - 1;
    put(seats, choice("bots", numbers(1, most), String(Math.min(2, most))));
  };
  board.addEventListener("change", fill);
  fill();
  const send = ({ name, board, bots, bot }) => ask("/api/play", { name, board, bots: Array(Number(bots)).fill(bot) });
  return form(words.playNow, words.playNowSays, send, words.playNow, nameField(), named(words.board, board),
    named(words.bots, seats),
    named(words.strength, choice("bot", bots.map((bot) => [bot.name, botWords(bot)]), "level:2")));
}

const boardWords = ({ name, title }) => (name.includes(":") ? `${title}, ${name.split(":")[1]}` : title);
export const botWords = (bot) => (bot.level === null ? `${bot.name}: ${bot.says}` : words.level(bot.level));

function pace(text) {
  const [type, number] = text.split(":");
  return { untimed: { type }, live: { type, seconds: Number(number) }, mail: { type, days: Number(number) } }[type];
}

function tableForm(offers) {
  const send = ({ name, board, seats, pace: text, ...ticks }) => {
    const options = { board, pace: pace(text) };
    for (const tick of ["listed", "watch", "hints", "take_back"]) options[tick] = tick in ticks;
    const others = Array(Number(seats) - 1).fill({ kind: "open" });
    return ask("/api/tables", { name, seats: [{ kind: "me" }, ...others], options });
  };
  return form(words.makeTable, words.makeSays, send, words.make, nameField(),
    named(words.board, choice("board", offers.boards.map((b) => [b.name, boardWords(b)]), "usa")),
    named(words.seats, choice("seats", numbers(2, 5), "3")),
    named(words.pace, choice("pace", Object.entries(words.paces), "untimed")),
    h("div", { class: "ticks" }, tick("listed", words.listed), tick("watch", words.watch, true),
      tick("hints", words.hints, true), tick("take_back", words.takeBack, true)));
}

function tableList(title, list, boards) {
  const lines = list.map(({ table, your_turn: turn }) => {
    const seats = table.seats.map((seat) => seat.name || words.free).join(", ");
    const board = boards.find((b) => b.name === table.options.board);
    return h("li", {}, h("a", { href: `/t/${table.id}` }, `${board ? boardWords(board) : table.options.board}: ${seats}`), " ",
      h("span", { class: turn ? "badge" : "faint" }, turn ? words.yourTurn : words.status[table.status]));
  });
  return h("section", { class: "card" }, h("h2", {}, title),
    lines.length ? h("ul", { class: "plain" }, lines) : h("p", { class: "faint" }, words.none));
}

function results(statistics) {
  const heads = ["board", "players", "played", "won", "average", "best", "ticketsMade"];
  const cells = (b) => [b.players, b.played, b.won, b.average.toFixed(1), b.best, `${b.tickets_made} / ${b.tickets_held}`];
  const row = (b) => h("tr", {}, h("th", { scope: "row" }, b.board), cells(b).map((cell) => h("td", {}, cell)));
  const top = h("tr", {}, heads.map((head) => h("th", { scope: "col" }, words[head])));
  return statistics.boards.length > 0 && h("section", { class: "card wide" }, h("h2", {}, words.statistics),
    h("div", { class: "scroller" }, h("table", {}, h("thead", {}, top), h("tbody", {}, statistics.boards.map(row)))));
}

export async function startScreen(main) {
  const [offers, mine, listed, statistics] = await Promise.all(
    ["/api/offers", "/api/me/tables", "/api/tables", "/api/me/statistics"].map((path) => ask(path)));
  main.className = "start";
  const lists = [tableList(words.myGames, mine.tables, offers.boards), tableList(words.listedTables, listed.tables, offers.boards)];
  put(main, playForm(offers), tableForm(offers), h("div", { class: "stack" }, lists), results(statistics));
}
