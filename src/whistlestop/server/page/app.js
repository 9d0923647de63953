// The page: the start screen at /, a table at /t/{id}, one ply of a finished game at /t/{id}/{ply}.

import { ask, h, put } from "./dom.js";
import { startScreen } from "./start.js";
import { TableScreen } from "./table.js";
import { refusal } from "./refusals.js";
import { words } from "./words.js";

const [, kind, id, ply] = location.pathname.split("/");
const main = document.getElementById("main");
put(document.getElementById("top"),
  h("a", { href: "/", class: "brand" }, words.title),
  h("p", { id: "status", role: "status" }), h("span", { id: "clock", class: "clock" }));

try {
  await ask("/api/me"); // gives this browser its cookie before anything is sent
  if (kind === "t") await new TableScreen(id, main).open(ply === undefined ? null : Number(ply));
  else await startScreen(main);
} catch (problem) {
  put(main, h("p", { class: "card empty" }, refusal(problem)));
}
