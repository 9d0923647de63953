// A table's screen: what the server said last, shown. It knows no rules: what can be done is what
// `legal` lists, and nothing is shown before the server has said it.

import { Board } from "./board.js";
import { ask, h, notice, put } from "./dom.js";
import { Line } from "./line.js";
import { lobby } from "./lobby.js";
import { actions, closedSides, hand, logLine, market, openCities, players, tickets } from "./parts.js";
import { scores } from "./scores.js";
import { refusal } from "./refusals.js";
import { duration, situation, words } from "./words.js";

const PARTS = ["board", "market", "hand", "lobby", "end", "turn", "players", "tickets", "log"];
/** The shape on the map that an action is about: "claim paris-zurich 3 red" is "claimparis-zurich". */
const keyOf = (action) => action.slice(0, 5) + action.split(" ")[1];

export class TableScreen {
  constructor(id, main) {
    Object.assign(this, { id, main, happened: [], mine: {}, chosen: "", facing: null, replay: null, zoomed: 0 });
    const place = (name) => [name, h("section", { class: `part ${name}`, "aria-label": words[name] || name })];
    this.places = Object.fromEntries(PARTS.map(place));
  }

  async open(ply) {
    await ask(`/api/tables/${this.id}`); // this refusal has words; a socket that is refused has none
    this.offers = await ask("/api/offers");
    this.wanted = ply;
    const places = PARTS.map((name) => this.places[name]);
    this.main.className = "table";
    put(this.main, h("div", { class: "left" }, places.slice(0, 3)), h("div", { class: "side" }, places.slice(3)));
    put(this.places.log, h("h2", {}, words.log), (this.lines = h("ol", { class: "lines", tabindex: 0 })), this.chat());
    this.line = new Line(this.id, {
      welcome: (message, since) => this.welcome(message, since),
      update: (message) => this.merge(message),
      refused: (message) => notice(refusal(message)),
      bye: (message) => notice(refusal(message)),
      state: (state) => this.connection(state === "lost"),
    });
    setInterval(() => this.tick(), 1000);
  }

  connection(lost) {
    document.body.classList.toggle("lost", lost);
    if (lost) document.getElementById("status").textContent = words.lost;
  }

  welcome(message, since) {
    this.skew = message.now - Date.now();
    if (since === null || message.more) {
      this.happened = [];
      this.lines.replaceChildren();
    }
    this.mine = {};
    this.merge(message);
  }

  /** Take in a welcome or an update: a part that is missing has not changed. */
  merge({ you, table, game, mine, happened }) {
    Object.assign(this, you && { you }, table && { table }, game && { game });
    for (const own of mine || []) this.mine[own.seat] = own;
    this.advice = happened.findLast((entry) => entry.params.options)?.params || this.advice;
    this.fresh = [...(this.fresh || []), ...happened];
    this.refresh();
  }

  async refresh() {
    const name = this.game?.board || this.table.options.board;
    if (this.boardName !== name) {
      this.boardName = name;
      this.board = new Board(await ask(`/api/boards/${encodeURIComponent(name)}`), (kind, id) => this.choose(kind + id));
      put(this.places.board, this.board.element, this.zoom());
    }
    if (!this.board) return; // its facts are on their way, and then everything is shown
    if (this.wanted !== null && this.table.status === "over") this.goTo(this.wanted);
    this.wanted = null;
    this.show();
  }

  /** The own seat that is to act, else the one that acted last, else none. */
  get seat() {
    const asked = this.you.seats.find((seat) => this.mine[seat]?.decision != null);
    return asked ?? (this.you.seats.includes(this.facing) ? this.facing : this.you.seats[0]);
  }

  /** What is shown: the game as it is, or a ply of it. Several on one device take turns to look. */
  get shown() {
    if (this.replay) return { game: this.replay.game, own: this.replay.mine[0], seat: this.replay.mine[0]?.seat };
    const hidden = this.you.seats.length > 1 && this.facing !== this.seat && this.table.status === "playing";
    return { game: this.game, own: hidden ? null : this.mine[this.seat], seat: this.seat, hidden };
  }

  show() {
    const { game, own, seat } = this.shown;
    this.people = this.table.seats.map((part, i) => ({ ...part, name: part.name || `${words.free} ${i + 1}` }));
    for (const entry of this.fresh.splice(0)) this.tell(entry);
    const waits = own?.decision != null && !this.replay;
    const can = new Set(waits ? own.legal.filter((action) => /^(claim|build) /.test(action)).map(keyOf) : []);
    if (!can.has(this.chosen)) this.chosen = "";
    const parts = { lobby, market, hand, turn: actions, players, tickets, end: scores };
    for (const [name, part] of Object.entries(parts)) put(this.places[name], part(this));
    this.board.paint({
      names: this.people, routes: game?.owners, stations: game?.stations, chosen: this.chosen, can,
      goals: openCities(this.board, game, own, seat), closed: closedSides(this.board, game),
    });
    const turn = this.mine[this.seat]?.decision != null && this.table.status === "playing";
    document.title = turn ? `${words.yourMove} · ${words.title}` : words.title;
    document.getElementById("status").textContent = game ? situation(game, this.people) : words.status[this.table.status];
    this.tick();
  }

  tell(entry) {
    if (entry.v <= (this.happened.at(-1)?.v ?? 0)) return;
    this.happened.push(entry);
    const atEnd = this.lines.scrollTop + this.lines.clientHeight > this.lines.scrollHeight - 30;
    this.lines.append(...logLine(this, entry));
    if (atEnd) this.lines.scrollTop = this.lines.scrollHeight;
  }

  tick() {
    const deadline = this.replay ? null : this.game?.deadline;
    const left = deadline ? duration(deadline - Date.now() - this.skew) : "";
    document.getElementById("clock").textContent = left;
  }

  /** A click on the map or in a list: the route or city whose payments are then offered. */
  choose(key) {
    this.chosen = this.chosen === key ? "" : key;
    this.show();
    this.places.turn.querySelector(".pay button")?.focus();
  }

  async command(type, fields) {
    try {
      return await this.line.command(type, fields);
    } catch (refused) {
      notice(refusal(refused));
    }
  }

  /** Take the decision that is asked; a second click while it is on its way does nothing. */
  async act(action) {
    const { seat, decision } = this.mine[this.seat];
    if (this.acting === decision) return;
    this.acting = decision;
    await this.command("do", { seat, decision, action });
    this.acting = null;
  }

  async goTo(ply, eyes = this.replay?.eyes ?? "") {
    this.going = `${ply} ${eyes}`;
    const query = eyes === "" ? "" : `?seat=${eyes}`;
    const seen = await ask(`/api/tables/${this.id}/plies/${ply}${query}`).catch((problem) => notice(refusal(problem)));
    if (!seen || this.going !== `${ply} ${eyes}`) return;
    this.replay = { ...seen, eyes };
    history.replaceState(null, "", `/t/${this.id}/${ply}`);
    this.show();
  }

  endReplay() {
    this.replay = null;
    history.replaceState(null, "", `/t/${this.id}`);
    this.show();
  }

  zoom() {
    const by = (step) => () => {
      this.zoomed = Math.max(0, Math.min(3, this.zoomed + step));
      this.places.board.dataset.zoom = this.zoomed;
    };
    by(matchMedia("(max-width: 40rem)").matches && this.board.facts.width > 700 ? 1 : 0)();
    return h("div", { class: "zoom" },
      h("button", { onclick: by(-1), "aria-label": words.zoomOut, title: words.zoomOut }, "−"),
      h("button", { onclick: by(1), "aria-label": words.zoomIn, title: words.zoomIn }, "+"));
  }

  chat() {
    const text = h("input", { name: "text", maxlength: 300, autocomplete: "off", "aria-label": words.say, placeholder: words.say });
    const phrases = Object.entries(words.phrases).map(([value, says]) => h("option", { value }, says));
    const phrase = h("select", { "aria-label": words.phrase }, h("option", { value: "" }, words.phrase), phrases);
    phrase.addEventListener("change", () => {
      if (phrase.value) this.command("say", { phrase: phrase.value });
      phrase.value = "";
    });
    const send = (event) => {
      event.preventDefault();
      if (text.value.trim()) this.command("say", { text: text.value });
      text.value = "";
    };
    return h("form", { class: "chat", onsubmit: send }, text, h("button", {}, words.send), phrase);
  }
}
