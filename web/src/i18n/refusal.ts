// Why something was refused, in words. A code that is not known here is shown as it is: better than nothing.

import type { Problem } from "#protocol";
import { w } from "./words.svelte";

export function refusal(problem: Pick<Problem, "code">): string {
  const known: Record<string, string> = w().refusals;
  return known[problem.code] ?? problem.code;
}
