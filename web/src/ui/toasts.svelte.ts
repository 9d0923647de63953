// Short messages that come and go: what was refused, what was done. Shown by `Toasts.svelte` once per page.
// Invariant: the same message is never shown twice at the same time.

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "good" | "bad";
  /** What can be done about it, by a button. */
  act?: { label: string; do: () => void };
}

let list = $state<Toast[]>([]);
let next = 1;

export const toasts = (): Toast[] => list;

/** Show a message; `seconds` 0 leaves it until it is dismissed. Returns how to take it away. */
export function toast(text: string, kind: Toast["kind"] = "info", seconds = 6, act?: Toast["act"]): () => void {
  list = list.filter((shown) => shown.text !== text);
  const id = next++;
  list = [...list.slice(-3), { id, text, kind, act }];
  const away = () => dismiss(id);
  if (seconds > 0) setTimeout(away, seconds * 1000);
  return away;
}

export function dismiss(id: number): void {
  list = list.filter((shown) => shown.id !== id);
}
