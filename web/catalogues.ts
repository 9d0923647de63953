// Makes the languages beside English small for the build: their catalogues have the keys of the English one,
// so only the values travel, in its order; `words.svelte.ts` puts the keys back. What the catalogues say and
// how they are checked is not touched. Invariant: a key that English does not have fails the build.

import { readFileSync } from "node:fs";
import { transformWithOxc, type Plugin } from "vite";

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key: Node & { name?: string; value?: string };
  value: Node;
}
interface Objects extends Node {
  properties: Property[];
}
type Parse = (code: string) => unknown;

const keyOf = (property: Property): string => String(property.key.name ?? property.key.value);
const isObject = (node: Node | undefined): node is Objects => node?.type === "ObjectExpression";

/** The object that a module exports, by itself or by the name of a constant. */
function exported(code: string, parse: Parse): Objects {
  const { body } = parse(code) as { body: (Node & Record<string, never>)[] };
  const found = body.find((node) => node.type === "ExportDefaultDeclaration")?.declaration as (Node & { name?: string }) | undefined;
  const constants = body.flatMap((node) => (node.declarations ?? []) as (Node & { id: { name: string }; init: Node })[]);
  const object = isObject(found) ? found : constants.find((one) => one.id.name === found?.name)?.init;
  if (!isObject(object)) throw new Error("a catalogue exports an object");
  return object;
}

/** An object as the list of its values, in the order of another one with the same keys. */
function listed(code: string, object: Objects, like: Objects): string {
  const values = new Map(object.properties.map((property) => [keyOf(property), property.value]));
  const parts = like.properties.map((property) => {
    const value = values.get(keyOf(property));
    if (!value || !values.delete(keyOf(property))) throw new Error(`a catalogue lacks ${keyOf(property)}`);
    return isObject(value) && isObject(property.value) ? listed(code, value, property.value) : code.slice(value.start, value.end);
  });
  if (values.size) throw new Error(`a catalogue has more than English: ${[...values.keys()].join(", ")}`);
  return `[${parts.join(",")}]`;
}

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    apply: "build",
    enforce: "post",
    async transform(code, id) {
      const part = /src\/i18n\/(?:fr|nl)\/(\w+)\.ts$/.exec(id)?.[1];
      if (!part) return null;
      const path = id.replace(/(fr|nl)\/\w+\.ts$/, `en/${part}.ts`);
      this.addWatchFile(path);
      const english = (await transformWithOxc(readFileSync(path, "utf8"), path)).code;
      const parse: Parse = (text) => this.parse(text);
      const object = exported(code, parse);
      const list = listed(code, object, exported(english, parse));
      return { code: code.slice(0, object.start) + list + code.slice(object.end), map: null };
    },
  };
}
