// The client is built into the Python package, so that whoever installs it needs no Node.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { catalogues } from "./catalogues/plugin.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.WHISTLESTOP_SERVER ?? "http://127.0.0.1:8000";

/** What the whole client may weigh in bytes as it is sent, all three languages together. */
const MOST = 160_000;

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
      const sent = files.reduce(
        (sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length,
        0,
      );
      console.log(`The client weighs ${sent} bytes compressed; ${MOST} are allowed.`);
      if (sent > MOST) this.error(`the client has become too heavy by ${sent - MOST} bytes`);
    },
  };
}

/** What is loaded together is packed together, so that it is packed well. */
const part = (name: string, test: RegExp, priority: number) => ({ name, test, priority });
const FRAME = /node_modules\/(?!uqr\/)|^\0|web\/src\/(App|main|settings|navigation|board\/facts)\./;
const FIRST = /web\/src\/(ui|connection|shell|games|start|lobby\/(?!QrCode)|i18n\/(words|refusal\.))/;
const OTHER_LANGUAGE = /(?:virtual:words|src\/i18n)\/(?!en\b)([a-z]{2})(?:\/|$)/;
const PARTS = [
  part("start", new RegExp(`${FRAME.source}|${FIRST.source}`), 9),
  { name: (id: string) => OTHER_LANGUAGE.exec(id)?.[1] ?? null, test: OTHER_LANGUAGE, priority: 10 },
  part("rules", /web\/src\/(rules|i18n\/en)\//, 7),
  part("table", /web\/src\/(board|table|shown|guide|i18n)\//, 6),
  part("after", /web\/src\/(end|replay)\//, 5),
  part("qr", /node_modules\/uqr\/|web\/src\/lobby\/QrCode/, 3),
];

export default defineConfig({
  plugins: [svelte(), catalogues(), scales()],
  base: "/page/",
  resolve: {
    alias: { "#protocol": here("../docs/protocol/protocol.ts"), "#": here("src") },
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
  test: { include: ["{catalogues,src}/**/*.test.ts"] },
});
