// The story of a finished game in five facts, worked out from its frames: the first route, the lead, the longest
// route, the turning point, the dearest ticket missed. Words for them are the component's.

import type { Story } from "#protocol";
import type { Board } from "#/board/facts";
import { framesOf, type Frame } from "#/shown/history/frames";

/** One fact; `ply` is the moment of the game it speaks of, where it speaks of one. */
export type Fact = { ply: number | null } & (
  | { kind: "first" | "longest"; seat: number; route: string }
  | { kind: "noRoute" }
  | { kind: "lead"; seat: number; changes: number }
  | { kind: "turnedByRoute"; seat: number; route: string }
  | { kind: "turnedByTicket"; seat: number; ticket: string }
  | { kind: "turned"; seat: number }
  | { kind: "closest"; seat: number; points: number }
  | { kind: "missed"; seat: number; ticket: string }
  | { kind: "allMade"; count: number }
);

interface Claim {
  ply: number;
  seat: number;
  route: string;
}

export function taleOf(story: Story, board: Board): Fact[] {
  const frames = framesOf(story);
  const claims = claimsOf(frames);
  const winner = story.score.winners[0] ?? 0;
  const leads = leadsFrom(frames, claims[0]?.ply ?? 0);
  return [
    claims[0] ? { kind: "first", ...claims[0] } : { kind: "noRoute", ply: null },
    { kind: "lead", seat: winner, changes: Math.max(0, leads.length - 1), ply: null },
    ...longest(claims, board),
    turning(frames, leads, winner),
    missed(story, board),
  ];
}

function claimsOf(frames: Frame[]): Claim[] {
  return frames.flatMap(({ ply, moment }) =>
    moment.happened.events
      .filter((event) => event.name === "claimed")
      .map(({ params }) => ({ ply, seat: Number(params.seat), route: String(params.route) })),
  );
}

/** Who was ahead alone, from the first route on, each time somebody else was than before. */
function leadsFrom(frames: Frame[], first: number): { ply: number; seat: number }[] {
  const leads: { ply: number; seat: number }[] = [];
  for (const { ply, seats } of frames.slice(first)) {
    const [best, next] = [...seats].sort((a, b) => b.total - a.total);
    if (!best || best.total === next?.total || leads.at(-1)?.seat === best.seat) continue;
    leads.push({ ply, seat: best.seat });
  }
  return leads;
}

/** The first of the longest routes claimed. */
function longest(claims: Claim[], board: Board): Fact[] {
  const length = (claim: Claim): number => board.route.get(claim.route)?.length ?? 0;
  const [best] = [...claims].sort((a, b) => length(b) - length(a));
  return best ? [{ kind: "longest", ...best }] : [];
}

/** What brought the winner ahead for good; who led all the time is told how near the others came. */
function turning(frames: Frame[], leads: { ply: number; seat: number }[], seat: number): Fact {
  const last = leads.at(-1);
  if (leads.length < 2 || last?.seat !== seat) return closest(frames, seat);
  const { ply } = last;
  const before = frames[ply - 1]?.seats[seat]?.made ?? [];
  const ticket = frames[ply]?.seats[seat]?.made.find((id) => !before.includes(id));
  if (ticket) return { kind: "turnedByTicket", ply, seat, ticket };
  const claim = frames[ply] && claimsOf([frames[ply]]).find((claim) => claim.seat === seat);
  return claim ? { kind: "turnedByRoute", ...claim } : { kind: "turned", ply, seat };
}

/** Who came nearest to the winner in the second half, and how near. */
function closest(frames: Frame[], winner: number): Fact {
  const gaps = frames.slice(Math.floor(frames.length / 2)).flatMap(({ ply, seats }) => {
    const own = seats[winner]?.total ?? 0;
    return seats.filter(({ seat }) => seat !== winner).map(({ seat, total }) => ({ ply, seat, points: own - total }));
  });
  const [nearest] = gaps.filter(({ points }) => points >= 0).sort((a, b) => a.points - b.points);
  return { kind: "closest", ...(nearest ?? { ply: null, seat: winner, points: 0 }) };
}

/** The dearest ticket that was not completed. */
function missed(story: Story, board: Board): Fact {
  const held = story.score.seats.flatMap(({ seat, tickets }) =>
    tickets.map(([ticket, made]) => ({ seat, ticket, made })),
  );
  const points = ({ ticket }: { ticket: string }): number => board.ticket.get(ticket)?.points ?? 0;
  const [dearest] = held.filter(({ made }) => !made).sort((a, b) => points(b) - points(a));
  if (!dearest) return { kind: "allMade", count: held.length, ply: null };
  return { kind: "missed", seat: dearest.seat, ticket: dearest.ticket, ply: null };
}
