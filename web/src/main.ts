import { mount } from "svelte";
import App from "./App.svelte";
import { keepAttention } from "./attention/attention.svelte";
import { speakAsBefore } from "./i18n/words.svelte";
import { ask } from "#/connection/ask";
import { address, follow } from "./navigation.svelte";
import { keepSettings } from "./settings.svelte";
import { becomeApp } from "./shell/install.svelte";
import { loadOffers } from "./start/offers";
import "./app.css";

follow();
keepSettings();
becomeApp();
// A part of the page that is not there any more: the server has a newer page. Once, not for ever.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("whistlestop.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("whistlestop.reloaded", String(Date.now()));
  location.reload();
});
// Renews the cookie of this browser for a year, and makes one where the page came from the worker's cache.
ask("/api/me").catch(() => undefined);
// On its way while the page is being put together.
if (address().page === "start" || address().page === "new") loadOffers().catch(() => undefined);
const target = document.getElementById("app");
if (target)
  void speakAsBefore().then(() => {
    mount(App, { target });
    keepAttention();
  });
