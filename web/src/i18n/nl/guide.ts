import type { Catalogue } from "../words.svelte";

const words: Catalogue["guide"] = {
  name: "Gids",
  gotIt: "Begrepen",
  skip: "Gids overslaan",
  opening: {
    title: "Je tickets",
    say: (f) =>
      `Op een ticket staan twee steden. Verbind ze met je eigen routes voordat het spel eindigt en je krijgt de punten; lukt dat niet, dan verlies je ze. Houd er minstens ${f.keep}: korte tickets, en tickets die een weg delen, zijn het makkelijkst.`,
  },
  turn: {
    title: "Jouw beurt",
    say: (f) =>
      `In een beurt doe je één ding: kaarten trekken, een route claimen${f.hasStations ? ", een station bouwen" : ""} of tickets trekken. Wat kan, is gemarkeerd; bij al het andere staat waarom het niet kan.`,
  },
  draw: {
    title: "Kaarten trekken",
    say: () =>
      "Routes betaal je met kaarten. Kies er een die open in de markt ligt, of trek blind van de trekstapel; daarna nog een tweede.",
  },
  second: {
    title: "En een tweede kaart",
    say: (f) => `Nog één kaart, uit de markt of van de trekstapel. Alleen een open ${f.wild}kaart mag niet de tweede zijn.`,
  },
  locomotive: {
    title: "De joker",
    say: (f) =>
      `Een ${f.wild}kaart telt als elke kleur. Uit de markt kost hij je hele beurt; blind getrokken is het een kaart als alle andere.`,
  },
  claim: {
    title: "Een route claimen",
    say: (f) =>
      `Je hebt de kaarten voor ${f.about}. Kies de route op de kaart: je betaalt zoveel kaarten van haar kleur als ze vakken heeft, je ${f.pieces} komen erop, en je scoort meteen. Langere routes leveren meer op.`,
  },
  gray: {
    title: "Grijze routes",
    say: (f) => `Een grijze route zoals ${f.about} mag met elke kleur, als alle kaarten maar dezelfde kleur hebben.`,
  },
  double: {
    title: "Dubbele routes",
    say: (f) =>
      f.single
        ? `Naast ${f.about} ligt een tweede spoor. Met zo weinig spelers sluit wie het ene claimt het andere af.`
        : `Naast ${f.about} ligt een tweede spoor. Beide kunnen worden geclaimd, maar nooit door dezelfde speler.`,
  },
  ferry: {
    title: "Veerboten",
    say: (f) =>
      `${f.about} is een veerboot: elk ${f.wild}teken erop betaal je met een ${f.wild}kaart, de rest met één kleur naar keuze.`,
  },
  tunnel: {
    title: "Tunnels",
    say: (f) =>
      `${f.about} is een tunnel en kan meer kosten: er worden drie kaarten omgedraaid, en elke kaart in jouw kleur en elke joker kost één kaart extra. Wat reserve is verstandig.`,
  },
  tunnelPay: {
    title: "De tunnel kost meer",
    say: () => "Betaal de extra kaarten en de route is van jou. Of zie ervan af: je neemt al je kaarten terug en je beurt is voorbij.",
  },
  station: {
    title: "Stations",
    say: (f) =>
      `Is een weg versperd, bouw dan een station in een stad: aan het eind mag je vandaar één route van een ander voor je tickets gebruiken. Elk station dat je niet bouwt is ${f.stationPoints} punten waard.`,
  },
  tickets: {
    title: "Meer tickets",
    say: (f) =>
      `In plaats van kaarten kun je ${f.drawn} tickets trekken en er minstens ${f.drawnKeep} houden. Dat loont zolang je ${f.pieces} hebt; een ticket dat niet af komt, kost zijn punten.`,
  },
  choose: {
    title: "Welke houd je?",
    say: (f) => `Houd er minstens ${f.keep}. Het best zijn tickets waarvan de steden al dicht bij je routes liggen.`,
  },
  done: {
    title: "Een ticket is voltooid",
    say: (f) => `${f.about} is verbonden: die punten zijn aan het eind van jou, wat er ook gebeurt.`,
  },
  lastRound: {
    title: "De laatste ronde",
    say: (f) =>
      `Een speler heeft nog ${f.last} of minder ${f.pieces}, dus iedereen heeft nog precies één beurt. Kaarten in je hand zijn aan het eind niets waard: gebruik ze.`,
  },
};
export default words;
