// What waits for me, kept while the page is open: the tables being played, asked for now and then, the number in the
// title, the badge of the app, and a notification of the browser in the background, for those who wished for one.
// Invariant: the title of the page is set here and nowhere else, and nobody is asked for leave without a press.

import type { TableLine } from "#protocol";
import { at } from "#/base";
import { askTables, seatWords } from "#/games/tables";
import { listed, w } from "#/i18n/words.svelte";
import { go } from "#/navigation.svelte";
import { settings } from "#/settings.svelte";
import { boardWords } from "#/start/offers";
import { countedTitle, newlyWaiting, waitingIds, type Place } from "./waiting";

/** Between two questions, in milliseconds: on a page of lists, and at a table or in the background. */
const OFTEN = 15_000;
const SELDOM = 60_000;

let lines = $state.raw<TableLine[] | null>(null);
let place = $state.raw<Place | null>(null);
let title = $state("");
const waiting = $derived(waitingIds(lines ?? [], place));

/** My tables that are being played, or null before the first answer. */
export const playing = (): TableLine[] | null => lines;

/** Call the page this, after the number of tables that wait; `table`: the one on the screen. */
export function entitle(text: string, table: Place | null = null): void {
  const left = place !== null && place.id !== table?.id;
  title = text;
  if (place?.id !== table?.id || place?.turn !== table?.turn) place = table;
  if (left) void refresh(); // the list of before knows nothing of the moves made there
}

/** Ask now; what cannot be had stays as it was. */
export async function refresh(): Promise<void> {
  lines = await askTables("mine", "playing", 50).then(
    ({ tables }) => tables,
    () => lines,
  );
}

/** Once, when the page begins. */
export function keepAttention(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = async (): Promise<void> => {
    clearTimeout(timer);
    await refresh();
    timer = setTimeout(() => void again(), document.hidden || place ? SELDOM : OFTEN);
  };
  document.addEventListener("visibilitychange", () => void (document.hidden || again()));
  $effect.root(() => {
    $effect(() => {
      if (title) document.title = countedTitle(title, waiting, place);
    });
    $effect(() => badge(waiting.size));
    let before: ReadonlySet<string> | null = null;
    $effect(() => {
      const fresh = newlyWaiting(before, waiting);
      if (lines !== null || place !== null) before = waiting;
      if (document.hidden) for (const id of fresh) void notify(id);
    });
  });
  void again();
}

function badge(count: number): void {
  const done = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => undefined); // a page that is not installed has none
}

/** Whether this browser can notify at all. */
export const canNotify = (): boolean => typeof Notification !== "undefined";

/** Wish for notifications, or for none; gives whether they will come. Only after a press. */
export async function wishToBeNotified(wanted: boolean): Promise<boolean> {
  settings.notify = wanted;
  if (wanted) settings.notify = canNotify() && (await Notification.requestPermission()) === "granted";
  return settings.notify;
}

async function notify(id: string): Promise<void> {
  if (!settings.notify || !canNotify() || Notification.permission !== "granted") return;
  const find = (): TableLine | undefined => lines?.find(({ table }) => table.id === id);
  if (!find()) await refresh(); // a table may be newer than the list
  const line = find();
  const options = { body: bodyOf(line), tag: id, icon: at("/page/icon-192.png"), data: at(`/t/${id}`) };
  try {
    const shown = new Notification(w().shell.games.yourTurn, options);
    shown.onclick = () => {
      focus();
      go(`/t/${id}`);
      shown.close();
    };
  } catch {
    // Phones show notifications only through the worker, which also answers a press on them; on a first visit it may
    // still be on its way, and shows none until it is there.
    const worker = await navigator.serviceWorker?.ready;
    await worker?.showNotification(w().shell.games.yourTurn, options);
  }
}

/** Where it is my turn, and with whom. */
function bodyOf(line: TableLine | undefined): string {
  if (!line) return "";
  const others = line.table.seats.filter((_, seat) => !line.seats.includes(seat)).map(seatWords);
  return `${boardWords(line.table.options.board, [])} · ${listed(others)}`;
}
