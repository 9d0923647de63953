// The guided first game. `facts` are the board's own words and numbers.

export interface GuideFacts {
  /** What the board calls its pieces, several of them: trains, taxis. */
  pieces: string;
  /** What it calls the wild card: locomotive, taxi. */
  wild: string;
  /** How many tickets must be kept of the offer. */
  keep: number;
  /** How many tickets are drawn in a turn, and how many of them must be kept. */
  drawn: number;
  drawnKeep: number;
  /** With so few pieces the last round begins. */
  last: number;
  hasStations: boolean;
  stationPoints: number;
  /** Whether one side of a double route closes the other. */
  single: boolean;
  /** The route or ticket it is about, in words. */
  about: string;
}

export default {
  name: "Guide",
  gotIt: "Got it",
  skip: "Skip the guide",
  opening: {
    title: "Your tickets",
    say: (f: GuideFacts) =>
      `A ticket names two cities. Join them with your own routes before the game ends and you gain its points; if you do not, you lose them. Keep at least ${f.keep}: short ones and those that share a way are easiest.`,
  },
  turn: {
    title: "Your turn",
    say: (f: GuideFacts) =>
      `On a turn you do one thing: draw cards, claim a route${f.hasStations ? ", build a station" : ""} or draw more tickets. Whatever is possible is marked; anything else tells you why not.`,
  },
  draw: {
    title: "Drawing cards",
    say: (_: GuideFacts) =>
      "Routes are paid with cards. Choose one that lies face up in the market, or the deck for an unseen one; then a second one.",
  },
  second: {
    title: "And a second card",
    say: (f: GuideFacts) => `One more card, from the market or the deck. Only a ${f.wild} card that lies face up cannot be the second.`,
  },
  locomotive: {
    title: "The wild card",
    say: (f: GuideFacts) =>
      `A ${f.wild} card stands for any colour. Taken from the market it is your whole turn; drawn unseen it is a card like any other.`,
  },
  claim: {
    title: "Claiming a route",
    say: (f: GuideFacts) =>
      `You hold the cards for ${f.about}. Choose it on the map: it takes as many cards of its colour as it has spaces, your ${f.pieces} go there, and you score at once. Longer routes score more.`,
  },
  gray: {
    title: "Gray routes",
    say: (f: GuideFacts) => `A gray route such as ${f.about} takes any colour, as long as all cards are of the same one.`,
  },
  double: {
    title: "Double routes",
    say: (f: GuideFacts) =>
      f.single
        ? `${f.about} has a second track beside it. With so few players, whoever claims one track closes the other.`
        : `${f.about} has a second track beside it. Both can be claimed, but never by the same player.`,
  },
  ferry: {
    title: "Ferries",
    say: (f: GuideFacts) =>
      `${f.about} is a ferry: every ${f.wild} sign on it has to be paid with a ${f.wild} card, the rest with any one colour.`,
  },
  tunnel: {
    title: "Tunnels",
    say: (f: GuideFacts) =>
      `${f.about} is a tunnel and may cost more: three cards are turned up, and each that has your colour or is wild costs one card more. Some spare cards are wise.`,
  },
  tunnelPay: {
    title: "The tunnel costs more",
    say: (_: GuideFacts) =>
      "Pay the extra cards and the route is yours. Or decline: you take all your cards back, and your turn is over.",
  },
  station: {
    title: "Stations",
    say: (f: GuideFacts) =>
      `If a way is blocked, build a station in a city: at the end it lets you use one route of another player from there for your tickets. Each station that you do not build is worth ${f.stationPoints} points.`,
  },
  tickets: {
    title: "More tickets",
    say: (f: GuideFacts) =>
      `Instead of cards you can draw ${f.drawn} tickets and keep at least ${f.drawnKeep}. That pays while you have ${f.pieces} left; a ticket that stays incomplete costs its points.`,
  },
  choose: {
    title: "Which ones to keep?",
    say: (f: GuideFacts) => `Keep at least ${f.keep}. Best are tickets whose cities already lie near your routes.`,
  },
  done: {
    title: "A ticket is complete",
    say: (f: GuideFacts) => `${f.about} is joined: its points are yours at the end, whatever happens.`,
  },
  lastRound: {
    title: "The last round",
    say: (f: GuideFacts) =>
      `A player has ${f.last} or fewer ${f.pieces} left, so everybody has just one more turn. Cards in your hand are worth nothing at the end: use them.`,
  },
};
