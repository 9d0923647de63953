// Small things to make elements with. Strings only ever become text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child || child === 0));
  return element;
}

export const h = (name, properties = {}, ...children) =>
  fill(document.createElement(name), properties, children);
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** Replace what a place holds; the focus and what was typed or unfolded (`data-key`) stay. */
export function put(place, ...children) {
  const keyed = (root) => [...root.querySelectorAll("[data-key]")];
  const focused = place.contains(document.activeElement) && document.activeElement.dataset.key;
  const before = new Map(keyed(place).map((element) => [element.dataset.key, element]));
  place.replaceChildren(...children.flat(9).filter(Boolean));
  for (const element of keyed(place)) {
    const old = before.get(element.dataset.key);
    if (old?.open) element.open = true;
    if (old && element.dataset.keep) Object.assign(element, { value: old.value, checked: old.checked });
    if (focused === element.dataset.key) element.focus({ preventScroll: true });
  }
}

/** Ask the server; a refusal is thrown as an Error with its code. */
export async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  const code = data?.code || "unreachable";
  if (!answer?.ok) throw Object.assign(new Error(code), { code });
  return data;
}

/** A short message that goes away by itself. */
export function notice(text, seconds = 6) {
  const shown = h("p", { class: "notice" }, text);
  document.getElementById("notices").append(shown);
  setTimeout(() => shown.remove(), seconds * 1000);
}
