// The page as an app: the worker that keeps its files for a bad network, and the browser's offer to install.

import { at, BASE } from "#/base";

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<Offer | null>(null);

/** Whether the browser offers to install the page now. */
export const installable = (): boolean => offer !== null;

export async function install(): Promise<void> {
  const made = offer;
  offer = null;
  await made?.prompt();
}

/** Once, when the page begins. */
export function becomeApp(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as Offer;
  });
  addEventListener("appinstalled", () => (offer = null));
  // Browsers have it only where nobody can listen in: https, or this very machine.
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    navigator.serviceWorker.register(at("/page/worker.js"), { scope: BASE }).catch(() => undefined);
  }
}
