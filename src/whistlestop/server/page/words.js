// Every English text of the page. The server sends codes and parameters, never sentences.

const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
const and = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);

export const words = {
  title: "Whistlestop", name: "Your name", board: "Board", bots: "Bots", strength: "How they play",
  playNow: "Play now", playNowSays: "A game against bots, at once.",
  makeTable: "A table for friends", makeSays: "Make a table, send the link, start when everybody is there.",
  seats: "Seats", make: "Make the table", pace: "Pace", listed: "Listed for everybody", watch: "Others may watch",
  hints: "Hints", takeBack: "Take-back", myGames: "My games", listedTables: "Listed tables",
  statistics: "My results", none: "Nothing here yet.", yourTurn: "your turn", bot: "bot", you: "you", host: "host",
  free: "Free seat", spectator: "A spectator", standIn: "a bot stands in", level: (n) => `Level ${n}${[""," (passenger)", " (porter)", " (driver)", " (conductor)"][n] || ""}`,
  away: { left: "left", time: "ran out of time", kicked: "was removed" },
  paces: { untimed: "No clock", "live:60": "1 minute a turn", "live:180": "3 minutes a turn",
    "mail:1": "1 day a turn", "mail:3": "3 days a turn" },
  status: { gathering: "waiting for players", playing: "being played", over: "finished" },
  kinds: { open: "Free seat", here: "Player on this device", remote: "Program with a token" },
  colour: "Colour", colours: { blue: "● blue", red: "■ red", green: "▲ green", yellow: "◆ yellow", black: "✚ black" },
  table: "Table", seatFor: "What this seat is for", shareLink: "Link for friends", copy: "Copy", copied: "Copied.",
  sit: "Sit here", leave: "Leave", kick: "Remove", start: "Start the game", startWaits: "The host starts the game.",
  token: "New token", tokenSays: "Token for the program", handOver: "Hand over", hostTools: "Host: the other seats",
  comeBack: "Come back to my seat", market: "Market", deck: "Deck", hand: "Hand", tickets: "Tickets",
  players: "Players", log: "Log", turn: "Your move", lobby: "Seats", end: "Score", drawTickets: "Tickets",
  claim: "Claim a route", build: "Build a station", payWith: "Pay with", chooseOther: "Something else",
  keep: "Keep these", keepSays: (n) => `Choose your tickets and keep at least ${n}.`, empty: "empty",
  hint: "Hint", undo: "Take back", hintsFor: "Advice, best first", yourMove: "Your move", notYourMove: "Waiting for others",
  cover: (name) => `${name} is next on this device.`, reveal: "Show my cards", watching: "You are watching.",
  say: "Say something", send: "Send", phrase: "Quick phrase", lost: "Connection lost; trying again …",
  zoomIn: "Larger map", zoomOut: "Smaller map",
  over: "The game is over", total: "Total", rematch: "Rematch", goRematch: "Go to the rematch", replay: "Replay",
  winner: (names) => `${and(names)} ${names.length > 1 ? "share the win" : "wins"}`, record: "Download the record",
  back: "Back to the end", before: "One decision back", after: "One decision on", eyes: "Seen by",
  everybody: "everybody", plyOf: (n, all) => `decision ${n} of ${all}`, made: "made", missed: "missed",
  borrowed: (city, route) => `The station in ${city} borrowed ${route}.`, ownedBy: (name) => `claimed by ${name}`,
  short: { trains: "trains", cards: "cards", tickets: "tickets", stations: "stations", points: "points" },
  played: "played", won: "won", average: "average", best: "best", ticketsMade: "tickets made",
  items: { routes: "Routes", ticket_points: "Tickets", trail_bonus: "Longest trail", globetrotter: "Most tickets",
    stations: "Stations kept", attractions: "Attractions", districts: "Districts" },
  decided: { tickets: "Decided by tickets.", stations: "Decided by stations.", trail: "Decided by the longest trail." },
  phrases: { hello: "Hello!", good_luck: "Good luck!", well_played: "Well played!", thanks: "Thank you!", oops: "Oops!",
    your_turn: "It is your turn.", hurry: "Shall we go on?", one_moment: "One moment, please.", bye: "Goodbye!" },
  tunnelSays: (route, laid, revealed, extra) => `Tunnel ${route}: ${laid} laid, ${revealed || "nothing"} turned up, ` +
    `${count(extra, "more card")} to pay.`,
};

export const cardWord = (board, card) => (card === "locomotive" ? board.facts.labels.locomotive || card : card);
export const payment = (board, cards) =>
  and(Object.entries(cards).filter(([, n]) => n).map(([card, n]) => `${n} ${cardWord(board, card)}`));
const cityName = (board, id) => board.cities.get(id)?.name || id;
export const pair = (board, thing) => `${cityName(board, thing.a)} – ${cityName(board, thing.b)}`;
export const ticketWords = (board, id) => `${pair(board, board.tickets.get(id))} (${board.tickets.get(id).points})`;
export const cityWords = (city) =>
  city.name + (city.attraction ? ", attraction" : "") + (city.district ? `, district ${city.district}` : "");
export const routeWords = (board, route) =>
  `${pair(board, route)}: ${route.length} ${route.colour}${route.tunnel ? " tunnel" : ""}` +
  (route.id.endsWith("#2") ? ", second side" : "") +
  (route.ferry ? ` ferry, at least ${count(route.ferry, cardWord(board, "locomotive"))}` : "");

/** An action of the protocol in words; `offer` are the tickets that `keep` counts. */
export function actionWords(board, action, offer = []) {
  const [verb, what, ...rest] = action.split(" ");
  const cards = (list) => and(list.flatMap((n, i) => (i % 2 ? [] : [`${n} ${cardWord(board, list[i + 1])}`])));
  if (verb === "keep") return `Keep ${and([what, ...rest].map((n) => ticketWords(board, offer[n - 1])))}`;
  if (verb === "draw") return what === "deck" ? "Draw from the deck" : `Draw ${cardWord(board, what)}`;
  if (verb === "claim") return `Claim ${pair(board, board.routes.get(what))} with ${cards(rest)}`;
  if (verb === "build") return `Build a station in ${cityName(board, what)} with ${cards(rest)}`;
  if (verb === "pay") return `Pay ${cards([what, ...rest])}`;
  return { tickets: "Draw tickets", decline: "Take the cards back", pass: "Pass" }[verb] || action;
}

/** Whom the game waits for and for what. */
export function situation(game, names) {
  if (game.phase === "over") return words.over;
  const does = { opening: "choosing tickets", turn: "to move", "second card": "drawing a second card",
    tickets: "choosing tickets", tunnel: "at a tunnel" }[game.phase];
  const last = game.turns_left === null ? "" : ` · last round, ${count(game.turns_left, "turn")} left`;
  return `${and(game.waiting.map((seat) => names[seat].name))}: ${does}${last}`;
}

const EVENTS = {
  drew: (e, b) => `drew ${e.card ? cardWord(b, e.card) : "a card"} from the deck`,
  took: (e, b) => `took ${cardWord(b, e.card)}`,
  claimed: (e, b) => `claimed ${pair(b, b.routes.get(e.route))} (${count(e.points, "point")})`,
  tunnel: (e, b) => `dug the tunnel ${pair(b, b.routes.get(e.route))}: ${count(e.extra, "card")} extra`,
  declined: (e, b) => `gave up the tunnel ${pair(b, b.routes.get(e.route))}`,
  built: (e, b) => `built a station in ${cityName(b, e.city)}`,
  kept: (e, b) => `kept ${e.tickets ? and(e.tickets.map((id) => ticketWords(b, id))) : count(e.count, "ticket")}`,
  passed: () => "passed", answered: () => "has chosen", last_round: () => "started the last round",
};
const ALONE = {
  wiped: () => "The market was wiped.", reshuffled: () => "The discards became a new deck.",
  ended: ({ reason }) => ({ "last round": "The last round is over.", passes: "Nobody could do anything any more.",
    standstill: "Nobody gained anything for five rounds." })[reason],
};
const KINDS = {
  created: () => "The table was made.", started: () => "The game began.", sat: (p, who) => `${who} sat down.`,
  painted: (p, who) => `${who} chose ${p.colour}.`, left: (p, who) => `${who} ${words.away[p.why]}.`,
  returned: (p, who) => `${who} is back.`, reissued: (p, who, seat) => `Seat ${seat + 1} got a new token.`,
  arranged: (p, who, seat) => `Seat ${seat + 1}: ${p.kind === "bot" ? p.name : words.kinds[p.kind]}.`,
  took_back: (p, who) => `${who} took back ${count(p.plies, "decision")}.`, rematched: () => "A rematch was made.",
  hinted: (p, who) => `${who} asked for a hint.`,
};

/** One entry of the log as sentences. */
export function told(entry, names, board) {
  const name = (seat) => names[seat]?.name || entry.params.name || "?";
  if (KINDS[entry.kind]) return [KINDS[entry.kind](entry.params, name(entry.seat), entry.seat)];
  const by = entry.params.by === "stand_in" ? " (stand-in)" : "";
  return entry.events.flatMap((event) => {
    if (ALONE[event.name]) return [ALONE[event.name](event.params)];
    const tell = EVENTS[event.name];
    return tell ? [`${name(event.params.seat)}${by} ${tell(event.params, board)}.`] : [];
  });
}

export function duration(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000)), hours = Math.floor(seconds / 3600);
  if (hours >= 48) return count(Math.floor(hours / 24), "day");
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours} h ${minutes} min` : `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
