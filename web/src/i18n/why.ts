// Why an action is advised, in at most two short sentences. Every fact comes with the reason's parameters
// (docs/bots.md); what an older game's hint does not tell is left out. Long lists are shortened.

import type { Board } from "#/board/facts";
import { cardsWords, cityName, pair, percent, piecesWord, routeWords, ticketPair } from "./story";
import { listed, signed, w } from "./words.svelte";

type Params = Readonly<Record<string, unknown>>;
type Sentence = string | false;

/** A danger below this is not worth a word. */
const NOTABLE = 0.15;
/** A chance above this is not worth one either. */
const SURE = 0.9;
/** So many things are named; of more, how many there are. */
const NAMED = 2;

/** Why a hint proposes an action; `names` are the players' by seat. */
export function reasonWords(board: Board, reason: string, params: Params, names: readonly string[] = []): string {
  const why = new Why(board, params, names);
  const said = (REASONS[reason]?.(why) ?? []).filter(Boolean).slice(0, 2).join(" ");
  return said || w().story.reason.other;
}

class Why {
  readonly say = w().story.reason;

  constructor(
    readonly board: Board,
    readonly params: Params,
    private readonly names: readonly string[],
  ) {}

  ids = (key: string): string[] =>
    String(this.params[key] ?? "")
      .split(" ")
      .filter(Boolean);
  number = (key: string): number => Number(this.params[key] ?? NaN);
  points = (key = "points"): string => w().story.points(this.number(key));
  /** What a claim brings with the attractions and districts that it counts for. */
  scored = (): string => w().story.points(this.number("points") + Number(this.params.beside ?? 0));
  trains = (key: string): string => piecesWord(this.board, "train", this.number(key));
  tickets = (key: string): string => this.some(this.ids(key).map((id) => ticketPair(this.board, id)));
  first = (key: string): string => ticketPair(this.board, this.ids(key)[0] ?? "");
  routes = (key: string): string => this.some(this.ids(key).map((id) => routeWords(this.board, id)));
  route = (key = "route"): string => routeWords(this.board, String(this.params[key]));
  rival = (): string => this.names[this.number("rival")] ?? w().story.told.somebody;

  some(things: string[]): string {
    const rest = things.length - NAMED;
    return listed(rest > 1 ? [...things.slice(0, NAMED), this.say.more(rest)] : things);
  }

  /** The cards of `3 red 1 any`. */
  need(): string {
    const words = this.ids("need");
    const counts = Object.fromEntries(words.flatMap((card, i) => (i % 2 ? [[card, Number(words[i - 1])]] : [])));
    const gray = counts.any ? this.say.gray(counts.any) : "";
    return [cardsWords(this.board, counts), gray].filter(Boolean).join(", ");
  }

  /** What a route does for tickets. */
  aim(): Sentence {
    const { say, params } = this;
    if (params.done) return say.completes(this.tickets("done"));
    if (!params.for) return false;
    if (params.nearer) return say.helps(this.tickets("for"));
    const ticket = this.first("for");
    if (params.last_way) return params.last_way === "station" ? say.last_station(ticket) : say.last_none(ticket);
    return params.detour
      ? say.saves({ ticket, trains: this.trains("detour") })
      : say.claim_for_plan(this.tickets("for"));
  }

  /** Tickets that are given up: those that can hardly be completed, or else those that cost too much. */
  givenUp(key: string): Sentence {
    const costly = this.ids("costly");
    const hard = this.ids(key).filter((id) => !costly.includes(id));
    const pairs = (ids: string[]): string => this.some(ids.map((id) => ticketPair(this.board, id)));
    if (hard.length) return this.say.dropped(pairs(hard));
    return costly.length > 0 && this.say.costly(pairs(costly));
  }

  /** What has to wait, or is lost, when the cards for a tunnel are taken back. */
  putOff(): Sentence {
    if (this.params.done) return this.say.leaves(this.tickets("done"));
    return !!this.params.for && this.say.delays(this.tickets("for"));
  }

  /** The prize for the longest trail, which a last claim wins. */
  trail(): Sentence {
    return !!this.params.trail && this.say.trail(this.points("trail"));
  }

  /** What is left to do for a ticket after a claim. */
  rest(): Sentence {
    if (this.params.need) return this.say.lacks(this.need());
    return !!this.params.then && this.say.paid(this.first("for"));
  }

  risk(): Sentence {
    const { risk } = this.params;
    return risk !== undefined && (Number(risk) > 0 ? this.say.risk(share(Number(risk))) : this.say.safe);
  }

  threat(): Sentence {
    if (!this.params.near || this.number("danger") < NOTABLE) return false;
    const cities = listed(this.ids("near").map((id) => cityName(this.board, id)));
    const route = this.board.route.get(String(this.params.threat ?? this.params.route));
    const danger = percent(this.params.danger);
    return !!route && this.say.rival({ rival: this.rival(), cities, route: pair(this.board, route), danger });
  }

  short(): Sentence {
    const [turns, left] = [this.number("turns"), this.number("left")];
    return turns >= left && this.say.short({ turns, left });
  }

  hit(): Sentence {
    return this.number("hit") < SURE && this.say.hit(percent(this.params.hit));
  }
}

/** A share that is not nothing is at least one percent. */
const share = (part: number): string => percent(Math.max(part, 0.01));

const REASONS: Readonly<Record<string, ((why: Why) => Sentence[]) | undefined>> = {
  only_action: ({ say }) => [say.only_action],
  keep_tickets: (why) => [
    why.number("trains") > 0 &&
      why.say.keep_tickets({
        trains: why.trains("trains"),
        turns: why.number("turns"),
        chance: percent(why.params.chance),
      }),
    why.givenUp("dropped"),
    !!why.params.done && why.say.keep_done(why.tickets("done")),
    !!why.params.shared && why.say.shared(why.routes("shared")),
  ],
  claim_for_plan: (why) => [why.aim() || why.say.needed, why.risk(), why.threat(), why.rest(), why.short()],
  claim_for_points: (why) => [
    why.say.claim_for_points(why.scored()),
    why.risk(),
    !!why.params.open && why.say.no_nearer,
    !!why.params.trains && why.say.keeps(why.trains("trains")),
  ],
  build_for_plan: (why) => [
    !!why.params.cost && why.say.build_for_plan({ route: why.route(), rival: why.rival(), points: why.points("cost") }),
    !!why.params.for && (why.params.done ? why.say.completes(why.tickets("done")) : why.say.helps(why.tickets("for"))),
  ],
  build_in_vain: (why) => [why.say.build_in_vain(why.points("cost"))],
  draw_for_plan: (why) => [
    !!why.params.need && why.say.draw_for_plan({ tickets: why.tickets("tickets"), cards: why.need() }),
    why.params.helps === 0 && why.say.spare,
    why.threat(),
    !!why.params.need && why.short(),
    why.params.helps === 1 && (why.params.serves ? why.say.serves(why.routes("serves")) : why.say.useful),
    why.hit(),
  ],
  draw_for_points: (why) => [
    why.params.tickets
      ? why.say.paid(why.tickets("tickets"))
      : why.params.open === ""
        ? why.say.complete
        : why.givenUp("open"),
    !!why.params.route && why.say.draw_for_points({ route: why.route(), points: why.scored() }),
  ],
  draw_in_vain: ({ say }) => [say.draw_in_vain],
  draw_tickets: (why) => [
    why.params.open === "" ? why.say.complete : !!why.params.open && why.say.open(why.tickets("open")),
    why.number("gain") >= 0.5 ? why.say.draw_tickets(signed(Math.round(why.number("gain")))) : why.say.tickets_cost,
  ],
  pay_tunnel: (why) => [
    why.aim() || why.trail() || (!!why.params.points && why.say.claim_for_points(why.scored())),
    why.say.pay_tunnel,
  ],
  decline_tunnel: (why) => [
    !!why.params.back && why.say.decline_tunnel(w().story.cardCount(why.number("back"))),
    why.putOff(),
  ],
  last_turn: (why) => [why.say.last_turn(why.scored()), why.aim() || why.trail(), why.risk()],
  points_now: (why) => [why.params.points === 0 ? why.say.no_points : why.say.points_now(why.points())],
};
