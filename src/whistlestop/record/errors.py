"""What goes wrong with a record: one typed error with a stable code, a sentence and the line."""

from __future__ import annotations

CODES = {
    "unreadable": "the file cannot be read",
    "cannot_write": "the file cannot be written",
    "exists": "a file that is written line by line must be a new one",
    "not_a_record": "the file is something else",
    "many_games": "the file holds many games, not one",
    "truncated": "the file ends before its first line does",
    "edited": "a line is not as it was written",
    "newer_format": "the record comes from a newer program",
    "old_format": "the record is older than anything this program can bring up to date",
    "other_rng": "the record was shuffled by another generator",
    "commitment_differs": "the secret of the deal is not the one that was committed to",
    "seed_differs": "the seed does not follow from the secret and the values",
    "order_differs": "the order of cards and tickets does not follow from the proven deal",
    "other_dealing": "the cards were dealt anew in a way that this program does not know",
    "bad_field": "a line lacks something, or has something it should not",
    "unknown_board": "the board of the record was not found",
    "other_board": "the board has changed since, or is another one of that name",
    "bad_setup": "no game can be set up as the record says",
    "illegal_action": "an action that the rules do not allow there",
    "got_differs": "chance did not answer what the record says",
    "not_over": "the record has a result, but its game goes on",
    "result_differs": "the game ends with another result than the record says",
    "digest_differs": "the game ends in another position than the record says",
    "no_such_ply": "the record has no such ply",
    "no_such_seat": "the game has no such seat",
    "seat_record": "a record as seen by a seat cannot be replayed",
    "not_dealt": "a game that began in the middle has no record",
    "bad_text": "something in the game cannot be written as text",
}


class RecordError(ValueError):
    """A record that cannot be used so: a stable `code`, one `sentence`, and the `line` if any.

    The first line of a file is line 1. Nothing has changed, no file and no game.
    """

    def __init__(self, code: str, sentence: str, line: int | None = None) -> None:
        super().__init__(code, sentence, line)
        self.code = code
        self.sentence = sentence if line is None else f"line {line}: {sentence}"
        self.line = line

    def __str__(self) -> str:
        return self.sentence
