// One message of a catalogue: text with `{name}`, `{seat, number}`, `{count, plural, …}` and `{x, select, …}`
// in it, a small part of ICU MessageFormat. It is read here and becomes JavaScript here, so the page itself
// parses nothing. Invariant: what a message says depends on its parameters and its language alone.

import {
  parse,
  type Content,
  type FunctionArg,
  type Octothorpe,
  type PlainArg,
  type Select,
} from "@messageformat/parser";

type Argument = FunctionArg | PlainArg | Select;
type Token = Argument | Content | Octothorpe;

/** How a message uses a parameter: as it is, as a number, to choose between yes and no or between words. */
export type Kind = "plain" | "number" | "boolean" | "choice";

/** The types of parameters in TypeScript. */
export const TYPES: Record<Kind, string> = { plain: "string", number: "number", boolean: "boolean", choice: "string" };

export interface Message {
  tokens: Token[];
  parameters: ReadonlyMap<string, Kind>;
}

/** A message taken apart. What is not ICU, or a part of it that we do not use, is an error. */
export function read(text: string): Message {
  const tokens = parse(text, { strict: true });
  const parameters = new Map<string, Kind>();
  for (const token of everyToken(tokens)) {
    if (token.type === "content" && /[{}]/.test(token.value)) throw new Error("a brace too many");
    if (!("arg" in token)) continue;
    const problem = problemOf(token, parameters.get(token.arg));
    if (problem) throw new Error(`{${token.arg}} ${problem}`);
    const kind = kindOf(token);
    if (kind !== "plain" || !parameters.has(token.arg)) parameters.set(token.arg, kind);
  }
  return { tokens, parameters };
}

/** Tokens with those inside their cases. */
function everyToken(tokens: Token[]): Token[] {
  const cases = (token: Token) => ("cases" in token ? token.cases : []);
  return tokens.flatMap((token) => [token, ...cases(token).flatMap((one) => everyToken(one.tokens))]);
}

/** What is wrong with a use of a parameter; `before` is how the message used it earlier. */
function problemOf(token: Argument, before: Kind = "plain"): string | null {
  const kind = kindOf(token);
  if (!/^[a-z]\w*$/i.test(token.arg)) return "is no name";
  if (token.type === "function" && token.key !== "number") return `may not be a ${token.key}`;
  if (token.type === "selectordinal") return "may not be a selectordinal";
  if ("cases" in token && !token.cases.some((one) => one.key === "other")) return "lacks other {…}";
  return before === "plain" || kind === "plain" || kind === before ? null : `is ${before} and ${kind}`;
}

function kindOf(token: Argument): Kind {
  if (token.type === "argument") return "plain";
  if (token.type !== "select") return "number";
  return token.cases.every((one) => ["true", "false", "other"].includes(one.key)) ? "boolean" : "choice";
}

/** Counts are whole and small. French, for one, has a form of its own from a million on, which none reaches. */
const COUNTS = Array.from({ length: 1001 }, (_, count) => count);

const known = new Map<string, ReadonlyMap<string, string>>();

/** The forms that a language has for counts, such as `one` and `other`, with the counts that take each: `0,1`. */
function formsOf(language: string): ReadonlyMap<string, string> {
  const before = known.get(language);
  if (before) return before;
  const rules = new Intl.PluralRules(language);
  const forms = COUNTS.map((count) => rules.select(count));
  const taking = (form: string): string => COUNTS.filter((count) => forms[count] === form).join();
  const found = new Map([...new Set(forms)].map((form) => [form, taking(form)]));
  known.set(language, found);
  return found;
}

/** What is wrong with the plurals of a message: a form that the language needs, or one it does not have. */
export function pluralProblems({ tokens }: Message, language: string): string[] {
  const forms = formsOf(language);
  const plurals = everyToken(tokens).filter((token): token is Select => token.type === "plural");
  return plurals.flatMap(({ arg, cases }) => {
    const keys = cases.map((one) => one.key).filter((key) => !key.startsWith("="));
    const lacking = [...forms.keys()].filter((form) => !keys.includes(form));
    const useless = keys.filter((key) => key !== "other" && !forms.has(key));
    return [
      ...lacking.map((form) => `{${arg}} lacks ${form} {…}`),
      ...useless.map((key) => `{${arg}} never takes ${key} {…}`),
    ];
  });
}

/** What a message becomes: a string, a function of its one parameter, or one of an object that has them all. */
export type Shape = "text" | "value" | "object";

/** A message as JavaScript. */
export function compiled({ tokens }: Message, shape: Shape, language: string): string {
  const name = (parameter: string): string => (shape === "value" ? "given" : `given.${parameter}`);
  const text = literal(pieces(tokens, { language, name }));
  return shape === "text" ? text : `given=>${text}`;
}

/** What is the same for all of a message: its language, and a parameter as JavaScript. */
interface Around {
  language: string;
  name: (parameter: string) => string;
}

/** A character, or an expression in JavaScript. */
type Piece = string | { code: string };

/** `counted` is what `#` stands for. */
function pieces(tokens: Token[], around: Around, counted = ""): Piece[] {
  return tokens.flatMap((token): Piece[] => {
    if (token.type === "content") return [...token.value];
    if (token.type === "octothorpe") return [{ code: counted }];
    return "cases" in token ? choice(token, around) : [{ code: around.name(token.arg) }];
  });
}

/** What all cases begin and end with stands outside the choice, which makes the page smaller. */
function choice(token: Select, around: Around): Piece[] {
  const code = around.name(token.arg);
  const cases = token.cases.toSorted((a, b) => rank(a.key) - rank(b.key));
  const texts = cases.map((one) => pieces(one.tokens, around, code));
  const [first = []] = texts;
  const least = Math.min(...texts.map((text) => text.length));
  const from = countWhile(least, (i) => alike(texts.map((text) => text[i])));
  const to = countWhile(least - from, (i) => alike(texts.map((text) => text.at(-1 - i))));
  const middles = texts.map((text) => literal(text.slice(from, text.length - to)));
  const choices = cases.map((one, i) => condition(token, one.key, code, around.language) + middles[i]);
  const middle = alike(middles) ? [] : [{ code: choices.join(":") }];
  return [...first.slice(0, from), ...middle, ...first.slice(first.length - to)];
}

/** Exact numbers come before the forms they belong to, `other` comes last. */
const rank = (key: string): number => (key.startsWith("=") ? 0 : key === "other" ? 2 : 1);

const alike = (pieces: (Piece | undefined)[]): boolean =>
  new Set(pieces.map((piece) => JSON.stringify(piece))).size === 1;

function countWhile(most: number, holds: (i: number) => boolean): number {
  let i = 0;
  while (i < most && holds(i)) i++;
  return i;
}

/** When a case holds, as the beginning of a conditional in JavaScript. */
function condition(token: Select, key: string, code: string, language: string): string {
  if (key === "other") return "";
  if (key.startsWith("=")) return `${code}===${key.slice(1)}?`;
  if (token.type === "plural") return `${takesForm(key, code, language)}?`;
  if (kindOf(token) === "boolean") return key === "true" ? `${code}?` : `!${code}?`;
  return `${code}===${JSON.stringify(key)}?`;
}

/** Whether a count takes a form: in many languages a comparison, in the others a question to the browser. */
function takesForm(form: string, code: string, language: string): string {
  const counts = formsOf(language).get(form);
  if (counts === "1") return `${code}===1`;
  if (counts === "0,1") return `${code}<2`;
  return `new Intl.PluralRules(${JSON.stringify(language)}).select(${code})===${JSON.stringify(form)}`;
}

/** Pieces as a string in JavaScript. */
function literal(parts: Piece[]): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "object" && only.code.includes("?")) return only.code;
  const text = parts.map((part) => (typeof part === "string" ? part.replace(/[\\`$]/, "\\$&") : `\${${part.code}}`));
  return `\`${text.join("")}\``;
}
