// All words of a language, from the files of its folder: what is wrong with them, the module that the page
// loads, and the type that every language has. English is the measure. Invariant: a module is made only of
// words that nothing is wrong with, so each language has the keys and the parameters of the English one.

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { compiled, pluralProblems, read, TYPES, type Message, type Shape } from "./message.ts";

/** A message, a list of plain texts, or words by their keys. */
export type Words = string | string[] | { [key: string]: Words };
type Text = string | string[];

/** The words of rooms that most visitors never open: the page loads each with its room. */
const APART = /^(rules|typed)\.json$/;

/** The files of a language that make up its catalogue. */
export function filesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json") && !APART.test(name));
  return names.toSorted().map((name) => `${folder}/${name}`);
}

/** The words of a language: what `table.json` says stands under `table`. */
export function wordsOf(folder: string): Words {
  return Object.fromEntries(filesOf(folder).map((path) => [basename(path, ".json"), parsed(path)]));
}

/** The words of a room apart in one language. */
export const roomWords = (folder: string, room: string): Words => parsed(`${folder}/${room}.json`);

function parsed(path: string): Words {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Words;
  } catch (error) {
    throw new Error(`${path} is no JSON: ${String(error)}`, { cause: error });
  }
}

const below = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/** The texts of a catalogue by their paths, such as `table.market.deck`. */
function texts(words: Words, path = ""): Map<string, Text> {
  if (typeof words === "string" || Array.isArray(words)) return new Map([[path, words]]);
  return new Map(Object.entries(words).flatMap(([key, part]) => [...texts(part, below(path, key))]));
}

/** The guide hands the same facts to whichever message fits, so all of its messages take an object. */
const GUIDE = /^guide\./;

function shapeOf(path: string, { parameters }: Message): Shape {
  if (parameters.size === 0) return "text";
  return parameters.size > 1 || GUIDE.test(path) ? "object" : "value";
}

/** What is wrong with the words of a language, by the paths of the messages; nothing if all is well. */
export function problems(english: Words, words: Words, language: string): string[] {
  const [measure, theirs] = [texts(english), texts(words)];
  const more = [...theirs.keys()].filter((path) => !measure.has(path));
  const wrong = [...measure].flatMap(([path, text]) =>
    compare(text, theirs.get(path), language).map((problem) => `${path}: ${problem}`),
  );
  return [...more.map((path) => `${path}: English does not have it`), ...wrong];
}

function compare(english: Text, text: Text | undefined, language: string): string[] {
  if (text === undefined) return ["is missing"];
  if (typeof text !== "string" || typeof english !== "string") {
    const alike = typeof text === typeof english && text.length === english.length;
    return alike ? [] : ["is not a list as long as in English"];
  }
  try {
    const message = read(text);
    return [...parameterProblems(read(english), message), ...pluralProblems(message, language)];
  } catch (error) {
    return [String(error)];
  }
}

function parameterProblems(english: Message, message: Message): string[] {
  const lacking = [...english.parameters.keys()].filter((name) => !message.parameters.has(name));
  const wrong = [...message.parameters].flatMap(([name, kind]) => {
    const theirs = english.parameters.get(name);
    if (!theirs) return [`English has no {${name}}`];
    const fits = kind === "plain" || TYPES[kind] === TYPES[theirs];
    return fits ? [] : [`{${name}} is a ${TYPES[theirs]} in English, not a ${TYPES[kind]}`];
  });
  return [...lacking.map((name) => `does not use {${name}}`), ...wrong];
}

/** The module of words with their keys: the English catalogue, and the words of a room apart in any language. */
export function keyedModule(words: Words, language: string): string {
  return `export default ${objectCode(words, language)};`;
}

function objectCode(words: Words, language: string, path = ""): string {
  if (typeof words === "string" || Array.isArray(words)) return textCode(words, words, path, language);
  const code = (key: string, part: Words): string =>
    `${JSON.stringify(key)}:${objectCode(part, language, below(path, key))}`;
  return `{${Object.entries(words)
    .map(([key, part]) => code(key, part))
    .join(",")}}`;
}

/** The module of another language: its texts without keys, in the order of the English ones, which makes it small. */
export function otherModule(english: Words, words: Words, language: string): string {
  const theirs = texts(words);
  const codes = [...texts(english)].map(([path, text]) => textCode(text, theirs.get(path) ?? "", path, language));
  return `export default [${codes.join(",")}];`;
}

function textCode(english: Text, text: Text, path: string, language: string): string {
  if (typeof english !== "string" || typeof text !== "string") return JSON.stringify(text);
  return compiled(read(text), shapeOf(path, read(english)), language);
}

/** A module in TypeScript with the types of the words given by name: the catalogue's, and those of the rooms apart. */
export function typeModule(english: Record<string, Words>): string {
  const head = "// The types of all words, made from the English ones by `npm run words`. Do not edit them.";
  const codes = Object.entries(english).map(([name, words]) => `export type ${name} = ${typeCode(words)};\n`);
  return [`${head}\n`, ...codes].join("\n");
}

function typeCode(words: Words, path = "", indent = ""): string {
  if (Array.isArray(words)) return "readonly string[]";
  if (typeof words === "string") return messageType(read(words), path);
  const lines = Object.entries(words).map(([key, part]) => {
    const name = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
    return `${indent}  ${name}: ${typeCode(part, below(path, key), `${indent}  `)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function messageType(message: Message, path: string): string {
  const given = [...message.parameters].map(([name, kind]) => `${name}: ${TYPES[kind]}`).join("; ");
  switch (shapeOf(path, message)) {
    case "text":
      return "string";
    case "value":
      return `(${given}) => string`;
    case "object":
      return `(given: { ${given} }) => string`;
  }
}
