import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginAlone, dropValue, keepCommitment, keptDeal, newValue } from "./luck";

let stored: Record<string, string> = {};

beforeEach(() => {
  stored = {};
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => void (stored[key] = text),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("the first commitment counts, whatever the server says later", () => {
  keepCommitment("abc", "first");
  keepCommitment("abc", "second");
  expect(keptDeal("abc")?.commitment).toBe("first");
  expect(keptDeal("other")).toBeUndefined();
});

it("values are 32 random bytes in hexadecimal, kept with the table they are for", () => {
  keepCommitment("abc", "c");
  const values = [newValue("abc"), newValue("abc")];
  expect(new Set(values).size).toBe(2);
  for (const value of values) expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(keptDeal("abc")?.values).toEqual(values);
});

it("a value that the server did not take is forgotten", async () => {
  keepCommitment("abc", "c");
  const taken = newValue("abc");
  dropValue("abc", newValue("abc"));
  expect(keptDeal("abc")?.values).toEqual([taken]);
  vi.stubGlobal("fetch", (path: string) => {
    const late = path.endsWith("/commands");
    return Promise.resolve({ ok: !late, json: () => Promise.resolve(late ? { code: "wrong_time" } : {}) });
  });
  await expect(beginAlone("abc", [0], "c")).rejects.toMatchObject({ code: "wrong_time" });
  expect(keptDeal("abc")?.values).toEqual([taken]);
});

it("keeps the newest fifty, and is not put off by what else is stored", () => {
  stored["whistlestop.deals"] = "no JSON";
  for (let i = 0; i < 60; i++) keepCommitment(`t${i}`, "c");
  expect(keptDeal("t9")).toBeUndefined();
  expect(keptDeal("t10")).toBeDefined();
});

it("a game against bots begins with a value for every own seat, after the commitment is kept", async () => {
  const said: { path: string; body: Record<string, unknown> | undefined; kept: boolean }[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) => {
    said.push({
      path,
      body: body ? (JSON.parse(body) as Record<string, unknown>) : undefined,
      kept: !!keptDeal("abc"),
    });
    return Promise.resolve({ ok: true, json: () => Promise.resolve({ table: { deal: { commitment: "c" } } }) });
  });
  await beginAlone("abc", [0, 2]);
  expect(said.map(({ body }) => body?.type)).toEqual([undefined, "value", "value", "start"]);
  expect(said.map(({ body }) => body?.seat)).toEqual([undefined, 0, 2, undefined]);
  expect(said.slice(1).every(({ kept }) => kept)).toBe(true);
  expect(said[1]?.body?.value).toBe(keptDeal("abc")?.values[0]);
});
