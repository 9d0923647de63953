// What travels between a client and the server. Made from src/whistlestop/protocol by
// `python -m tools.make_protocol`; change it there. docs/protocol.md explains it.

export const PROTOCOL = 1;

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
 * A board. `labels` are its own words for things, `rules` its switches as docs/rules.md names
 * them, `digest` changes when anything that matters to the rules does. `outline` is the digest
 * of what lies under the board, if anything does.
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
  players: [number, number];
  cards: CardPart[];
  gray: string;
  cities: CityPart[];
  routes: RoutePart[];
  tickets: TicketPart[];
  labels: Record<string, string>;
  rules: Record<string, unknown>;
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

/** A city; `district` is 0 where there is none. */
export interface CityPart {
  id: string;
  name: string;
  x: number;
  y: number;
  label: LabelPart;
  attraction: boolean;
  district: number;
}

export type Command =
  | Do
  | TakeBack
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
  | Start
  | Rematch;

/** Make a table; one seat at least is the maker's (`me`) or a bot's. */
export interface CreateTable {
  name: string;
  seats: SeatPlan[];
  options?: Options;
}

/** Take a decision of the game: `claim paris-zurich 3 purple`. */
export interface Do {
  type: "do";
  id: string;
  seat: number;
  decision: number;
  action: string;
}

export type FromClient =
  | Hello
  | Do
  | TakeBack
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

/** The host takes a seat away: free again before the start, a bot's afterwards. */
export interface Kick {
  type: "kick";
  id: string;
  seat: number;
}

/** A city's name on the canvas: the lines, the first one's baseline, and how they are set. */
export interface LabelPart {
  lines: string[];
  x: number;
  y: number;
  anchor: string;
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

/** A table that has been made: its id, its address, and what lets others take a seat. */
export interface Made {
  table: string;
  path: string;
  invite: string;
}

/** Turns over days. */
export interface Mail {
  type: "mail";
  days: number;
}

/** Who is asking, and what the server is. */
export interface Me {
  guest: string;
  protocol: number;
  server: string;
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
 * What lies under a board, in its coordinates and up to 400 beyond its edges: layers from the
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
 * the order of `draws`, each with the places kept (null while undecided).
 */
export interface OwnView {
  seat: number;
  decision: number | null;
  hand: Record<string, number>;
  tickets: string[];
  offer: string[];
  answer: number[];
  legal: string[];
  drawn: string[][];
  offers: [string[], number[] | null][];
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
 * What everybody may know. `deadline` is when the clock of this turn runs out, in milliseconds
 * since 1970.
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
  score: ScorePart | null;
  deadline: number | null;
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

/** After the end: the same people at a new table. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Come back to the seat one has left or lost to the clock. */
export interface Return {
  type: "return";
  id: string;
  seat: number;
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

/** One seat's final score, item by item. */
export interface SeatScorePart {
  seat: number;
  routes: number;
  tickets: [string, boolean][];
  ticket_points: number;
  longest_trail: number;
  trail: string[];
  trail_bonus: number;
  globetrotter: number;
  stations: number;
  stations_built: number;
  borrowed: [string, string][];
  attractions: number;
  districts: number;
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

/** A table in a list. `your_turn` and `seats` concern the one who asks. */
export interface TableLine {
  table: TablePart;
  version: number;
  updated: number;
  seats: number[];
  your_turn: boolean;
}

/**
 * A table as everybody sees it. `waiting` are the seats that the game waited for when this was
 * made (a move does not send it again: the game's own `waiting` is newer), `host` is the lowest
 * seat of whoever may arrange the table.
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

/**
 * What a move has changed of the public view. `players` (by seat), `owners` and `stations` have
 * those that are new or changed, `shown` has what is to be added at its end; every other field
 * that is there replaces the old one. What is not there has not changed.
 */
export interface ViewChanges {
  ply: number;
  phase?: string;
  turn?: number;
  waiting?: number[];
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

/** The answer to a hello: where the table stands now, with what the client missed. */
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
