// Wat er in een spel gebeurt, in het Nederlands.

import type { Catalogue } from "../words.svelte";

const some = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const kaarten = (count: number): string => some(count, "kaart", "kaarten");
const tickets = (count: number): string => some(count, "ticket", "tickets");
const beurten = (count: number): string => some(count, "beurt", "beurten");

const words: Catalogue["story"] = {
  list: (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} en ${parts.at(-1)}`),
  colour: {
    purple: "paars", blue: "blauw", orange: "oranje", white: "wit", green: "groen", yellow: "geel",
    black: "zwart", red: "rood", pink: "roze", brown: "bruin", gray: "grijs",
  },
  cards: {
    purple: () => "paarse", blue: () => "blauwe", orange: () => "oranje", white: () => "witte",
    green: () => "groene", yellow: () => "gele", black: () => "zwarte", red: () => "rode",
    pink: () => "roze", brown: () => "bruine",
  },
  thing: {
    locomotive: (count) => (count === 1 ? "locomotief" : "locomotieven"),
    train: (count) => (count === 1 ? "trein" : "treinen"),
    taxi: (count) => (count === 1 ? "taxi" : "taxi's"),
    bus: (count) => (count === 1 ? "bus" : "bussen"),
    station: (count) => (count === 1 ? "station" : "stations"),
  },
  points: (count) => some(count, "punt", "punten"),
  cardCount: kaarten,
  ticketCount: tickets,
  spaces: (count) => some(count, "vak", "vakken"),
  seconds: (count) => some(count, "seconde", "seconden"),
  hours: (count) => `${count} uur`,
  days: (count) => some(count, "dag", "dagen"),
  route: {
    of: (cities, colour) => `${cities} (${colour})`,
    side: (cities, side) => `${cities} (spoor ${side})`,
    ferry: (count, locomotives) => `veerboot met ${count} ${locomotives}`,
    tunnel: "tunnel",
  },
  ticket: (cities, points) => `${cities}, ${points}`,
  action: {
    deck: "Trek van de trekstapel",
    take: (card) => `Neem ${card}`,
    tickets: "Trek tickets",
    claim: (route, cards) => `Claim ${route} met ${cards}`,
    build: (station, city, cards) => `Bouw een ${station} in ${city} met ${cards}`,
    pay: (cards) => `Betaal ${cards} extra`,
    decline: "Neem de kaarten terug",
    pass: "Pas",
    keep: (kept) => `Houd ${kept}`,
    keepHidden: "Tickets kiezen",
  },
  told: {
    started: (who) => `Het spel begint. ${who} mag eerst.`,
    drewUnseen: (who, count) => `${who} trok ${count === 1 ? "een kaart" : kaarten(count)} van de trekstapel.`,
    drew: (who, cards) => `${who} trok ${cards} van de trekstapel.`,
    took: (who, cards) => `${who} nam ${cards} van de markt.`,
    claimed: (who, route, cards, points) => `${who} claimde ${route}${cards ? ` met ${cards}` : ""}: ${points}.`,
    tunnel: (who, route, cards) => `${who} legde ${cards} voor de tunnel ${route}.`,
    revealed: (cards, extra) =>
      `Omgedraaid: ${cards}; ${extra ? `nog ${kaarten(extra)} te betalen` : "niets extra te betalen"}.`,
    nothingRevealed: "Er is geen kaart meer om om te draaien: niets extra te betalen.",
    declined: (who, route) => `${who} nam de kaarten voor ${route} terug.`,
    built: (who, station, city, cards) => `${who} bouwde een ${station} in ${city}${cards ? ` met ${cards}` : ""}.`,
    offered: (who, count) => `${who} trok ${tickets(count)}.`,
    answered: (who) => `${who} heeft gekozen.`,
    kept: (who, count) => `${who} hield ${tickets(count)}.`,
    keptThese: (who, kept) => `${who} hield ${kept}.`,
    wiped: (locomotives, times) =>
      `Er lagen te veel ${locomotives} open: een nieuwe markt${times > 1 ? `, ${times} keer achter elkaar` : ""}.`,
    reshuffled: (count) => `De aflegstapel is geschud tot een nieuwe trekstapel van ${kaarten(count)}.`,
    lastRound: (who, trains) => `${who} heeft bijna geen ${trains} meer: iedereen heeft nog één beurt.`,
    passed: (who) => `${who} kon niets doen en paste.`,
    ended: {
      "last round": "De laatste ronde is voorbij en daarmee het spel.",
      passes: "Niemand kon nog iets doen: het spel is afgelopen.",
      standstill: "Vijf rondes lang kreeg niemand er iets bij: het spel is afgelopen.",
    },
    sat: (who) => `${who} zit aan tafel.`,
    left: (who) => `${who} is weg; een bot neemt over.`,
    leftByTime: (who) => `De tijd van ${who} is om; een bot neemt over.`,
    kicked: (who) => `${who} is weggestuurd; een bot neemt over.`,
    returned: (who) => `${who} is terug.`,
    tookBack: (who, plies) => `${who} nam ${some(plies, "zet", "zetten")} terug.`,
    hinted: (who) => `${who} vroeg om een tip.`,
    rematched: (who) => `${who} wil een revanche.`,
    somebody: "Iemand",
  },
  phrase: {
    hello: "Hallo!", good_luck: "Veel succes!", well_played: "Goed gespeeld!", thanks: "Bedankt!", oops: "Oeps!",
    your_turn: "Jij bent!", hurry: "Een beetje sneller, alsjeblieft.", one_moment: "Een ogenblik, alsjeblieft.",
    bye: "Tot ziens!",
  },
  reason: {
    only_action: "Iets anders kun je niet doen.",
    keep_tickets: (chance, turns) => `Ze passen goed bij elkaar: ongeveer ${beurten(turns)} werk, kans van slagen ${chance}.`,
    claim_for_plan: (danger) => `Je hebt hem nodig voor je tickets${danger ? ` en iemand kan je voor zijn (${danger})` : ""}.`,
    claim_for_points: (points) => `Voor je tickets hoeft het niet, maar het levert ${points} op.`,
    build_for_plan: (city) => `Met een route van een ander in ${city} zijn je tickets compleet.`,
    draw_for_plan: (missing) => `Voor je tickets heb je nog ${kaarten(missing)} nodig.`,
    draw_for_deck: (missing) => `Voor je tickets heb je nog ${kaarten(missing)} nodig en wat open ligt helpt weinig.`,
    draw_for_points: "Zo kun je lange routes claimen voor punten.",
    draw_tickets: (gain) => `Er is tijd voor meer tickets: naar verwachting ${gain} punten.`,
    pay_tunnel: "De tunnel is de prijs waard.",
    decline_tunnel: "De kaarten zijn meer waard dan de tunnel.",
    last_turn: (points) => `Het kan je laatste beurt zijn: pak de ${points}.`,
    points_now: (points) => `Het levert meteen ${points} op.`,
    other: "Het ziet er goed uit.",
  },
};
export default words;
