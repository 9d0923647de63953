// What this browser's user prefers. Kept in this browser only; the server never hears of it.
// Invariant: whatever is stored, every field of `settings` has a value of its type.

export type Theme = "system" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

export interface LastPlay {
  board: string;
  bots: number;
  level: string;
}

export interface Settings {
  /** What others call this player; empty until somebody has chosen one. */
  name: string;
  theme: Theme;
  sound: boolean;
  /** Sounds were offered once. */
  soundOffered: boolean;
  /** How fast things move; see `pace()` for what holds with reduced motion. */
  speed: Speed;
  /** Ask before a route is claimed. */
  confirm: boolean;
  /** Symbols on cards, routes and trains in addition to colours. */
  symbols: boolean;
  lastPlay: LastPlay;
  /** Notify me in the background when it is my turn; the browser was asked for leave. */
  notify: boolean;
  /** The guided first game is done or was skipped. */
  guided: boolean;
}

const KEY = "whistlestop.settings";

export const DEFAULTS: Settings = {
  name: "",
  theme: "system",
  sound: false,
  soundOffered: false,
  speed: "normal",
  confirm: false,
  symbols: true,
  lastPlay: { board: "usa", bots: 2, level: "level:2" },
  notify: false,
  guided: false,
};

const ALLOWED: { [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  speed: ["slow", "normal", "fast", "off"],
};

/** Stored settings made whole: what is missing or of another kind takes its default. */
export function whole(stored: unknown): Settings {
  const found = typeof stored === "object" && stored !== null ? stored : {};
  const result: Record<string, unknown> = structuredClone(DEFAULTS) as never;
  for (const [key, usual] of Object.entries(DEFAULTS)) {
    const value = (found as Record<string, unknown>)[key];
    if (fits(key as keyof Settings, usual, value)) result[key] = value;
  }
  return result as unknown as Settings;
}

function fits(key: keyof Settings, usual: unknown, value: unknown): boolean {
  if (typeof value !== typeof usual || value === null) return false;
  if (key === "lastPlay") {
    const last = value as Record<string, unknown>;
    return Object.entries(DEFAULTS.lastPlay).every(([name, kind]) => typeof last[name] === typeof kind);
  }
  const allowed = ALLOWED[key] as readonly unknown[] | undefined;
  return allowed === undefined || allowed.includes(value);
}

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // not readable, or not permitted: then nothing is remembered
  }
}

export const settings: Settings = $state(whole(stored()));

/** Keep the settings from now on, and follow changes made in other tabs. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
      } catch {
        // no room or no permission: they hold for this visit
      }
    });
    $effect(() => dress(settings.theme));
    $effect(() => document.documentElement.style.setProperty("--pace", String(lasting(1))));
  });
  addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, whole(stored()));
  });
}

/** Light or dark for the page, and for what the browser draws around it. */
function dress(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.dataset.media ??= bar.media;
    const meant = bar.dataset.media.includes("dark") ? "dark" : "light";
    bar.media = theme === "system" ? bar.dataset.media : theme === meant ? "all" : "not all";
  }
}

const motion = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
let still = $state(motion?.matches ?? false);
motion?.addEventListener("change", (event) => (still = event.matches));

/** How fast things move, with the wish of the device for less motion respected. */
export const pace = (): Speed => (still ? "off" : settings.speed);

const FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** How long something that takes `milliseconds` at normal speed takes now; 0 means at once. */
export const lasting = (milliseconds: number): number => milliseconds * FACTORS[pace()];
