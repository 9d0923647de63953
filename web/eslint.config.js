// The recommended rules of each language. How lines look is prettier's matter, and types and the names that exist in a
// browser are `npm run check`'s, which knows them.
import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const readonly = (...names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default defineConfig(
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  globalIgnores(["src/i18n/catalogue.ts"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    rules: {
      // `_` stands where the language wants a name and nobody reads it.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      // A set or map that the page shows is replaced, never changed in place; the others it does not watch.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.ts", "**/*.svelte"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: { "no-undef": "off" },
  },
  // Nobody checks the types of these.
  { files: ["*.js"], languageOptions: { globals: readonly("URL") } },
  { files: ["public/worker.js"], languageOptions: { globals: readonly("URL", "caches", "fetch", "location", "self") } },
);
