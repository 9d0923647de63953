"""A puzzle in words: its question, its hints, what an answer is worth, and why the best is best.

The words are the terminal's; codes and figures come from `bots.puzzles`.
"""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.bots.puzzles import Puzzle, PuzzleHint, Verdict
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.cli.terminal.hint import WORDS as REASONS

THEMES = {
    "tickets": "which tickets",
    "claim": "claim or draw",
    "block": "block",
    "station": "station",
    "end": "when to end",
    "last-turns": "last turns",
}
LEVELS = {1: "easy", 2: "medium", 3: "hard"}

# One for each code of a hint; tests hold them against the list of codes.
HINTS = {
    "kind_claim": "Claim a route.",
    "kind_build": "Build a station.",
    "kind_draw": "Draw a card.",
    "kind_tickets": "Neither a card nor a route.",
    "kind_keep": "Tickets to keep: {count}.",
    "for_ticket": "Look at the ticket {ticket}.",
    "at_city": "Look around {city}.",
    "from_market": "An open card serves you best.",
    "from_deck": "None of the open cards is worth it.",
    "for_route": "{route} could be lent to you.",
    "refuses": "{ticket} is not worth keeping.",
    "keeps": "{ticket} is one of them.",
    "more_tickets": "More tickets would suit your network.",
}


def heading(puzzle: Puzzle) -> str:
    """What a puzzle is, in a line."""
    about = f"{THEMES[puzzle.theme]}, {LEVELS[puzzle.level]}"
    return f"{puzzle.id}: {puzzle.board.title}, {puzzle.players} players, {about}"


def question(puzzle: Puzzle) -> Iterator[str]:
    """What to look for, and the moves there are."""
    seat = puzzle.seen["seat"]
    yield f"You are {puzzle.view.players[seat].name}. One move is better than all others. Which?"
    yield "Moves: " + ", ".join(dict.fromkeys(map(move_of, puzzle.view.legal)))


def hint_sentence(hint: PuzzleHint) -> str:
    """What a hint says."""
    return HINTS[hint.code].format(**hint.params)


def verdict_sentence(puzzle: Puzzle, verdict: Verdict) -> str:
    """What an answer is worth."""
    if verdict.solved:
        return f"Right: {verdict.move} is best, by {puzzle.lead:.1f} points."
    cost = f"{verdict.cost.margin:.1f} points and {verdict.cost.win:.0%} of the chance to win"
    return f"No: {verdict.move} gives away {cost}."


def solution_lines(puzzle: Puzzle) -> Iterator[str]:
    """The best moves, each with the coach's reason and what it promises."""
    for place, advice in enumerate(puzzle.advice(), 1):
        worth = f"{advice.value:+.1f} points, {advice.params['win']:.0%} to win"
        yield f"{place}. {advice.action} ({worth}): {REASONS[advice.reason]}."
    yield (
        f"Played to the end, against the next best move: you {puzzle.gain:+.1f} points,"
        f" your best rival {-puzzle.harm:+.1f}."
    )
