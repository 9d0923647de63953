// What a text of the rules consists of. Each language has its own, `i18n/en/rules.json` and the like; the page
// draws them all alike.

export interface RulesText {
  intro: string;
  sections: Section[];
  glance: Glance;
}

/** A paragraph is a text, a list of texts, or a table of two rows. */
export interface Section {
  id: string;
  title: string;
  /** Said beside the title where only some boards have it. */
  only?: string;
  body: (string | string[] | { head: string[]; row: string[] })[];
}

/** The boards side by side: the first cell of a row says what it is about. */
export interface Glance {
  head: string[];
  rows: string[][];
}
