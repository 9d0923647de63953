// The board as SVG, made once from the facts of the server and then only painted anew.

import { h, svg } from "./dom.js";
import { cityWords, routeWords, words } from "./words.js";

export const MARKS = { blue: "●", red: "■", green: "▲", yellow: "◆", black: "✚" };
const ENGINE =
  "M-5.5 2.6V-1.4H-2V-4H-.4V-1.4H1.4V-4.6H5.5V2.6ZM-4.9 3.1A1.4 1.4 0 1 0-2.1 3.1Z" +
  "M-1.4 3.1A1.4 1.4 0 1 0 1.4 3.1ZM2.1 3.1A1.4 1.4 0 1 0 4.9 3.1Z";
const STAR = "M0-6L1.6-2.1L5.7-1.9L2.5.8L3.5 4.9L0 2.6L-3.5 4.9L-2.5.8L-5.7-1.9L-1.6-2.1Z";

export const engine = () =>
  svg("svg", { viewBox: "-6 -5.5 12 11", class: "engine", "aria-hidden": true }, svg("path", { d: ENGINE }));

export class Board {
  /** `pick(kind, id)` is told of routes and cities that are clicked. */
  constructor(facts, pick) {
    this.facts = facts;
    this.pick = pick;
    this.cards = new Map(facts.cards.map((card) => [card.name, card]));
    this.cities = new Map(facts.cities.map((city) => [city.id, city]));
    this.routes = new Map(facts.routes.map((route) => [route.id, route]));
    this.tickets = new Map(facts.tickets.map((ticket) => [ticket.id, ticket]));
    this.shapes = new Map();
    const track = facts.routes.map((route) => this.track(route)).join("");
    const canvas = { viewBox: `0 0 ${facts.width} ${facts.height}`, class: "map", role: "group" };
    this.drawing = svg("svg", { ...canvas, "aria-label": facts.title },
      svg("path", { d: track, class: "track" }),
      facts.routes.map((route) => this.route(route)),
      facts.cities.map((city) => this.city(city)),
      facts.cities.map((city) => this.label(city.label)));
    this.element = h("div", { class: "scroller" }, this.drawing);
  }

  track(route) {
    const [a, b] = [this.cities.get(route.a), this.cities.get(route.b)];
    const near = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
    const spaces = [...route.spaces];
    if (near(a, spaces[0]) > near(a, spaces.at(-1))) spaces.reverse();
    return `M${[a, ...spaces, b].map((p) => `${p.x} ${p.y}`).join("L")}`;
  }

  route(route) {
    const card = this.cards.get(route.colour);
    const spaces = route.spaces.map((space, i) => this.space(route, space, i, card));
    return this.shape("claim", route.id, routeWords(this, route), "route", spaces);
  }

  space(route, space, i, card) {
    const [width, height] = [space.length, this.facts.space_width];
    const box = { x: -width / 2, y: -height / 2, width, height, rx: route.ferry ? height / 2 : 2 };
    return svg("g", { transform: `translate(${space.x} ${space.y}) rotate(${space.angle})` },
      svg("rect", { ...box, class: "space", fill: card ? card.paint : this.facts.gray }),
      route.tunnel && svg("rect", { ...box, class: "tunnel" }),
      i < route.ferry && svg("path", { d: ENGINE, class: "ferry" }),
      svg("text", { y: 3.3, class: "letter", fill: card?.ink, "data-free": card?.letter || "" }));
  }

  city(city) {
    return this.shape("build", city.id, cityWords(city), "city", [
      svg("circle", { cx: city.x, cy: city.y, r: 7.5 }),
      city.attraction && svg("path", { d: STAR, class: "star", transform: `translate(${city.x} ${city.y})` }),
      svg("text", { x: city.x, y: city.y + 4, class: "letter", "data-free": city.district || "" })]);
  }

  label(label) {
    const set = { x: label.x, class: "name", "text-anchor": label.anchor, "aria-hidden": true };
    return label.lines.map((line, i) => svg("text", { ...set, y: label.y + 13.5 * i }, line));
  }

  shape(kind, id, says, looks, inside) {
    const press = (event) => {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (shape.group.classList.contains("can")) this.pick(kind, id);
    };
    const title = svg("title", {}, says);
    const group = svg("g", { onclick: press, onkeydown: press }, title, inside);
    const shape = { group, title, says, looks, letters: group.querySelectorAll(".letter") };
    this.shapes.set(kind + id, shape);
    return group;
  }

  /** Show owners (colour and name by id), what can be chosen, what is chosen, and goals. */
  paint({ routes = {}, stations = {}, names, can, chosen, goals, closed }) {
    const seats = { claim: routes, build: stations };
    for (const [key, shape] of this.shapes) {
      const kind = key.slice(0, 5), id = key.slice(5);
      const owner = names[seats[kind][id]];
      const on = can.has(key);
      const looks = [shape.looks, owner && `own ${owner.colour}`, on && "can", chosen === key && "chosen",
        goals.has(id) && "goal", closed.has(id) && "closed"];
      shape.group.setAttribute("class", looks.filter(Boolean).join(" "));
      const says = owner ? `${shape.says}, ${words.ownedBy(owner.name)}` : shape.says;
      shape.title.textContent = says;
      for (const [name, value] of [["tabindex", 0], ["role", "button"], ["aria-label", says]]) {
        if (on) shape.group.setAttribute(name, value);
        else shape.group.removeAttribute(name);
      }
      for (const letter of shape.letters) letter.textContent = owner ? MARKS[owner.colour] : letter.dataset.free;
    }
  }
}
