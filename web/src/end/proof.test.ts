import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DealProof } from "#protocol";
import { checkDeal, seedText } from "./proof";

// As the engine has it: ProvenDeal("00" * 32, (VALUE, None)).
const VALUE = "é1".repeat(16);
const HONEST: DealProof = {
  commitment: "86e59c86c64de37f",
  secret: "00".repeat(32),
  values: [VALUE, null],
  seed: "",
  agrees: true,
};

const hash = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

let proof: DealProof;
let kept: object[];

beforeEach(async () => {
  const commitment = await hash(`whistlestop/commitment/${HONEST.secret}`);
  expect(commitment.startsWith(HONEST.commitment)).toBe(true);
  proof = { ...HONEST, commitment, seed: await hash(seedText(HONEST)) };
  kept = [{ table: "abc", commitment, values: [VALUE] }];
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(kept), setItem: () => undefined });
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve(proof) }));
});
afterEach(() => vi.unstubAllGlobals());

it("the text of a seed is that of the engine", async () => {
  const deal = { secret: "00".repeat(32), values: ["a value of Ann's", null] };
  expect((await hash(seedText(deal))).startsWith("bc842f4bc2724bb9")).toBe(true);
});

it("an honest deal passes, with the own value in it", async () => {
  const good = { kept: true, own: true, secret: true, luck: true, mine: true, order: true, values: [0] };
  expect(await checkDeal("abc", [0])).toEqual(good);
});

it("a server that shows another secret than it promised is found out", async () => {
  proof = { ...proof, secret: "11".repeat(32) };
  proof.commitment = await hash(`whistlestop/commitment/${proof.secret}`);
  proof.seed = await hash(seedText(proof));
  expect(await checkDeal("abc", [0])).toMatchObject({ secret: false, luck: true });
});

it("a server that leaves a value out, or puts another in its place, is found out", async () => {
  proof = { ...proof, values: ["another", null] };
  expect(await checkDeal("abc", [0])).toMatchObject({ mine: false, luck: false });
  proof = { ...proof, values: [null, null] };
  proof.seed = await hash(seedText(proof));
  expect(await checkDeal("abc", [0])).toMatchObject({ mine: false, secret: true, luck: true, order: true });
});

it("a seat without a value here is no fraud: it was another device's, or the value came too late", async () => {
  proof = { ...proof, values: [null, VALUE] };
  proof.seed = await hash(seedText(proof));
  expect(await checkDeal("abc", [0, 1])).toMatchObject({ mine: true, values: [1] });
  expect(await checkDeal("abc", [])).toMatchObject({ mine: null });
  kept = [{ ...kept[0], values: [] }];
  expect(await checkDeal("abc", [0])).toMatchObject({ mine: null });
});

it("says what it does not know: no commitment from before, or no way to work out a hash", async () => {
  kept = [];
  expect(await checkDeal("abc", [0])).toMatchObject({ kept: false, secret: true, mine: null });
  vi.stubGlobal("crypto", {});
  expect(await checkDeal("abc", [0])).toMatchObject({ own: false, secret: true });
});
