// What is said of the things on a map, to those who point at them and those who hear them.

import type { CityPart } from "#protocol";
import { w } from "#/i18n/words.svelte";

/** How a route stands now. */
export interface RouteNow {
  /** The name of its owner. */
  owner: string | undefined;
  closed: boolean;
  /** It can be claimed now. */
  possible: boolean;
  /** Why it cannot, if that is to be said. */
  why: () => string | undefined;
}

/** All that is printed of a route, and how it stands. */
export function routeName(printed: string, now: RouteNow): string {
  const say = w().table.map;
  if (now.owner !== undefined) return `${printed}; ${say.ownedBy(now.owner)}`;
  if (now.closed) return `${printed}; ${say.closed}`;
  if (now.possible) return `${printed}; ${say.possible}`;
  const why = now.why();
  return why ? `${printed}; ${why}` : printed;
}

/** A city with what is special about it; `station`: the name of whoever has one there; `bonuses`: what it counts for. */
export function cityName(
  city: CityPart,
  now: { bonuses: string[]; station: string | undefined; lit: boolean; note: string | undefined },
): string {
  const say = w().table.map;
  const parts = [city.name];
  if (city.attraction) parts.push(say.attraction);
  if (city.district) parts.push(say.district(city.district));
  parts.push(...now.bonuses);
  if (now.station !== undefined) parts.push(say.stationOf(now.station));
  if (now.lit) parts.push(say.lit);
  if (now.note) parts.push(now.note);
  return parts.join(", ");
}

/** The name of a water or a land beyond the board, which has a word in each language. */
export const placeName = (id: string): string =>
  (w().table.place as Readonly<Record<string, string | undefined>>)[id] ?? id.replaceAll("_", " ");
