import { describe, expect, it } from "vitest";
import { DEFAULTS, whole } from "./settings.svelte";

describe("stored settings", () => {
  it("are taken as they are where they fit", () => {
    const stored = {
      ...DEFAULTS,
      name: "Ann",
      theme: "dark",
      lastPlay: { board: "europe", bots: 4, level: "level:3" },
    };
    expect(whole(stored)).toEqual(stored);
  });

  it.each([null, 7, "text", [], undefined])("that are %j become the defaults", (stored) => {
    expect(whole(stored)).toEqual(DEFAULTS);
  });

  it("lose what has another kind or is not known", () => {
    const stored = { theme: "neon", speed: 3, sound: "yes", name: null, lastPlay: { board: "usa" }, more: 1 };
    expect(whole(stored)).toEqual(DEFAULTS);
  });

  it("never share the defaults' own last game", () => {
    whole({}).lastPlay.board = "europe";
    expect(DEFAULTS.lastPlay.board).toBe("usa");
  });
});
