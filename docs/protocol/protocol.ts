// What travels between a client and the server. Made from src/whistlestop/protocol by
// `python -m tools.make_protocol`; change it there. docs/protocol.md explains it.

export const PROTOCOL = 2;

/** How what ViewChanges has of these joins what was known; all else replaces it. */
export const GROWTHS = { players: "by_place", owners: "joined", stations: "joined", shown: "added" } as const;

export type Colour = "blue" | "red" | "green" | "yellow" | "black";

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "your_turn" | "hurry" | "one_moment" | "bye";

export type SeatKind = "open" | "human" | "bot" | "here" | "remote";

export type Status = "gathering" | "playing" | "over";

/** A command is in the log as version `v` and will survive. `result` goes to its sender only. */
export interface Ack {
  type: "ack";
  id: string;
  v: number;
  result?: Record<string, unknown> | null;
}

/**
 * An action with the points it promises to be ahead of the best rival at the end, and why: a
 * code with parameters. `win` among them is the chance to win with it.
 */
export interface AdvisedAction {
  action: string;
  value: number;
  reason: string;
  params: Record<string, string | number | number>;
}

/** Answer a rival who asks for a take-back. `asked` is the version of the question. */
export interface AnswerBack {
  type: "answer_back";
  id: string;
  seat: number;
  asked: number;
  agrees: boolean;
}

/** The host says what a seat is for, before the start. */
export interface Arrange {
  type: "arrange";
  id: string;
  seat: number;
  kind: "bot" | "here" | "open" | "remote";
  bot?: string | null;
  name?: string | null;
}

/**
 * Ask all rivals to agree to this one take-back, of something that was revealed: the cards go
 * back, and their pile is shuffled anew.
 */
export interface AskBack {
  type: "ask_back";
  id: string;
  seat: number;
}

/** The most points that a seat's tickets allowed, alone and with what its rivals left. */
export interface BestScores {
  alone: number;
  left: number;
}

/**
 * A board. `labels` are its own words for things, `rules` its switches as docs/rules.md names
 * them, `bonuses` what they and the board's own file give points for, in the order of a scoring,
 * `digest` changes when anything that matters to the rules does. `outline` is the digest of what
 * lies under the board, if anything does. `actions` are the texts of all actions by their
 * numbers, which `legal` of a seat names. `cartouche` is the top left corner of a free place for
 * its title and the points of its routes, and how large it is in parts of 180 by 79.
 */
export interface BoardFacts {
  name: string;
  title: string;
  says: string;
  digest: string;
  outline: string | null;
  width: number;
  height: number;
  space_width: number;
  cartouche: [number, number, number] | null;
  players: [number, number];
  cards: CardPart[];
  gray: string;
  cities: CityPart[];
  routes: RoutePart[];
  tickets: TicketPart[];
  labels: Record<string, string>;
  rules: Record<string, unknown>;
  bonuses: BonusPart[];
  actions: string[];
}

/** A board that can be played. */
export interface BoardPart {
  name: string;
  title: string;
  players: [number, number];
}

/** How one has fared on a board with a number of players. */
export interface BoardStatistics {
  board: string;
  players: number;
  played: number;
  won: number;
  average: number;
  best: number;
  tickets_held: number;
  tickets_made: number;
}

/**
 * What brings points besides routes and tickets: `points` for `each` thing counted, or for
 * whoever has the `most`. It counts `cities` (those listed, reached by own routes), `districts`
 * (their numbers, linked by own routes), `stations` (not built), `tickets` (complete) or the
 * spaces of the longest `trail`; a later server may count other things. `label` is what the
 * board's own file calls it, by language; it is empty for what every board may have.
 */
export interface BonusPart {
  name: string;
  counts: string;
  points: number;
  earned: "each" | "most";
  cities: string[];
  label: Record<string, string>;
}

/** A bot that can take a seat; `level` is set for the levels of a board. */
export interface BotPart {
  name: string;
  says: string;
  level: number | null;
}

/** The server is about to close this socket; `retry` says whether coming back makes sense. */
export interface Bye {
  type: "bye";
  code: string;
  retry: boolean;
}

/** A kind of card: how many there are, and how it is painted so that all can tell it apart. */
export interface CardPart {
  name: string;
  count: number;
  paint: string;
  ink: string;
  letter: string;
}

/** The chances of all seats before a ply; they add up to 1. */
export interface Chances {
  ply: number;
  wins: number[];
}

/**
 * A city; `district` is 0 where there is none. `station` is the middle of the place beside it
 * that is kept free for a station, if the board keeps one.
 */
export interface CityPart {
  id: string;
  name: string;
  x: number;
  y: number;
  label: LabelPart;
  attraction: boolean;
  district: number;
  station: [number, number] | null;
}

export type Command =
  | Do
  | TakeBack
  | AskBack
  | AnswerBack
  | Hint
  | Say
  | Sit
  | Paint
  | Leave
  | Return
  | Arrange
  | Kick
  | Reissue
  | Link
  | GiveValue
  | Start
  | Rematch;

/** Make a table; one seat at least is the maker's (`me`) or a bot's. */
export interface CreateTable {
  name: string;
  seats: SeatPlan[];
  options?: Options;
}

/**
 * How a deal will be proven: the hash of the server's secret, shown from the beginning, and the
 * seats whose clients have given a value. Secret and values are in the record of the end.
 */
export interface DealPart {
  commitment: string;
  values: number[];
}

/**
 * A deal opened after the end. `commitment` and `seed` are hashes that anybody can work out from
 * `secret` and `values` (by seat, null where a client gave none); `agrees` says whether the
 * server found every card and ticket of the record again when it dealt the game from that seed.
 */
export interface DealProof {
  commitment: string;
  secret: string;
  values: (string | null)[];
  seed: string;
  agrees: boolean;
}

/**
 * One decision: what was played, what the coach would have done, and what that cost.
 *
 * `next` is the best action besides the best one, if others were tried. `lost` are the points
 * given away: the value of the best action less that of the one played, and nothing where that
 * is too little to tell, or where the same was missed a turn before or later and counts there.
 * `error` is its standard error.
 */
export interface Decision {
  ply: number;
  seat: number;
  played: string;
  value: Value;
  best: string;
  best_value: Value;
  next: string | null;
  next_value: Value | null;
  lost: number;
  error: number;
}

/** Take a decision of the game: `claim paris-zurich 3 purple`, or the number of that action. */
export interface Do {
  type: "do";
  id: string;
  seat: number;
  decision: number;
  action: string | number;
}

/**
 * Make a table that goes on from a ply of a finished game, with as many seats in the same order.
 * All that `seat` could not know there is dealt anew, or stays `as_it_lay`.
 */
export interface ForkTable {
  name: string;
  ply: number;
  seat: number;
  seats: SeatPlan[];
  as_it_lay?: boolean;
}

export type FromClient =
  | Hello
  | Do
  | TakeBack
  | AskBack
  | AnswerBack
  | Hint
  | Say
  | Sit
  | Paint
  | Leave
  | Return
  | Arrange
  | Kick
  | Reissue
  | Link
  | GiveValue
  | Start
  | Rematch;

export type FromServer =
  | Welcome
  | Update
  | Ack
  | Refused
  | Bye;

/** Something that happened in the game, as this audience may know it. */
export interface GameEvent {
  name: string;
  params: Record<string, unknown>;
}

/**
 * A client's part of the luck, before the start: a random value for an own seat, made after the
 * table's commitment was seen. It is mixed into the deal; a seat gives one for each deal.
 */
export interface GiveValue {
  type: "value";
  id: string;
  seat: number;
  value: string;
}

/**
 * One entry of the table's log as this audience may know it.
 *
 * `kind` names the entry (`did`, `said`, `sat`, …), `at` is milliseconds since 1970.
 */
export interface Happened {
  v: number;
  at: number;
  kind: string;
  seat: number | null;
  params: Record<string, unknown>;
  events: GameEvent[];
}

/**
 * `ok`, or what does not work, and how many processes for bots live; then the damage, if any:
 * tables that cannot be read, and tables that lost their newest moves.
 */
export interface Health {
  status: string;
  bots: number;
  damaged_tables?: number;
  tables_behind?: number;
}

/**
 * The first message on a socket. `since` is the last version the client saw, if any; `invite` is
 * what the link had, which strangers need at a private table.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  since?: number | null;
  invite?: string | null;
}

/** Ask for advice on a decision; that it was asked is public, the advice is not. */
export interface Hint {
  type: "hint";
  id: string;
  seat: number;
  decision: number;
}

/** What helps: a code with parameters. */
export interface HintPart {
  code: string;
  params: Record<string, string | number>;
}

/** The host takes a seat away: free again before the start, a bot's afterwards. */
export interface Kick {
  type: "kick";
  id: string;
  seat: number;
}

/**
 * A city's name on the canvas: the lines, the first one's baseline, and how they are set.
 *
 * `font` is the size of its letters and `width` the room kept free for its widest line; lines
 * are 1.1 fonts apart.
 */
export interface LabelPart {
  lines: string[];
  x: number;
  y: number;
  anchor: string;
  font: number;
  width: number;
}

/** Get up from an own seat; in a running game a bot stands in. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
}

/**
 * A player asks for a token of their own seat, to go on with another device; it works once, and
 * older ones end.
 */
export interface Link {
  type: "link";
  id: string;
  seat: number;
}

/** A clock for each turn. */
export interface Live {
  type: "live";
  seconds: number;
}

/** A piece of a table's log as the caller may see it. */
export interface Log {
  happened: Happened[];
  more: boolean;
}

/**
 * A table that has been made: its id, its address, what lets others take a seat, and the
 * commitment to the deal; null where nothing is dealt.
 */
export interface Made {
  table: string;
  path: string;
  invite: string;
  commitment: string | null;
}

/** Turns over days. */
export interface Mail {
  type: "mail";
  days: number;
}

/**
 * Who is asking, and what the server is; `address` is where the world finds it, if that was
 * told.
 */
export interface Me {
  guest: string;
  protocol: number;
  server: string;
  address?: string | null;
}

/**
 * The game after so many decisions as its place in the list. `happened` is what led to it: the
 * start, then one decision each. `seats` are those that differ from the moment before.
 */
export interface Moment {
  happened: Happened;
  phase: string;
  turn: number;
  waiting: number[];
  market: (string | null)[];
  pile: number;
  discards: number;
  ticket_pile: number;
  tunnel: TunnelPart | null;
  turns_left: number | null;
  seats: SeatMoment[];
}

/** A move with the points to be ahead at the end and the chance to win that it promises. */
export interface MoveValue {
  move: string;
  margin: number;
  win: number;
}

/** What a table can be made of. */
export interface Offers {
  boards: BoardPart[];
  bots: BotPart[];
  colours: string[];
  phrases: string[];
}

/**
 * What holds for a table from its making to its end.
 *
 * `take_back` lets a seat take back its latest decision, and among people only one that has
 * revealed nothing: no card, no ticket. After `absence` seconds another person may take the seat
 * of a player who has left or run out of time.
 */
export interface Options {
  board?: string;
  listed?: boolean;
  watch?: boolean;
  talk?: boolean;
  absence?: number;
  first?: "chance" | number;
  pace?: Untimed | Live | Mail;
  hints?: boolean;
  take_back?: boolean;
}

/**
 * Where a game came from that goes on from another one: the table, the ply, and the seat for
 * whose eyes everything was dealt anew; null if it is as it lay.
 */
export interface OriginPart {
  table: string;
  ply: number;
  seat: number | null;
}

/**
 * What lies under a board, in its coordinates and up to 60 beyond its edges: layers from the
 * lowest up. `fits` says which positions of cities it was made for. Show the credit.
 */
export interface Outline {
  fits: string;
  credit: string;
  layers: OutlineLayer[];
  names: WaterNamePart[];
}

/**
 * Everything of one kind under a board, as the data of one SVG path. Land, parks, lakes and
 * piers are areas, filled by the even-odd rule; all else is lines.
 */
export interface OutlineLayer {
  kind: "border" | "bridge" | "lake" | "land" | "park" | "pier" | "relief" | "river" | "state" | "street";
  d: string;
}

/**
 * What one seat knows beyond that, and what it may do. `decision` is null while the game does
 * not wait for it; `drawn` are its blind draws of each pool, `offers` its offers of tickets in
 * the order of `draws`, each with the places kept (null while undecided). `legal` are numbers:
 * `actions` of the board has the text of each.
 */
export interface OwnView {
  seat: number;
  hand: Record<string, number>;
  tickets: string[];
  offer: string[];
  answer: number[];
  offers: [string[], number[] | null][];
  drawn: string[][];
  legal: number[];
  decision: number | null;
}

/** Choose a colour for an own seat before the start. */
export interface Paint {
  type: "paint";
  id: string;
  seat: number;
  colour: Colour;
}

/** A running game against bots in one request. */
export interface PlayNow {
  name: string;
  board?: string;
  bots?: string[];
}

/** What everyone sees of a player; hand and held are null until the game is over. */
export interface PlayerPart {
  name: string;
  trains: number;
  stations: number;
  cards: number;
  tickets: number;
  points: number;
  known: Record<string, number>;
  hand: Record<string, number> | null;
  held: string[] | null;
}

/**
 * What the coach says to a seat at a ply, knowing only what that seat knew: the chance to win,
 * the points to be ahead at the end, and the best actions if it had to decide, best first.
 */
export interface PlyAdvice {
  seat: number;
  win: number;
  margin: number;
  options: AdvisedAction[];
}

/** A request that was refused. */
export interface Problem {
  code: string;
  params: Record<string, unknown>;
}

/**
 * What everybody may know. `draws` are the offers of tickets in order: to which seat, how many,
 * and how many it kept; a seat of -1 says that the ticket deck was shuffled again at this time.
 * `deadline` is when the clock of this turn runs out, in milliseconds of the game clock, as
 * `now` of a welcome.
 */
export interface PublicView {
  board: string;
  phase: string;
  turn: number;
  first: number;
  waiting: number[];
  ply: number;
  keep_at_least: number;
  market: (string | null)[];
  pile: number;
  discards: Record<string, number>;
  ticket_pile: number;
  players: PlayerPart[];
  owners: Record<string, number>;
  stations: Record<string, number>;
  tunnel: TunnelPart | null;
  turns_left: number | null;
  passes: number;
  quiet_turns: number;
  market_stopped: boolean;
  draws: [number, number, number | null][];
  pools: [Record<string, number>, number[]][];
  shown: [number, string, number, number, number][];
  dealt: boolean;
  score: ScorePart | null;
  deadline: number | null;
}

/** A puzzle in the list. `level` is 1 to 3, the hardest last. */
export interface PuzzleEntry {
  id: string;
  board: string;
  theme: string;
  level: number;
}

/** All puzzles by board, and the id of the one of today (by UTC). */
export interface PuzzleList {
  today: string;
  puzzles: PuzzleEntry[];
}

/**
 * A puzzle as its seat sees it, with its moves in the board's order; `made` are the tickets that
 * its routes join already. `hints` say ever more.
 */
export interface PuzzlePosition {
  id: string;
  board: string;
  theme: string;
  level: number;
  view: PublicView;
  own: OwnView;
  made: string[];
  moves: string[];
  hints: HintPart[];
}

/**
 * The answer of a puzzle: every move with its value, the best first, and the coach's reasons for
 * the best ones. `gain` and `harm` are how many points more the seat and how many fewer its best
 * rival ends with than after the next best move.
 */
export interface PuzzleSolution {
  id: string;
  answer: string;
  gain: number;
  harm: number;
  moves: MoveValue[];
  options: AdvisedAction[];
}

/** A command was not carried out and has changed nothing. */
export interface Refused {
  type: "refused";
  code: string;
  id?: string | null;
  params?: Record<string, unknown> | null;
  v?: number | null;
}

/** The host asks for a token for a program's seat; older tokens of the seat end. */
export interface Reissue {
  type: "reissue";
  id: string;
  seat: number;
}

/**
 * After the end: the same people at a new table. With `wait` it does not start by itself where
 * only bots play against the host, who then can give a value first.
 */
export interface Rematch {
  type: "rematch";
  id: string;
  wait?: boolean | null;
}

/** Come back to the seat one has left or lost to the clock. */
export interface Return {
  type: "return";
  id: string;
  seat: number;
}

/** A whole game: every decision, the curve from all eyes, and the game by seat. */
export interface Review {
  board: string;
  players: string[];
  totals: number[];
  winners: number[];
  worlds: number;
  seed: number | string;
  decisions: Decision[];
  curve: Chances[];
  turning: TurningPoint[];
  seats: SeatReview[];
  format?: number;
}

/**
 * How far the review of a finished game is: `done` of `total` steps. Ask again in a moment; a
 * review that nobody asks for any more stops.
 */
export interface ReviewProgress {
  done: number;
  total: number;
}

/**
 * One track. `ferry` is how many locomotives it takes at least, `twin` the other side of a
 * double route; the spaces are those of its `length`, in order.
 */
export interface RoutePart {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: string;
  tunnel: boolean;
  ferry: number;
  twin: string | null;
  points: number;
  spaces: SpacePart[];
}

/** Chat: free text or a quick phrase, exactly one of them. */
export interface Say {
  type: "say";
  id: string;
  text?: string | null;
  phrase?: Phrase | null;
}

/**
 * An item of a score by its name; `count` is what the points are for. `routes` and `tickets`
 * come first, then the `bonuses` of the board's facts in their order.
 */
export interface ScoreItemPart {
  name: string;
  points: number;
  count: number;
}

/** The final score. */
export interface ScorePart {
  seats: SeatScorePart[];
  winners: number[];
  decided_by: string;
}

/**
 * One seat at one ply. `total` is its score as if the game ended then, `made` the tickets that
 * would count as complete; `offer` are tickets it was choosing from.
 */
export interface SeatMoment {
  seat: number;
  points: number;
  trains: number;
  stations: number;
  hand: Record<string, number>;
  tickets: string[];
  offer: string[];
  made: string[];
  total: number;
}

/** A seat as everybody sees it. `away` says why a bot stands in for the player, if one does. */
export interface SeatPart {
  kind: SeatKind;
  name: string | null;
  colour: Colour;
  bot: string | null;
  away: "kicked" | "left" | "time" | null;
}

/**
 * What a seat is for when the table is made. `bot` goes with the kind bot: a registered bot with
 * its parameters (`greedy`) or a level of this board (`level:2`).
 */
export interface SeatPlan {
  kind?: "bot" | "here" | "me" | "open" | "remote";
  bot?: string | null;
  name?: string | null;
  colour?: Colour | null;
}

/**
 * The game as one seat may look at it. `curve` and `turning` are from its own eyes.
 *
 * `own` counts the luck of this seat; `all` counts what the luck of every seat did to this one's
 * margin. `costliest` and `best` are plies of its decisions.
 */
export interface SeatReview {
  margin: number;
  own: Split;
  all: Split;
  curve: Chances[];
  turning: TurningPoint[];
  costliest: number[];
  best: number[];
  tickets: TicketInHindsight[];
  most?: BestScores | null;
}

/** One seat's final score. Its items are all that the board has, and add up to the total. */
export interface SeatScorePart {
  seat: number;
  items: ScoreItemPart[];
  tickets: [string, boolean][];
  longest_trail: number;
  trail: string[];
  stations_built: number;
  borrowed: [string, string][];
  total: number;
  winner: boolean;
}

/** A table, or one ply of a finished game, as the caller may see it. */
export interface Seen {
  v: number;
  table: TablePart;
  game: PublicView | null;
  mine: OwnView[];
}

/**
 * Take a free seat with the table's invite, or a seat with its token: a program's, or one's own
 * on another device.
 */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
  name: string;
  colour?: Colour | null;
  invite?: string | null;
}

/** A space of a route: its middle, its slope in degrees and its length. */
export interface SpacePart {
  x: number;
  y: number;
  angle: number;
  length: number;
}

/**
 * A player's final margin in five parts that add up to it, in points.
 *
 * The deal, the draws of cards and tickets and the tunnels make up `luck`. `rivals` is all that
 * is left: what they did, and that the best of several is hard to beat. `decisions` is never
 * above zero. `adjusted` is the margin without luck.
 */
export interface Split {
  deal: number;
  draws: number;
  tunnels: number;
  rivals: number;
  decisions: number;
  luck: number;
  adjusted: number;
}

/** The host starts the game; seats still open are removed if enough others are taken. */
export interface Start {
  type: "start";
  id: string;
}

/** How a player has fared, board by board. */
export interface Statistics {
  boards: BoardStatistics[];
}

/** A finished game from the deal to the score. Decisions that were taken back are not in it. */
export interface Story {
  table: TablePart;
  names: string[];
  moments: Moment[];
  score: ScorePart;
}

/**
 * A table in a list. `your_turn` and `seats` concern the one who asks; `deadline` is when the
 * clock of those the game waits for runs out, in milliseconds since 1970.
 */
export interface TableLine {
  table: TablePart;
  version: number;
  updated: number;
  seats: number[];
  your_turn: boolean;
  deadline?: number | null;
}

/**
 * A table as everybody sees it. `waiting` are the seats that the game waited for when this was
 * made (a move does not send it again: the game's own `waiting` is newer), `host` is the lowest
 * seat of whoever may arrange the table. Tables of earlier versions have no `deal`; a game with
 * an `origin` goes on from another one and counts in no statistics. Nobody acts at one that
 * whoever runs the server has `closed`.
 */
export interface TablePart {
  id: string;
  status: Status;
  options: Required<Options>;
  seats: SeatPart[];
  host: number | null;
  waiting: number[];
  created: number;
  rematch: string | null;
  deal?: DealPart | null;
  origin?: OriginPart | null;
  closed?: boolean;
}

/** A list of tables; `before` continues it, if there is more. */
export interface Tables {
  tables: TableLine[];
  before: number | null;
}

/** Take back this seat's latest decision and the bots' answers to it. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
}

/** A ticket that was offered: whether it was kept, and whether the final network joins it. */
export interface TicketInHindsight {
  ticket: string;
  points: number;
  ply: number;
  kept: boolean;
  made: boolean;
}

/** Two cities to join and what that is worth. */
export interface TicketPart {
  id: string;
  a: string;
  b: string;
  points: number;
  long: boolean;
}

/** A tunnel waiting to be paid or declined. */
export interface TunnelPart {
  route: string;
  laid: Record<string, number>;
  revealed: string[];
  extra: number;
}

/**
 * Where chances changed most, between the plies `since` and `until`.
 *
 * `ply` is the decision in between that moved them most, by `seat`, who played `played`.
 */
export interface TurningPoint {
  since: number;
  until: number;
  ply: number;
  seat: number;
  played: string;
  before: number[];
  after: number[];
}

/** Nobody is in a hurry. */
export interface Untimed {
  type: "untimed";
}

/**
 * A new version. A part that is not there has not changed; `mine` has the seats that have. Of
 * the game there is all of it (`game`), or after a move what that has changed (`changes`).
 */
export interface Update {
  type: "update";
  v: number;
  happened: Happened[];
  you?: You | null;
  table?: TablePart | null;
  game?: PublicView | null;
  changes?: ViewChanges | null;
  mine?: OwnView[] | null;
}

/** A margin in points, and a chance to win. */
export interface Value {
  margin: number;
  win: number;
}

/**
 * What a move has changed of the public view. `players` (by seat), `owners` and `stations` have
 * those that are new or changed, `shown` has what is to be added at its end; every other field
 * that is there replaces the old one. What is not there has not changed.
 */
export interface ViewChanges {
  phase?: string;
  turn?: number;
  waiting?: number[];
  ply?: number;
  keep_at_least?: number;
  market?: (string | null)[];
  pile?: number;
  discards?: Record<string, number>;
  ticket_pile?: number;
  players?: Record<string, PlayerPart>;
  owners?: Record<string, number>;
  stations?: Record<string, number>;
  tunnel?: TunnelPart | null;
  turns_left?: number | null;
  passes?: number;
  quiet_turns?: number;
  market_stopped?: boolean;
  draws?: [number, number, number | null][];
  pools?: [Record<string, number>, number[]][];
  shown?: [number, string, number, number, number][];
  score?: ScorePart | null;
  deadline?: number | null;
}

/** A name to print on the water, by its key: its middle, slope in degrees and font size. */
export interface WaterNamePart {
  key: string;
  x: number;
  y: number;
  angle: number;
  size: number;
}

/**
 * The answer to a hello: where the table stands now, with what the client missed. `now` is what
 * the game clock shows.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  now: number;
  v: number;
  you: You;
  table: TablePart;
  happened: Happened[];
  more: boolean;
  game: PublicView | null;
  mine: OwnView[];
}

/**
 * Who the client is at this table: its seats, those it may return to, and whether it is the
 * host. `invite` lets others take a free seat; only those seated have it.
 */
export interface You {
  seats: number[];
  away: number[];
  host: boolean;
  invite: string | null;
}
