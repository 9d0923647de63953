// Ce qui se passe dans une partie, en français.

import type { Catalogue } from "../words.svelte";

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count < 2 ? one : many}`;
const plural = (one: string, many = `${one}s`) => (count: number): string => (count < 2 ? one : many);
const cartes = (count: number): string => some(count, "carte");

const words: Catalogue["story"] = {
  list: (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} et ${parts.at(-1)}`),
  colour: {
    purple: "violet", blue: "bleu", orange: "orange", white: "blanc", green: "vert", yellow: "jaune",
    black: "noir", red: "rouge", pink: "rose", brown: "marron", gray: "gris",
  },
  cards: {
    purple: plural("violette"), blue: plural("bleue"), orange: () => "orange", white: plural("blanche"),
    green: plural("verte"), yellow: plural("jaune"), black: plural("noire"), red: plural("rouge"),
    pink: plural("rose"), brown: () => "marron",
  },
  thing: {
    locomotive: plural("locomotive"), train: plural("wagon"), taxi: plural("taxi"), bus: () => "bus",
    station: plural("gare"),
  },
  points: (count) => some(count, "point"),
  cardCount: cartes,
  ticketCount: (count) => some(count, "ticket"),
  spaces: (count) => some(count, "case"),
  seconds: (count) => some(count, "seconde"),
  hours: (count) => some(count, "heure"),
  days: (count) => some(count, "jour"),
  route: {
    of: (cities, colour) => `${cities} (${colour})`,
    side: (cities, side) => `${cities} (voie ${side})`,
    ferry: (count, locomotives) => `ferry avec ${count} ${locomotives}`,
    tunnel: "tunnel",
  },
  ticket: (cities, points) => `${cities}, ${points}`,
  action: {
    deck: "Piocher une carte",
    take: (card) => `Prendre ${card}`,
    tickets: "Piocher des tickets",
    claim: (route, cards) => `Prendre ${route} avec ${cards}`,
    build: (station, city, cards) => `Construire une ${station} à ${city} avec ${cards}`,
    pay: (cards) => `Payer ${cards} en plus`,
    decline: "Reprendre les cartes",
    pass: "Passer",
    keep: (tickets) => `Garder ${tickets}`,
    keepHidden: "Choisir les tickets",
  },
  told: {
    started: (who) => `La partie commence. ${who} joue en premier.`,
    drewUnseen: (who, count) => `${who} a pioché ${count === 1 ? "une carte" : cartes(count)}.`,
    drew: (who, cards) => `${who} a pioché ${cards}.`,
    took: (who, cards) => `${who} a pris ${cards} au marché.`,
    claimed: (who, route, cards, points) => `${who} a pris ${route}${cards ? ` avec ${cards}` : ""}\u00a0: ${points}.`,
    tunnel: (who, route, cards) => `${who} a posé ${cards} pour le tunnel ${route}.`,
    revealed: (cards, extra) =>
      `Cartes retournées\u00a0: ${cards}\u00a0; ${extra ? `encore ${cartes(extra)} à payer` : "rien de plus à payer"}.`,
    nothingRevealed: "Il ne reste aucune carte à retourner\u00a0: rien de plus à payer.",
    declined: (who, route) => `${who} a repris les cartes posées pour ${route}.`,
    built: (who, station, city, cards) => `${who} a construit une ${station} à ${city}${cards ? ` avec ${cards}` : ""}.`,
    offered: (who, count) => `${who} a pioché ${some(count, "ticket")}.`,
    answered: (who) => `${who} a choisi.`,
    kept: (who, count) => `${who} a gardé ${some(count, "ticket")}.`,
    keptThese: (who, tickets) => `${who} a gardé ${tickets}.`,
    wiped: (locomotives, times) =>
      `Trop de ${locomotives} visibles\u00a0: nouveau marché${times > 1 ? `, ${times} fois de suite` : ""}.`,
    reshuffled: (count) => `La défausse a été mélangée en une nouvelle pioche de ${cartes(count)}.`,
    lastRound: (who, trains) => `${who} n'a presque plus de ${trains}\u00a0: encore un tour pour chacun.`,
    passed: (who) => `${who} ne pouvait rien faire et a passé.`,
    ended: {
      "last round": "Le dernier tour est fini, et la partie avec lui.",
      passes: "Plus personne ne pouvait rien faire\u00a0: la partie est finie.",
      standstill: "Personne n'a rien gagné pendant cinq tours\u00a0: la partie est finie.",
    },
    sat: (who) => `${who} a pris place.`,
    left: (who) => `${who} est parti\u00a0; un robot joue à sa place.`,
    leftByTime: (who) => `${who} n'a plus de temps\u00a0; un robot joue à sa place.`,
    kicked: (who) => `${who} a été renvoyé\u00a0; un robot joue à sa place.`,
    returned: (who) => `${who} est de retour.`,
    tookBack: (who, plies) => `${who} a repris ${some(plies, "coup")}.`,
    hinted: (who) => `${who} a demandé un conseil.`,
    rematched: (who) => `${who} propose une revanche.`,
    somebody: "Quelqu'un",
  },
  phrase: {
    hello: "Bonjour\u00a0!", good_luck: "Bonne chance\u00a0!", well_played: "Bien joué\u00a0!", thanks: "Merci\u00a0!",
    oops: "Oups\u00a0!", your_turn: "À toi\u00a0!", hurry: "Un peu plus vite, s'il te plaît.",
    one_moment: "Un instant, s'il te plaît.", bye: "Au revoir\u00a0!",
  },
  reason: {
    only_action: "C'est tout ce que tu peux faire.",
    keep_tickets: (chance, turns) => `Ils vont bien ensemble\u00a0: environ ${some(turns, "tour")}, réussite à ${chance}.`,
    claim_for_plan: (danger) => `Tes tickets en ont besoin${danger ? `, et quelqu'un pourrait la prendre avant toi (${danger})` : ""}.`,
    claim_for_points: (points) => `Tes tickets n'en ont pas besoin, mais elle rapporte ${points}.`,
    build_for_plan: (city) => `Une route d'un autre joueur à ${city} compléterait tes tickets.`,
    draw_for_plan: (missing) => `Il manque encore ${cartes(missing)} pour tes tickets.`,
    draw_for_deck: (missing) => `Il manque encore ${cartes(missing)} pour tes tickets, et les cartes visibles aident peu.`,
    draw_for_points: "Cela aide à prendre de longues routes pour les points.",
    draw_tickets: (gain) => `Il reste du temps pour d'autres tickets\u00a0: ${gain} points à espérer.`,
    pay_tunnel: "Le tunnel vaut son prix.",
    decline_tunnel: "Les cartes valent plus que le tunnel.",
    last_turn: (points) => `C'est peut-être ton dernier tour\u00a0: prends les ${points}.`,
    points_now: (points) => `Cela rapporte ${points} tout de suite.`,
    other: "Cela semble bon.",
  },
};
export default words;
