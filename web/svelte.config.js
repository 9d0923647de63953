import { readdirSync } from "node:fs";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Components by number, in the order of their names.
const files = readdirSync(new URL("src", import.meta.url), { recursive: true, encoding: "utf8" });
const numbers = new Map(
  files
    .filter((name) => name.endsWith(".svelte"))
    .sort()
    .map((name, i) => [name, i.toString(36)]),
);

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // No component of the old kind, so the code that serves those is left out.
    runes: true,
    // Short names for scoped styles: the usual ones are a tenth of the style sheets.
    cssHash: ({ hash, filename, css }) => `s${numbers.get(filename.replace(/^.*src[/]/, "")) ?? hash(css)}`,
  },
};
