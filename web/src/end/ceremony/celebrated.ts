// Which ceremonies this browser has held, so that coming back to a finished table shows the result at once.

const KEY = "whistlestop.celebrated";
const MOST = 50;

function held(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return []; // not readable, or not permitted: then it is held again
  }
}

export const wasCelebrated = (table: string): boolean => held().includes(table);

export function celebrate(table: string): void {
  try {
    const others = held().filter((one) => one !== table);
    localStorage.setItem(KEY, JSON.stringify([...others, table].slice(-MOST)));
  } catch {
    // no room or no permission
  }
}
