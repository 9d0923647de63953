import { beforeAll, expect, test, vi } from "vitest";
import { testBoard } from "#/testing/board";
import { reasonWords } from "./why";
import { speak, type Language } from "./words.svelte";

const board = testBoard();
const names = ["Ann", "Bob"];
const plan = { tickets: "ash-cedar", routes: "birch-cedar", borrowed: "", turns: 3, left: 9, chance: 0.5 };
const rival = { rival: 1, near: "birch cedar", danger: 0.3 };
const claim = { route: "birch-cedar", points: 2, trains: 5, done: "", for: "ash-cedar" };

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});

const CASES: [string, object, string, string, string][] = [
  [
    "claim_for_plan",
    { ...claim, ...plan, ...rival, last_way: "none" },
    "It is the last way for Ash–Cedar. Bob is already in Birch and Cedar and may take Birch–Cedar first (30%).",
    "Het is de laatste weg voor Ash–Cedar. Bob is al in Birch en Cedar en kan Birch–Cedar eerder nemen (30%).",
    "C’est le dernier chemin pour Ash–Cedar. Bob est déjà à Birch et Cedar et peut prendre Birch–Cedar avant toi (30\u00a0%).",
  ],
  [
    "claim_for_plan",
    { ...claim, ...plan, detour: 1, need: "1 red 2 any", then: "ash-dogwood" },
    "It is on the way for Ash–Cedar; without it the way takes 1 train more. Still missing after it: 1 red, 2 for gray routes.",
    "Hij ligt op de weg voor Ash–Cedar; zonder hem kost de weg 1 trein meer. Daarna ontbreekt nog: 1 rode, 2 voor grijze routes.",
    "Elle est sur le chemin de Ash–Cedar\u202f; sans elle, il faut 1 wagon de plus. Il manque ensuite\u00a0: 1 rouge, 2 pour des routes grises.",
  ],
  [
    "claim_for_plan",
    { ...claim, ...plan, done: "ash-cedar", risk: 0.004 },
    "It completes Ash–Cedar. Risk that the tunnel costs more than you hold: 1%.",
    "Hiermee is compleet: Ash–Cedar. Risico dat de tunnel meer kost dan je hebt: 1%.",
    "Cela complète Ash–Cedar. Risque que le tunnel coûte plus que ta main\u00a0: 1\u00a0%.",
  ],
  [
    "build_for_plan",
    { city: "ash", cost: 4, route: "birch-cedar", rival: 1, done: "ash-cedar", for: "ash-cedar" },
    "It lends you Birch–Cedar of Bob and costs 4 points. It completes Ash–Cedar.",
    "Je leent er Birch–Cedar van Bob mee en het kost 4 punten. Hiermee is compleet: Ash–Cedar.",
    "Elle te prête Birch–Cedar de Bob et coûte 4 points. Cela complète Ash–Cedar.",
  ],
  [
    "draw_for_plan",
    { ...plan, card: "red", need: "1 green", helps: 0 },
    "Missing for Ash–Cedar: 1 green. This card is none of them.",
    "Nog nodig voor Ash–Cedar: 1 groene. Deze kaart hoort daar niet bij.",
    "Il manque pour Ash–Cedar\u00a0: 1 verte. Cette carte n’en fait pas partie.",
  ],
  [
    "draw_for_plan",
    { ...plan, card: "deck", need: "3 red 1 locomotive", hit: 0.34, left: 3 },
    "Missing for Ash–Cedar: 3 red and 1 locomotive. Time is short: about 3 turns of work, about 3 left.",
    "Nog nodig voor Ash–Cedar: 3 rode en 1 locomotief. De tijd dringt: ongeveer 3 beurten werk, nog ongeveer 3 over.",
    "Il manque pour Ash–Cedar\u00a0: 3 rouges et 1 locomotive. Le temps presse\u00a0: environ 3 tours de travail, environ 3 en reste.",
  ],
  [
    "draw_for_points",
    { ...plan, tickets: "", routes: "", open: "", route: "cedar-dogwood", points: 4 },
    "Your tickets are complete. Cards for Cedar–Dogwood would bring 4 points.",
    "Je tickets zijn compleet. Kaarten voor Cedar–Dogwood zouden 4 punten opleveren.",
    "Tes tickets sont complets. Des cartes pour Cedar–Dogwood rapporteraient 4 points.",
  ],
  [
    "last_turn",
    { ...claim, points: 1, for: "" },
    "It is your last turn: it brings 1 point.",
    "Het is je laatste beurt: dit levert 1 punt op.",
    "C’est ton dernier tour\u00a0: cela rapporte 1 point.",
  ],
  [
    "last_turn",
    { ...claim, points: 1, beside: 2, for: "", trail: 10 },
    "It is your last turn: it brings 3 points. It makes your trail the longest: 10 points.",
    "Het is je laatste beurt: dit levert 3 punten op. Je traject wordt het langste: 10 punten.",
    "C’est ton dernier tour\u00a0: cela rapporte 3 points. Ton chemin devient le plus long\u00a0: 10 points.",
  ],
  [
    "decline_tunnel",
    { ...plan, back: 2, done: "ash-cedar", for: "ash-cedar", detour: 2 },
    "You get 2 cards back but lose the turn. That leaves Ash–Cedar open.",
    "Je krijgt 2 kaarten terug, maar bent de beurt kwijt. Dan blijft open: Ash–Cedar.",
    "Tu récupères 2 cartes mais perds le tour. Reste alors ouvert\u00a0: Ash–Cedar.",
  ],
  [
    "decline_tunnel",
    { ...plan, back: 2, done: "", for: "ash-cedar ash-dogwood", nearer: 1 },
    "You get 2 cards back but lose the turn. That delays Ash–Cedar and Ash–Dogwood.",
    "Je krijgt 2 kaarten terug, maar bent de beurt kwijt. Dat stelt uit: Ash–Cedar en Ash–Dogwood.",
    "Tu récupères 2 cartes mais perds le tour. Cela retarde Ash–Cedar et Ash–Dogwood.",
  ],
  [
    "draw_for_points",
    { ...plan, tickets: "", open: "ash-cedar", costly: "ash-cedar", route: "cedar-dogwood", points: 4 },
    "Costs more turns than it is worth: Ash–Cedar. Cards for Cedar–Dogwood would bring 4 points.",
    "Kost meer beurten dan het waard is: Ash–Cedar. Kaarten voor Cedar–Dogwood zouden 4 punten opleveren.",
    "Coûte plus de tours que cela ne vaut\u00a0: Ash–Cedar. Des cartes pour Cedar–Dogwood rapporteraient 4 points.",
  ],
  [
    "draw_for_plan",
    { ...plan, card: "locomotive", need: "1 green", helps: 1, serves: "" },
    "Missing for Ash–Cedar: 1 green. This card helps.",
    "Nog nodig voor Ash–Cedar: 1 groene. Deze kaart helpt.",
    "Il manque pour Ash–Cedar\u00a0: 1 verte. Cette carte aide.",
  ],
  [
    "keep_tickets",
    { ...plan, kept: "ash-cedar", done: "", dropped: "ash-dogwood", shared: "birch-cedar", trains: 1, turns: 1 },
    "Your plan then takes 1 train and about 1 turn; chance of success 50%. Unlikely to be completed: Ash–Dogwood.",
    "Je plan kost dan 1 trein en ongeveer 1 beurt; kans van slagen 50%. Nauwelijks nog te halen: Ash–Dogwood.",
    "Ton plan demande alors 1 wagon et environ 1 tour, réussite à 50\u00a0%. Presque impossible à compléter\u00a0: Ash–Dogwood.",
  ],
  [
    "draw_tickets",
    { ...plan, open: "", gain: -1 },
    "Your tickets are complete. More tickets would bring hardly any points.",
    "Je tickets zijn compleet. Meer tickets leveren waarschijnlijk geen punten op.",
    "Tes tickets sont complets. D’autres tickets ne rapporteraient sans doute rien.",
  ],
];

test.each(["en", "nl", "fr"] as const)(
  "reasons in %s name the route, the ticket, the rival and the cards",
  async (to) => {
    await speak(to);
    const at: Record<Language, 2 | 3 | 4> = { en: 2, nl: 3, fr: 4 };
    for (const each of CASES)
      expect(reasonWords(board, each[0], each[1] as Record<string, unknown>, names)).toBe(each[at[to]]);
  },
);

test.each(["en", "nl", "fr"] as const)("hints of older games still have words in %s", async (to) => {
  await speak(to);
  const params = { chance: 0.5, turns: 3, danger: 0.4, points: 4, city: "ash", missing: 2, gain: 1.2 };
  for (const reason of [
    "keep_tickets",
    "claim_for_plan",
    "build_for_plan",
    "draw_for_plan",
    "draw_for_points",
    "pay_tunnel",
  ])
    expect(reasonWords(board, reason, params)).not.toMatch(/undefined|NaN|\b0\b/);
});

test("a danger is named only if it is worth a word, and a list is short", async () => {
  await speak("en");
  expect(reasonWords(board, "claim_for_plan", { ...claim, ...rival, danger: 0.02 }, names)).not.toContain("Bob");
  const many = { for: "ash-cedar ash-dogwood ash-cedar ash-dogwood" };
  expect(reasonWords(board, "claim_for_plan", many)).toBe("It is on the way for Ash–Cedar, Ash–Dogwood and 2 more.");
});
