// What happens in a game, told in English.

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export default {
  list: (parts: readonly string[]): string =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`,
  colour: {
    purple: "purple", blue: "blue", orange: "orange", white: "white", green: "green", yellow: "yellow",
    black: "black", red: "red", pink: "pink", brown: "brown", gray: "gray",
  },
  /** Cards of a colour, after their number. */
  cards: {
    purple: (_count: number): string => "purple",
    blue: (_count: number): string => "blue",
    orange: (_count: number): string => "orange",
    white: (_count: number): string => "white",
    green: (_count: number): string => "green",
    yellow: (_count: number): string => "yellow",
    black: (_count: number): string => "black",
    red: (_count: number): string => "red",
    pink: (_count: number): string => "pink",
    brown: (_count: number): string => "brown",
  },
  /** What boards call their locomotives, trains and stations. */
  thing: {
    locomotive: (count: number): string => (count === 1 ? "locomotive" : "locomotives"),
    train: (count: number): string => (count === 1 ? "train" : "trains"),
    taxi: (count: number): string => (count === 1 ? "taxi" : "taxis"),
    bus: (count: number): string => (count === 1 ? "bus" : "buses"),
    station: (count: number): string => (count === 1 ? "station" : "stations"),
  },
  points: (count: number): string => some(count, "point"),
  cardCount: (count: number): string => some(count, "card"),
  ticketCount: (count: number): string => some(count, "ticket"),
  spaces: (count: number): string => some(count, "space"),
  seconds: (count: number): string => some(count, "second"),
  hours: (count: number): string => some(count, "hour"),
  days: (count: number): string => some(count, "day"),
  route: {
    of: (cities: string, colour: string): string => `${cities} (${colour})`,
    side: (cities: string, side: number): string => `${cities} (track ${side})`,
    ferry: (count: number, locomotives: string): string => `ferry with ${count} ${locomotives}`,
    tunnel: "tunnel",
  },
  ticket: (cities: string, points: string): string => `${cities}, ${points}`,
  action: {
    deck: "Draw from the deck",
    take: (card: string): string => `Take ${card}`,
    tickets: "Draw tickets",
    claim: (route: string, cards: string): string => `Claim ${route} with ${cards}`,
    build: (station: string, city: string, cards: string): string => `Build a ${station} in ${city} with ${cards}`,
    pay: (cards: string): string => `Pay ${cards} more`,
    decline: "Take the cards back",
    pass: "Pass",
    keep: (tickets: string): string => `Keep ${tickets}`,
    keepHidden: "Choose tickets",
  },
  told: {
    started: (who: string): string => `The game begins. ${who} goes first.`,
    drewUnseen: (who: string, count: number): string =>
      `${who} drew ${count === 1 ? "a card" : `${count} cards`} from the deck.`,
    drew: (who: string, cards: string): string => `${who} drew ${cards} from the deck.`,
    took: (who: string, cards: string): string => `${who} took ${cards} from the market.`,
    claimed: (who: string, route: string, cards: string, points: string): string =>
      `${who} claimed ${route}${cards ? ` with ${cards}` : ""}: ${points}.`,
    tunnel: (who: string, route: string, cards: string): string => `${who} laid ${cards} for the tunnel ${route}.`,
    revealed: (cards: string, extra: number): string =>
      `${cards} turned up: ${extra ? `${some(extra, "more card")} to pay` : "nothing more to pay"}.`,
    nothingRevealed: "No card is left to turn up: nothing more to pay.",
    declined: (who: string, route: string): string => `${who} took the cards for ${route} back.`,
    built: (who: string, station: string, city: string, cards: string): string =>
      `${who} built a ${station} in ${city}${cards ? ` with ${cards}` : ""}.`,
    offered: (who: string, count: number): string => `${who} drew ${some(count, "ticket")}.`,
    answered: (who: string): string => `${who} has chosen.`,
    kept: (who: string, count: number): string => `${who} kept ${some(count, "ticket")}.`,
    keptThese: (who: string, tickets: string): string => `${who} kept ${tickets}.`,
    wiped: (locomotives: string, times: number): string =>
      `Too many ${locomotives} lay open: a new market${times > 1 ? `, ${times} times in a row` : ""}.`,
    reshuffled: (count: number): string => `The discards were shuffled into a new deck of ${some(count, "card")}.`,
    lastRound: (who: string, trains: string): string => `${who} is nearly out of ${trains}: everybody has one more turn.`,
    passed: (who: string): string => `${who} could do nothing and passed.`,
    ended: {
      "last round": "The last round is over, and with it the game.",
      passes: "Nobody could do anything any more: the game is over.",
      standstill: "Nobody gained anything for five rounds: the game is over.",
    },
    sat: (who: string): string => `${who} has sat down.`,
    left: (who: string): string => `${who} has left; a bot stands in.`,
    leftByTime: (who: string): string => `${who} ran out of time; a bot stands in.`,
    kicked: (who: string): string => `${who} was sent away; a bot stands in.`,
    returned: (who: string): string => `${who} is back.`,
    tookBack: (who: string, plies: number): string => `${who} took back ${some(plies, "move")}.`,
    hinted: (who: string): string => `${who} asked for a hint.`,
    rematched: (who: string): string => `${who} asks for a rematch.`,
    somebody: "Somebody",
  },
  phrase: {
    hello: "Hello!", good_luck: "Good luck!", well_played: "Well played!", thanks: "Thank you!", oops: "Oops!",
    your_turn: "Your turn!", hurry: "Please hurry a little.", one_moment: "One moment, please.", bye: "Goodbye!",
  },
  reason: {
    only_action: "It is all you can do.",
    keep_tickets: (chance: string, turns: number): string =>
      `They go well together: about ${some(turns, "turn")} of work, ${chance} likely to succeed.`,
    claim_for_plan: (danger: string): string =>
      `Your tickets need it${danger ? `, and somebody may take it first (${danger})` : ""}.`,
    claim_for_points: (points: string): string => `Your tickets do not need it, but it brings ${points}.`,
    build_for_plan: (city: string): string => `A route of somebody else in ${city} would complete your tickets.`,
    draw_for_plan: (missing: number): string => `Your tickets still need ${some(missing, "card")}.`,
    draw_for_deck: (missing: number): string =>
      `Your tickets still need ${some(missing, "card")}, and the open ones help little.`,
    draw_for_points: "It helps to claim long routes for points.",
    draw_tickets: (gain: string): string => `There is time for more tickets: ${gain} points to be expected.`,
    pay_tunnel: "The tunnel is worth the price.",
    decline_tunnel: "The cards are worth more than the tunnel.",
    last_turn: (points: string): string => `It may be your last turn: take the ${points}.`,
    points_now: (points: string): string => `It brings ${points} at once.`,
    other: "It looks good.",
  },
};
