// Lists and sets that are worked out anew with every message and are mostly what they were: whoever shows
// them is left alone while that is so. Invariant: what is given has the content of what was asked with last.

/** Keeps what it was given last for as long as the next one has the same content. */
export function reuseIfEqual<T extends readonly string[] | ReadonlySet<string>>(): (next: T) => T {
  let last: T | undefined;
  return (next) => (last !== undefined && same([...last], [...next]) ? last : (last = next));
}

const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);
