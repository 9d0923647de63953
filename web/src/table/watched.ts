// How far somebody has watched a table in this tab of the browser, by the version of its newest entry. A tab opened
// anew has watched nothing: who opens it after days sees what happened. Kept by the tab, so a reload repeats nothing.

const key = (table: string): string => `whistlestop.watched.${table}`;

/** The version up to which a table was watched here; -1 if it never was. */
export function watchedUpTo(table: string): number {
  try {
    return Number(sessionStorage.getItem(key(table)) ?? -1);
  } catch {
    return -1; // not permitted: then each opening counts as a return
  }
}

/** A table was watched up to this version. */
export function watched(table: string, version: number | undefined): void {
  try {
    if (version !== undefined) sessionStorage.setItem(key(table), String(version));
  } catch {
    // no permission: it is not remembered
  }
}
