// Keeps the files of the page for a bad network, and answers presses on notifications. What the server says about guests, tables and
// games is never kept. The page itself is asked for each time, so an update is there with the next load; a kept
// page is shown only where the server cannot be reached. Files under page/assets/ have names that change with
// what is in them, so a kept one is always right.

// All that lies below here is ours. What is kept bears its name: a host may have other servers, and other programs.
const BASE = new URL(self.registration.scope).pathname;
const KEPT = `whistlestop-2 ${BASE}`;
// As the server has them. Pages of somebody else below our base are none of our business.
const PAGES = /^(new|games|watch|rules|puzzles(\/[\w-]+)?|t\/\w+(\/\w+)?)?$/;
const MOST = 150; // old files leave in the order they came; a page that is still open may need the last version's

self.addEventListener("install", (event) => {
  event.waitUntil(keep(BASE).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.pathname.slice(BASE.length);
  if (request.mode === "navigate" && PAGES.test(path)) event.respondWith(page(request));
  else if (path.startsWith("page/assets/")) event.respondWith(asset(request));
});

// A press on a notification brings the page forward, at the table it was about.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(path) {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return self.clients.openWindow(path);
  await open.focus();
  return open.navigate(path);
}

async function keep(path) {
  const answer = await fetch(path, { cache: "no-cache" });
  if (answer.ok) await (await caches.open(KEPT)).put(path, answer);
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get("Content-Type")?.startsWith("text/html")) {
      const copy = answer.clone();
      caches.open(KEPT).then((cache) => cache.put(BASE, copy));
    }
    return answer;
  } catch (unreachable) {
    const kept = await (await caches.open(KEPT)).match(BASE);
    if (kept) return kept;
    throw unreachable;
  }
}

async function asset(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await shorten(cache);
  }
  return answer;
}

async function shorten(cache) {
  const requests = await cache.keys();
  const assets = requests.filter(({ url }) => new URL(url).pathname !== BASE);
  await Promise.all(assets.slice(0, Math.max(0, assets.length - MOST)).map((old) => cache.delete(old)));
}

async function forget() {
  const names = await caches.keys();
  // The name of the first version had no base, since all servers were at the root of their hosts.
  const old = (name) => name.endsWith(` ${BASE}`) || (BASE === "/" && name === "whistlestop-1");
  await Promise.all(names.filter((name) => name !== KEPT && old(name)).map((name) => caches.delete(name)));
}
