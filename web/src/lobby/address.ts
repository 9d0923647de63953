// Addresses that grant something: a free seat at a table, or one seat of it.

import { at } from "#/base";

export const tableAddress = (table: string, grant?: string | null): string =>
  `${location.origin}${at(`/t/${table}`)}${grant ? `#invite=${encodeURIComponent(grant)}` : ""}`;

/** The seat that a grant is the token of; an invite, which is good for any free seat, names none. */
export function seatOfGrant(grant: string | undefined): number | null {
  const seat = grant?.split(".")[1];
  return seat !== undefined && /^\d$/.test(seat) ? Number(seat) : null;
}

/** Copy a text; also where the page is not served securely and the clipboard is closed to it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

function copiedTheOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog everything else is out of reach.
  const place = document.querySelector("dialog[open]") ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
