// A table before the start: its seats, the link for friends, and what the host arranges.

import { h, notice } from "./dom.js";
import { person } from "./parts.js";
import { botWords } from "./start.js";
import { words } from "./words.js";

/** What the address of this page grants: an invite to a free seat, or the token of a seat. */
const granted = () => new URLSearchParams(location.hash.slice(1)).get("invite") || undefined;
const address = (t, grant) => `${location.origin}/t/${t.id}#invite=${encodeURIComponent(grant)}`;

export function lobby(t) {
  const { status, seats } = t.table;
  if (status === "over") return [];
  const [, seat] = (granted() || "").split("."); // a token names its seat, an invite none
  const handed = seat !== undefined && !t.you.seats.includes(Number(seat)) && sitForm(t, Number(seat));
  if (status === "playing") return [handed, t.you.host && others(t)];
  const enough = seats.filter((part) => part.kind !== "open").length >= 2;
  return [h("h2", {}, words.table), t.you.invite && share(words.shareLink, address(t, t.you.invite)), handed,
    h("ul", { class: "plain seats" }, t.people.map((part, i) => h("li", {}, seatLine(t, part, i)))),
    t.you.host ? button("start", words.start, !enough, () => t.command("start"), "main")
      : h("p", { class: "faint" }, words.startWaits)];
}

const button = (key, says, disabled, onclick, looks) => h("button", { "data-key": key, disabled, onclick, class: looks }, says);

function share(says, link) {
  const field = h("input", { readonly: true, value: link, "aria-label": says, onfocus: (event) => event.target.select() });
  const copy = () => {
    field.select();
    const copied = navigator.clipboard?.writeText(link) || Promise.reject(); // only where the line is secure
    copied.catch(() => document.execCommand("copy")).then(() => notice(words.copied, 2));
  };
  return h("p", { class: "row share" }, h("span", {}, says), field, button("copy", words.copy, false, copy));
}

function seatLine(t, part, seat) {
  const mine = t.you.seats.includes(seat), command = (type) => () => t.command(type, { seat });
  const notes = [mine && words.you, seat === t.table.host && words.host, part.kind === "bot" && part.bot];
  const free = part.kind === "open" && !t.you.seats.some((i) => t.table.seats[i].kind === "human");
  return [h("div", { class: "row" }, person(part), h("small", {}, notes.filter(Boolean).join(", ")),
    (mine || (t.you.host && part.kind !== "human")) && colours(t, part, seat),
    mine && part.kind === "human" && button(`leave ${seat}`, words.leave, false, command("leave")),
    t.you.host && !mine && part.kind === "human" && button(`kick ${seat}`, words.kick, false, command("kick"))),
    t.you.host && part.kind !== "human" && h("div", { class: "row" }, kinds(t, part, seat),
      part.kind === "remote" && token(t, seat)),
    free && sitForm(t, seat)];
}

function colours(t, part, seat) {
  const taken = t.table.seats.map((other) => other.colour);
  const free = t.offers.colours.filter((colour) => colour === part.colour || !taken.includes(colour));
  const paint = (event) => t.command("paint", { seat, colour: event.target.value });
  return h("select", { "data-key": `colour ${seat}`, "aria-label": words.colour, onchange: paint },
    free.map((colour) => h("option", { value: colour, selected: colour === part.colour }, words.colours[colour] || colour)));
}

/** What a seat is for; the host chooses. */
function kinds(t, part, seat) {
  const now = part.kind === "bot" ? `bot ${part.bot}` : part.kind;
  const bots = t.offers.bots.map((bot) => [`bot ${bot.name}`, botWords(bot)]);
  const arrange = ({ target }) => {
    const [kind, ...bot] = target.value.split(" ");
    t.command("arrange", { seat, kind, ...(kind === "bot" && { bot: bot.join(" ") }) });
  };
  return h("select", { "data-key": `kind ${seat}`, "aria-label": words.seatFor, onchange: arrange },
    [...Object.entries(words.kinds), ...bots].map(([value, says]) => h("option", { value, selected: value === now }, says)));
}

function token(t, seat) {
  const make = async () => {
    const made = await t.command("reissue", { seat });
    if (made) t.main.querySelector(`[data-token="${seat}"]`)?.replaceChildren(share(words.tokenSays, made.token));
  };
  return [button(`token ${seat}`, words.token, false, make), h("div", { "data-token": seat })];
}

/** In a running game the host may hand a player's seat over or give it to a bot. */
function others(t) {
  const away = (part, seat) => ["human", "remote"].includes(part.kind) && !t.you.seats.includes(seat);
  const people = t.table.seats.flatMap((part, seat) => (away(part, seat) ? [[part, seat]] : []));
  const link = async (seat) => {
    const made = await t.command("reissue", { seat });
    if (made) t.main.querySelector(`[data-token="${seat}"]`)?.replaceChildren(share(words.handOver, address(t, made.token)));
  };
  const line = ([part, seat]) => h("div", { class: "row" }, person(part), button(`hand ${seat}`, words.handOver, false, () => link(seat)),
    !part.away && button(`kick ${seat}`, words.kick, false, () => t.command("kick", { seat })),
    h("div", { "data-token": seat }));
  return people.length > 0 &&
    h("details", { "data-key": "others" }, h("summary", {}, words.hostTools), people.map(line));
}

function sitForm(t, seat) {
  const field = h("input", { name: "name", required: true, maxlength: 24, "aria-label": words.name,
    placeholder: words.name, "data-key": `name ${seat}`, "data-keep": "1" });
  field.value = localStorage.getItem("name") || "";
  const sit = (event) => {
    event.preventDefault();
    localStorage.setItem("name", field.value);
    t.command("sit", { seat, name: field.value, invite: granted() });
  };
  return h("form", { class: "row", onsubmit: sit }, field, h("button", { class: "main" }, words.sit));
}
