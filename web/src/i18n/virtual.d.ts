// The modules that `catalogues/plugin.ts` makes of the words of each language.

declare module "virtual:words/en" {
  const words: import("#/i18n/catalogue").Catalogue;
  export default words;
}

/** Another language: its words in the order of the English ones, without keys. */
declare module "virtual:words/*" {
  const words: readonly unknown[];
  export default words;
}

/** The words of the rules, with their keys. */
declare module "virtual:words/rules.*" {
  const words: import("#/i18n/catalogue").RulesText;
  export default words;
}

/** The words of typed moves, with their keys. */
declare module "virtual:words/typed.*" {
  const words: import("#/i18n/catalogue").TypedWords;
  export default words;
}
