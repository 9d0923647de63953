// The signs of tickets: one for each ticket a player holds, the same on its card and at its two cities. Drawn around
// (0, 0), about 30 units across.

/** The outlines of the signs, in the order in which tickets take them. */
export const SIGNS: readonly string[] = [
  // crown
  "M-14-8-7.5-1 0-13 7.5-1 14-8 11 11h-22z",
  // anchor
  "M-2.2-5.5h4.4V7C6 6 9 3.5 9.5.5L6.5 2 8-5l6 5.5-2.5.5C11.5 8.5 6 12 0 13.5-6 12-11.5 8.5-11.5 1L-14 .5-8-5l1.5 7-3 -1.5C-9 3.5-6 6-2.2 7zM-4.4-9.5a4.4 4.4 0 1 1 8.8 0 4.4 4.4 0 1 1-8.8 0z",
  // bell
  "M0-13c2 0 3 1.5 3 3 5 1.5 6 6 6 9 0 5 1 7 3.5 9h-25C-10 6-9 4-9-1c0-3 1-7.5 6-9 0-1.5 1-3 3-3zM-4 9.5h8a4 4 0 0 1-8 0z",
  // heart
  "M0 12C-15 2-14-10-6.5-10-3-10-1-8 0-5.5 1-8 3-10 6.5-10 14-10 15 2 0 12z",
  // moon
  "M5-13a13 13 0 1 0 0 26A16 16 0 0 1 5-13z",
  // key
  "M-14.5 0a7.5 7.5 0 1 1 15 0 7.5 7.5 0 1 1-15 0zM-10 0a3 3 0 1 1 6 0 3 3 0 1 1-6 0zM0-2.5h14.5V7h-4V2.5H8V6H4.5V2.5H0z",
  // horseshoe
  "M-12 12V7h3c-3-5-3.5-9-3-12 1-6 7-9 12-9s11 3 12 9c.5 3 0 7-3 12h3v5H3.5c2.5-6 3.5-10 3-15C6-7 3-9 0-9s-6 2-6.5 6c-.5 5 .5 9 3 15z",
  // fish
  "M-15-7l6 6C-5-7 1-9 6-8c5 1 8 5 9.5 8C14 3 11 7 6 8 1 9-5 7-9 1l-6 6c2-5 2-9 0-14zM6-2a2 2 0 1 1 4 0 2 2 0 1 1-4 0z",
];

/** The sign of the ticket that somebody kept as the nth. */
export const signAt = (nth: number): string => SIGNS[nth % SIGNS.length] ?? "";
