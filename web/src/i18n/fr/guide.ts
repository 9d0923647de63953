import type { Catalogue } from "../words.svelte";

const words: Catalogue["guide"] = {
  name: "Guide",
  gotIt: "Compris",
  skip: "Passer le guide",
  opening: {
    title: "Tes tickets",
    say: (f) =>
      `Un ticket nomme deux villes. Relie-les par tes propres routes avant la fin de la partie et tu gagnes ses points\u00a0; sinon, tu les perds. Gardes-en au moins ${f.keep}\u00a0: les plus courts et ceux qui partagent un chemin sont les plus faciles.`,
  },
  turn: {
    title: "À ton tour",
    say: (f) =>
      `À ton tour, tu fais une seule chose\u00a0: piocher des cartes, prendre une route${f.hasStations ? ", construire une gare" : ""} ou piocher des tickets. Ce qui est possible est signalé\u00a0; pour le reste, on te dit pourquoi.`,
  },
  draw: {
    title: "Piocher des cartes",
    say: () =>
      "Les routes se paient en cartes. Prends-en une face visible au marché, ou une cachée de la pioche\u00a0; puis une seconde.",
  },
  second: {
    title: "Et une seconde carte",
    say: (f) => `Encore une carte, du marché ou de la pioche. Seule une carte ${f.wild} face visible ne peut pas être la seconde.`,
  },
  locomotive: {
    title: "Le joker",
    say: (f) =>
      `Une carte ${f.wild} remplace n’importe quelle couleur. Prise au marché, elle coûte tout le tour\u00a0; tirée de la pioche, c’est une carte comme une autre.`,
  },
  claim: {
    title: "Prendre une route",
    say: (f) =>
      `Tu as les cartes pour ${f.about}. Choisis la route sur le plateau\u00a0: elle coûte autant de cartes de sa couleur qu’elle a de cases, tes ${f.pieces} s’y posent et tu marques aussitôt. Plus la route est longue, plus elle rapporte.`,
  },
  gray: {
    title: "Routes grises",
    say: (f) => `Une route grise comme ${f.about} accepte n’importe quelle couleur, pourvu que toutes les cartes soient de la même.`,
  },
  double: {
    title: "Routes doubles",
    say: (f) =>
      f.single
        ? `${f.about} a une seconde voie à côté. À si peu de joueurs, qui prend une voie ferme l’autre.`
        : `${f.about} a une seconde voie à côté. Les deux peuvent être prises, mais jamais par le même joueur.`,
  },
  ferry: {
    title: "Ferries",
    say: (f) =>
      `${f.about} est un ferry\u00a0: chaque signe ${f.wild} se paie avec une carte ${f.wild}, le reste avec une couleur au choix.`,
  },
  tunnel: {
    title: "Tunnels",
    say: (f) =>
      `${f.about} est un tunnel et peut coûter plus\u00a0: on retourne trois cartes, et chaque carte de ta couleur ou joker coûte une carte de plus. Mieux vaut en avoir en réserve.`,
  },
  tunnelPay: {
    title: "Le tunnel coûte plus",
    say: () => "Paie les cartes supplémentaires et la route est à toi. Ou renonce\u00a0: tu reprends toutes tes cartes et ton tour est fini.",
  },
  station: {
    title: "Gares",
    say: (f) =>
      `Si un chemin est bloqué, construis une gare dans une ville\u00a0: à la fin, elle te prête une route d’un autre joueur qui y aboutit, pour tes tickets. Chaque gare non construite vaut ${f.stationPoints} points.`,
  },
  tickets: {
    title: "D’autres tickets",
    say: (f) =>
      `Au lieu de cartes, tu peux piocher ${f.drawn} tickets et en garder au moins ${f.drawnKeep}. C’est payant tant qu’il te reste des ${f.pieces}\u00a0; un ticket non réalisé coûte ses points.`,
  },
  choose: {
    title: "Lesquels garder\u00a0?",
    say: (f) => `Gardes-en au moins ${f.keep}. Les meilleurs sont ceux dont les villes sont déjà proches de tes routes.`,
  },
  done: {
    title: "Un ticket est réalisé",
    say: (f) => `${f.about}\u00a0: les deux villes sont reliées, ces points sont à toi à la fin, quoi qu’il arrive.`,
  },
  lastRound: {
    title: "Le dernier tour de table",
    say: (f) =>
      `Un joueur n’a plus que ${f.last} ${f.pieces} ou moins\u00a0: chacun a encore un seul tour. Les cartes en main ne valent rien à la fin\u00a0: sers-t’en.`,
  },
};
export default words;
