// How a public view becomes the next one: what an update has of it replaces or joins what was known.

import type { PublicView, ViewChanges } from "#protocol";

export function merged(game: PublicView, changes: ViewChanges): PublicView {
  const { players, owners, stations, shown, ...rest } = changes;
  return {
    ...game,
    ...(rest as Partial<PublicView>),
    players: players ? game.players.map((player, seat) => players[seat] ?? player) : game.players,
    owners: owners ? { ...game.owners, ...owners } : game.owners,
    stations: stations ? { ...game.stations, ...stations } : game.stations,
    shown: shown ? [...game.shown, ...shown] : game.shown,
  };
}
