// Gives the page its words: `virtual:words/fr` is the folder `src/i18n/fr` as a module, in the development
// server, in tests and in a build. What the files say is checked and compiled by `catalogue.ts`. Invariant: words
// that something is wrong with fail the build, and the page never sees them.

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { englishModule, filesOf, otherModule, problems, wordsOf } from "./catalogue.ts";

const FOLDER = fileURLToPath(new URL("../src/i18n", import.meta.url));
const MODULE = /^virtual:words\/(\w+)$/;

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : null),
    load(id) {
      const language = MODULE.exec(id.slice(1))?.[1];
      if (!language) return null;
      const folders = [...new Set(["en", language])].map((name) => `${FOLDER}/${name}`);
      for (const path of folders.flatMap(filesOf)) this.addWatchFile(path);
      return moduleOf(language);
    },
  };
}

function moduleOf(language: string): string {
  const [english, words] = [wordsOf(`${FOLDER}/en`), wordsOf(`${FOLDER}/${language}`)];
  const wrong = problems(english, words, language);
  if (wrong.length) throw new Error(`The words in src/i18n/${language} are not right:\n${wrong.join("\n")}`);
  return language === "en" ? englishModule(english) : otherModule(english, words, language);
}
