// Short messages at the top that go away by themselves.

import { h } from "./dom.js";

export function notice(text, seconds = 6) {
  const shown = h("p", { class: "notice" }, text);
  document.getElementById("notices").append(shown);
  setTimeout(() => shown.remove(), seconds * 1000);
}
