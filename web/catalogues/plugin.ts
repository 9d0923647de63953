// Gives the page its words: `virtual:words/fr` is the folder `src/i18n/fr` as a module, in the development
// server, in tests and in a build; `virtual:words/typed.fr` is `typed.json` of it, for a room apart. What the files say is checked and compiled by `catalogue.ts`. Invariant: words
// that something is wrong with fail the build, and the page never sees them.

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { filesOf, keyedModule, otherModule, problems, roomWords, wordsOf, type Words } from "./catalogue.ts";

const FOLDER = fileURLToPath(new URL("../src/i18n", import.meta.url));
const MODULE = /^virtual:words\/(?:(\w+)\.)?(\w+)$/;

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : null),
    load(id) {
      const [, room, language] = MODULE.exec(id.slice(1)) ?? [];
      if (!language) return null;
      const folders = [...new Set(["en", language])].map((name) => `${FOLDER}/${name}`);
      const files = room ? folders.map((folder) => `${folder}/${room}.json`) : folders.flatMap(filesOf);
      for (const path of files) this.addWatchFile(path);
      return moduleOf(language, room);
    },
  };
}

function moduleOf(language: string, room?: string): string {
  const words = (name: string): Words => (room ? roomWords(`${FOLDER}/${name}`, room) : wordsOf(`${FOLDER}/${name}`));
  const [english, own] = [words("en"), words(language)];
  const wrong = problems(english, own, language);
  if (wrong.length) throw new Error(`The words in src/i18n/${language} are not right:\n${wrong.join("\n")}`);
  return room || language === "en" ? keyedModule(own, language) : otherModule(english, own, language);
}
