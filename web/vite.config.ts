// The client is built into the Python package, so that whoever installs it needs no Node.
// Building needs the packages under "dependencies" alone; vitest lends only its types here.
/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { catalogues } from "./catalogues/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.WHISTLESTOP_SERVER ?? "http://127.0.0.1:8000";

/** What an evening from the start page to the result may weigh in bytes as it is sent, in any language. */
const MOST = 180_000;
/** What each room apart may weigh: most visitors never open it, and it is loaded when they do. */
const MOST_APART = 20_000;
/** The rooms apart. */
const APART = /assets\/(rules|typed|review|puzzles|fork|qr)-/;
/** What each font may weigh; they are packed already, and the page is read without them. */
const MOST_FONT = 15_000;

/** The file of a language other than English. */
const LANGUAGE = /assets\/(nl|fr)-/;

/** Fails a build that has become too heavy. */
function scales(): Plugin {
  let folder = "";
  return {
    name: "scales",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
      const files = names.filter((name) => /\.(js|css|html)$/.test(name));
      const weigh = (name: string) => gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length;
      // Nobody reads two languages at once: only the heaviest of the others counts.
      const [others, shared] = [
        files.filter((name) => LANGUAGE.test(name)),
        files.filter((name) => !LANGUAGE.test(name) && !APART.test(name)),
      ];
      const sent = shared.reduce((sum, name) => sum + weigh(name), Math.max(0, ...others.map(weigh)));
      console.log(`The client weighs ${sent} bytes compressed; ${MOST} are allowed.`);
      for (const name of names.filter((name) => name.endsWith(".woff2"))) {
        const weight = readFileSync(`${folder}/${name}`).length;
        if (weight > MOST_FONT) this.error(`${name} is too heavy by ${weight - MOST_FONT} bytes`);
      }
      for (const name of files.filter((name) => APART.test(name))) {
        const weight = weigh(name);
        console.log(`${name} weighs ${weight} bytes compressed; ${MOST_APART} are allowed.`);
        if (weight > MOST_APART) this.error(`${name} is too heavy by ${weight - MOST_APART} bytes`);
      }
      if (sent > MOST) this.error(`the client has become too heavy by ${sent - MOST} bytes`);
    },
  };
}

/** What is loaded together is packed together, so that it is packed well. */
const part = (name: string, test: RegExp, priority: number) => ({ name, test, priority });
const FRAME =
  /node_modules\/(?!uqr\/)|^\0(?!virtual:words\/(?:rules|typed)\.)|web\/src\/(App|main|base|settings|navigation|board\/facts)\./;
const FIRST = /web\/src\/(ui|connection|shell|attention|games|start|lobby\/(?!QrCode)|i18n\/(words|refusal\.))/;
const OTHER_LANGUAGE = /(?:virtual:words|src\/i18n)\/(?!en\b)([a-z]{2})(?:\/|$)/;
const RULES = /virtual:words\/rules\.([a-z]{2})/;
const PARTS = [
  part("start", new RegExp(`${FRAME.source}|${FIRST.source}`), 9),
  { name: (id: string) => OTHER_LANGUAGE.exec(id)?.[1] ?? null, test: OTHER_LANGUAGE, priority: 10 },
  // The rules in each language are a part of their own: whoever never opens them never loads them.
  { name: (id: string) => `rules-${RULES.exec(id)?.[1]}`, test: RULES, priority: 11 },
  part("table", /web\/src\/(board|table|shown|guide|i18n)\/|render\/art\.json/, 6),
  part("after", /web\/src\/(end|replay)\//, 5),
  // Below the table: a part takes along what it uses, and these rooms draw with what the table draws with.
  part("typed", /web\/src\/typed\/|virtual:words\/typed\./, 2),
  part("rules", /web\/src\/rules\//, 4),
  part("review", /web\/src\/review\//, 2),
  part("puzzles", /web\/src\/puzzles\//, 2),
  part("fork", /web\/src\/fork\//, 2),
  part("qr", /node_modules\/uqr\/|web\/src\/lobby\/QrCode/, 3),
];

export default defineConfig(({ command }) => ({
  plugins: [svelte(), catalogues(), scales()],
  // Built files find each other by where they are, and the server tells the page where that is.
  base: command === "build" ? "./" : "/page/",
  resolve: {
    alias: {
      "#protocol": here("../docs/protocol/protocol.ts"),
      "#art": here("../src/whistlestop/render/art.json"),
      "#": here("src"),
    },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/whistlestop/server/client"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // A test that hangs fails; one on a busy machine, where five seconds may be a second of its own, does not.
  test: { include: ["{catalogues,src}/**/*.test.ts"], testTimeout: 60_000 },
}));
