// The end of a game: the score item by item, the replay, the record and the rematch.

import { h } from "./dom.js";
import { person } from "./parts.js";
import { pair, ticketWords, words } from "./words.js";

export function scores(t) {
  if (t.table.status !== "over" || !t.game?.score) return [];
  const score = t.game.score;
  const won = score.winners.map((seat) => t.people[seat].name);
  return [h("h2", {}, words.winner(won)), h("p", { class: "faint" }, words.decided[score.decided_by]), table(t, score),
    h("details", { "data-key": "tickets made" }, h("summary", {}, words.tickets), score.seats.map((seat) => held(t, seat))),
    next(t), replay(t)];
}

function table(t, score) {
  const rows = Object.entries(words.items).filter(([item]) => score.seats.some((seat) => seat[item]));
  const cells = (item) => score.seats.map((seat) => h("td", {}, seat[item]));
  return h("div", { class: "scroller" }, h("table", { class: "score" },
    h("thead", {}, h("tr", {}, h("th", {}), score.seats.map((seat) => h("th", { scope: "col" }, person(t.people[seat.seat]))))),
    h("tbody", {}, rows.map(([item, says]) => h("tr", {}, h("th", { scope: "row" }, says), cells(item))),
      h("tr", { class: "total" }, h("th", { scope: "row" }, words.total), cells("total")))));
}

/** Every ticket of a seat with how it ended, and what its stations borrowed. */
function held(t, seat) {
  const line = ([id, made]) => h("li", { class: made ? "made" : "missed" },
    `${made ? "✓" : "✗"} ${ticketWords(t.board, id)}: ${made ? words.made : words.missed}`);
  const loan = ([city, route]) =>
    h("li", {}, words.borrowed(t.board.cities.get(city).name, pair(t.board, t.board.routes.get(route))));
  return [h("p", {}, person(t.people[seat.seat])), h("ul", { class: "plain" }, seat.tickets.map(line), seat.borrowed.map(loan))];
}

function next(t) {
  const again = async () => {
    const made = await t.command("rematch", {});
    if (made) location.href = `/t/${made.table}`;
  };
  const old = t.table.rematch;
  return h("p", { class: "row" },
    old ? h("a", { class: "button main", href: `/t/${old}` }, words.goRematch)
      : t.you.seats.length > 0 && h("button", { class: "main", "data-key": "rematch", onclick: again }, words.rematch),
    h("a", { class: "button", href: `/api/tables/${t.id}/record.wst`, download: `${t.id}.wst` }, words.record));
}

function replay(t) {
  const last = t.game.ply, ply = t.replay?.game.ply ?? last, eyes = t.replay?.eyes ?? "";
  const slide = (event) => t.goTo(Number(event.target.value));
  const slider = h("input", { type: "range", min: 0, max: last, value: ply, "data-key": "ply",
    "aria-label": words.replay, oninput: slide });
  const step = (by, sign, says) => h("button", { "data-key": `step ${by}`, "aria-label": says,
    disabled: ply + by < 0 || ply + by > last, onclick: () => t.goTo(ply + by) }, sign);
  const who = [["", words.everybody], ...t.people.map((part, i) => [String(i), part.name])];
  const seen = h("select", { "data-key": "eyes", onchange: (e) => t.goTo(ply, e.target.value) },
    who.map(([value, says]) => h("option", { value, selected: value === String(eyes) }, says)));
  return h("div", { class: "replay" }, h("p", {}, `${words.replay}: ${words.plyOf(ply, last)}`),
    h("div", { class: "row" }, step(-1, "‹", words.before), slider, step(1, "›", words.after)),
    h("div", { class: "row" }, h("label", {}, `${words.eyes} `, seen),
      t.replay && h("button", { "data-key": "end", onclick: () => t.endReplay() }, words.back)));
}
