// Which puzzles were solved on this device, and how: at the first try without help, or with it. The server never
// hears of it. Invariant: whatever is stored, the state is a record of these two words.

export type Solved = "solved" | "helped";

const KEY = "whistlestop.puzzles";
/** The day whose puzzle was solved last; the start page looks at it. */
const DAY = "whistlestop.puzzleday";

function stored(): Record<string, Solved> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, how]) => how === "solved" || how === "helped"));
  } catch {
    return {}; // not readable, or not permitted: then it lasts as long as the page
  }
}

let all = $state.raw(stored());

/** How a puzzle was solved, if it was. */
export const solvedAs = (id: string): Solved | undefined => all[id];

/** Remember a puzzle; who has solved it by themselves stays so. `today`: it is the day's. */
export function remember(id: string, how: Solved, today: boolean): void {
  if (all[id] !== "solved") all = { ...all, [id]: how };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    if (today) localStorage.setItem(DAY, new Date().toISOString().slice(0, 10));
  } catch {
    // no room or no permission
  }
}
