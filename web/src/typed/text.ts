// Words as they are typed, made comparable: without accents, capitals and signs. Nothing here knows the game.

/** Signs that no accent is taken off from. */
const LETTERS: Readonly<Record<string, string>> = { ø: "o", ß: "ss", æ: "ae", œ: "oe", ł: "l" };

/** The words of a text: small letters and digits only, `#2` of a double route as one word, `saint` as `st`. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øßæœł]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\b([cdjlmnst]|qu)['’]/g, "$1 ")
    .replace(/['’]/g, "")
    .replace(/#/g, " #");
  const words = plain.split(/[^a-z0-9#]+/).filter(Boolean);
  return words.map((word) => (word === "saint" || word === "sainte" ? "st" : word));
}

/** How many letters differ: left out, added, changed or swapped with the next one. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(change, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** The known word that a misspelt one is nearest to; undefined if none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length < 3 || /\d/.test(word)) return undefined;
  let [best, least] = [undefined as string | undefined, word.length < 5 ? 1 : 2];
  for (const other of known) {
    if (Math.abs(other.length - word.length) > least || other.length < 3) continue;
    const far = distance(word, other);
    if (far < least || (far === least && best === undefined)) [best, least] = [other, far];
  }
  return best;
}

/** A text as the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
