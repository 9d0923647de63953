import type { RulesText } from "./text";

const text: RulesText = {
  intro:
    "Join the cities on your tickets by routes of your own, and earn points for every route on the way. Whoever has the most points at the end wins.",
  sections: [
    {
      id: "start",
      title: "Before the first turn",
      body: [
        "Everybody gets a few cards and is offered a few tickets. A ticket names two cities and what joining them is worth. Choose which tickets to keep; the board says how many at least. You choose all at the same time, and nobody sees what the others keep.",
        "Five cards lie face up: the market. The others are the deck.",
      ],
    },
    {
      id: "turn",
      title: "Your turn",
      body: [
        "In your turn you do exactly one of these:",
        [
          "draw two cards,",
          "claim one route,",
          "draw tickets and keep at least one of them,",
          "build a station, where the board has stations.",
        ],
        "You may pass only if nothing at all is possible.",
      ],
    },
    {
      id: "cards",
      title: "Drawing cards",
      body: [
        "Take two cards one after the other, each from the market or blind from the deck. A card taken from the market is replaced at once.",
        "The locomotive stands in for any colour. Taken face up from the market it is your whole draw, and it can never be your second card. Drawn blind it is a card like any other.",
        "As soon as three of the five cards in the market are locomotives, all five are discarded and turned up anew. You may hold as many cards as you like.",
      ],
    },
    {
      id: "routes",
      title: "Claiming a route",
      body: [
        "A route costs as many cards of its colour as it has spaces. A gray route takes any colour, but only one. Locomotives stand in for any card. The route need not touch your others; you need a train for every space.",
        "The points are yours at once:",
        { head: ["Spaces", "1", "2", "3", "4", "5", "6", "8"], row: ["Points", "1", "2", "4", "7", "10", "15", "21"] },
        "Between some cities two routes lie side by side. Nobody may have both, and in a small round (see the table below) only one of them is open.",
      ],
    },
    {
      id: "tickets",
      title: "Tickets",
      body: [
        "A ticket is complete when your own routes join its two cities, in whatever way. At the end a completed ticket adds its points and an incomplete one takes them away. A ticket you have kept cannot be given back.",
        "Tickets are secret until the end. Everybody sees how many you hold.",
      ],
    },
    {
      id: "ferries",
      title: "Ferries",
      only: "Europe",
      body: [
        "A ferry shows locomotives on some of its spaces. At least that many of your cards must be locomotives; the others are of one colour.",
      ],
    },
    {
      id: "tunnels",
      title: "Tunnels",
      only: "Europe",
      body: [
        "Lay down the cards for the tunnel; then three cards are turned up from the deck. For each that has the colour you laid down, and for each locomotive, you pay one more card of that colour or a locomotive.",
        "If you laid down locomotives only, only locomotives count. If you cannot or do not want to pay, you take your cards back and your turn is over.",
      ],
    },
    {
      id: "stations",
      title: "Stations",
      only: "Europe",
      body: [
        "You have three stations. The first costs one card, the second two of one colour, the third three of one colour. A city has room for one.",
        "At the end each station lets you use one route of another player that ends in its city, for your tickets only. The program finds the routes that are best for you. Every station you did not build is worth 4 points.",
      ],
    },
    {
      id: "places",
      title: "Attractions and districts",
      only: "New York, London",
      body: [
        "In New York the trains are taxis, and an attraction is worth a point to everybody who has a route ending there.",
        "In London they are buses. Whoever links all the places of a district with each other gets its number in points, 1 to 5.",
      ],
    },
    {
      id: "end",
      title: "The end",
      body: [
        "Once somebody has two trains or fewer left, everybody has one more turn, that player last. Then the points are added up: routes, tickets, and what the board gives besides.",
        "On the two large boards the longest unbroken trail of trains is worth 10 points. It may pass through a city again but uses no train twice; all who tie for it get the points.",
        "Equal on points, more completed tickets win; then in Europe fewer stations built; then on the large boards the longer trail.",
      ],
    },
    {
      id: "other",
      title: "Other tickets",
      body: [
        "North America and Europe can be played with other tickets:",
        [
          "North America, first printing: the 30 tickets of the first box.",
          "North America, tickets of 1910: 35 other tickets; whoever completes the most gets 15 points, and there is nothing for the longest trail.",
          "North America, all tickets: all 69, more of them dealt, and both bonuses.",
          "North America, big cities: 35 tickets to seven big cities, and no bonus.",
          "Europe, big cities: 45 tickets to nine big cities, none of them long.",
          "Europe, with tickets of 1912: 19 more tickets.",
          "Europe, all tickets: all 101, twelve of them long.",
        ],
      ],
    },
    {
      id: "keys",
      title: "Playing by keyboard",
      body: [
        [
          "A: everything you can do now, as a list",
          "1 to 5: take this card of the market; D: draw from the deck; T: draw tickets",
          "M: go to the map; there the arrow keys move, N goes to the next route you can claim, Enter chooses",
          "H: ask for a hint; U: take back, where the table allows it",
          "Escape: back",
        ],
      ],
    },
  ],
  glance: {
    head: ["", "North America", "Europe", "New York", "London"],
    rows: [
      ["Players", "2–5", "2–5", "2–4", "2–4"],
      ["Pieces each", "45 trains", "45 trains, 3 stations", "15 taxis", "17 buses"],
      ["First hand", "4 cards", "4 cards", "2 cards", "2 cards"],
      ["Tickets at the start", "3, keep 2", "1 long and 3, keep 2", "2, keep 1", "2, keep 1"],
      ["Tickets in a turn", "3, keep 1", "3, keep 1", "2, keep 1", "2, keep 1"],
      ["One side of a double route", "with 2 or 3 players", "with 2 or 3 players", "with 2 players", "with 2 players"],
      ["Longest trail", "10 points", "10 points", "–", "–"],
      ["Besides", "–", "4 points for each station kept", "1 point for each attraction", "1 to 5 points for each district"],
    ],
  },
};
export default text;
