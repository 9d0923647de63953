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
