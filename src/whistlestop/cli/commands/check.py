"""`whistlestop check FILE…`: whether board files and records are sound, and deals proven."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from whistlestop.cli.help import FOUND_BAD, Explained
from whistlestop.cli.options import board_option, files_like, json_option, print_json

if TYPE_CHECKING:
    from whistlestop.engine.proven_deal import ProvenDeal
    from whistlestop.record import Record, SeatRecord

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one file; `proof` is about the deal of a record, if it has one."""

    file: str
    ok: bool
    says: str
    commitment: str | None = None
    proof: str | None = None

    def __str__(self) -> str:
        proof = "" if self.proof is None else f"\n  {self.proof}"
        said = f"{'ok, ' * self.ok}{self.says}{proof}"
        # What is wrong with a file as a whole begins with its name already.
        return said if said.startswith(Path(self.file).name) else f"{self.file}: {said}"


class _OtherDeal(ValueError):
    """The record is not of the deal that was committed to before."""

    code = "other_deal"


def _read_hash(ctx: click.Context, param: click.Parameter, text: str | None) -> str | None:
    """A commitment as a player may have copied it."""
    if text is None:
        return None
    if not _HASH.fullmatch(found := text.strip().lower()):
        raise click.BadParameter("a commitment is 64 hexadecimal digits.", ctx, param)
    return found


@click.command("check", cls=Explained, finds="A file is not sound, or not of that commitment.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=files_like)
@board_option(None, "The board file that records of a board of your own were played on.")
@click.option(
    "--commitment",
    metavar="HASH",
    callback=_read_hash,
    help="What you were shown before the deal; a record of any other deal is not sound then.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    board: str | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    """Check board files (.toml), records (.wst) and files of many of them (.wst.gz).

    A board file is checked whole, its options included; a record is replayed from the first card
    to the final score. If it carries the proof of its deal, that is checked too: that the secret
    is the one committed to, that the seed follows from it and the values of the seats, and that
    every card and ticket follows from the seed.

        whistlestop check evening.wst
        whistlestop check my-town.toml evening.wst --json
    """
    findings = [_check(file, board, commitment) for file in files]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            click.echo(str(finding))
    ctx.exit(0 if all(finding.ok for finding in findings) else FOUND_BAD)


def _check(file: str, board: str | None, commitment: str | None) -> Finding:
    try:
        kind = _kind(Path(file))
        if kind == ".toml":
            return Finding(file, True, _check_board(file))
        if kind == ".gz":
            return Finding(file, True, _check_records(file, board, commitment))
        if kind == ".wst":
            return _check_record(file, board, commitment)
    except ValueError as error:
        # Typed errors are sentences; anything else is a defect and must be seen.
        if not hasattr(error, "code"):
            raise
        return Finding(file, False, str(error))
    says = "is neither a board file (.toml) nor a record (.wst), nor many of them (.wst.gz)."
    return Finding(file, False, says)


def _kind(file: Path) -> str:
    """How the name ends, or would: `--records` takes any name for a packed file."""
    from whistlestop.record.files import PACKED, unreadable

    ending = file.suffix.lower()
    if ending in (".toml", ".wst"):
        return ending
    try:
        with file.open("rb") as data:
            return ".gz" if data.read(len(PACKED)) == PACKED else ending
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None


def _check_board(file: str) -> str:
    from whistlestop.boards.load import load_board, options_of

    loaded, options = load_board(Path(file)), options_of(Path(file))
    counts = f"{len(loaded.cities)} cities, {len(loaded.routes)} routes"
    return f"{loaded.title}: {counts}, {len(loaded.tickets)} tickets, {len(options)} options"


def _check_record(file: str, board: str | None, commitment: str | None) -> Finding:
    from whistlestop.record import load

    record = load(file, board)
    record.verify()
    _compare(record.commitment, commitment)
    bare = "no proof of the deal; " if record.commitment is None else ""
    state = "finished" if record.finished else "not finished"
    cut = ", its last line was cut off" if record.dropped else ""
    fork = f", goes on from ply {record.forks[-1].ply} of another game" if record.forks else ""
    plies = f"{bare}{len(record)} plies, {state}{cut}{fork}"
    says = f"{record.board.name}: {', '.join(record.players)}; {plies}"
    return Finding(file, True, says, record.commitment, _proof(record, commitment is not None))


def _check_records(file: str, board: str | None, commitment: str | None) -> str:
    """Every game of a file of many, each replayed to its end."""
    from whistlestop.record import RecordError, load_all

    boards: dict[str, None] = {}
    count = plies = 0
    for count, record in enumerate(load_all(file, board), 1):
        try:
            record.verify()
        except RecordError as error:
            raise RecordError(error.code, f"game {count - 1}: {error.sentence}") from None
        _compare(record.commitment, commitment)
        boards[record.board.name] = None
        plies += len(record)
    return f"{', '.join(boards)}: {count:,} game{'s' * (count != 1)}, {plies:,} plies"


def _compare(found: str | None, shown: str | None) -> None:
    """The commitment that a player was shown must be that of the record."""
    if shown is None or shown == found:
        return
    if found is None:
        raise _OtherDeal("The record carries no proof of its deal, so nothing was committed to.")
    raise _OtherDeal(f"The record is of another deal: it commits to {found}.")


def _proof(record: Record | SeatRecord, compared: bool) -> str | None:
    """What the record proves about its deal, in words."""
    from whistlestop.record import SeatRecord

    if record.commitment is None:
        return None
    shown = ", as you were shown" if compared else ": compare it with what you were shown before"
    if isinstance(record, SeatRecord):
        return (
            f"The commitment is {record.commitment}{shown}."
            " A record as seen by a seat has no more: the proof is in the whole record."
        )
    assert record.deal is not None, "a whole record has the commitment from its deal"
    so_far = "" if record.finished else " so far"
    return (
        f"The deal agrees with its proof. The commitment is {record.commitment}{shown}."
        f" It is that of the secret in the record; the seed follows from the secret and"
        f" {_values(record.players, record.deal)}; every card and every ticket{so_far} follows"
        f" from the seed. {_beginning(record, record.deal)}{_again(record)}"
    )


def _values(players: Sequence[str], deal: ProvenDeal) -> str:
    """Whose values are in the deal."""
    gave = [name for name, value in zip(players, deal.values, strict=True) if value is not None]
    others = [name for name in players if name not in gave]
    if not gave:
        return "no seat's value, so whoever drew the secret could choose the luck"
    rest = f" ({_listed(others)} gave none)" if others else ""
    return f"{'a value' if len(gave) == 1 else 'values'} of {_listed(gave)}{rest}"


def _beginning(record: Record, deal: ProvenDeal) -> str:
    """Who begins, or which part of the game the proof speaks of."""
    if not record.forks:
        return _beginner(record.players, record.first, deal)
    newest = record.forks[-1]
    assert newest.seat is not None, "only what is dealt anew is proven"
    return (
        f"This concerns what was dealt anew after ply {newest.ply}, from all that"
        f" {record.players[newest.seat]} knew."
    )


def _beginner(players: Sequence[str], first: int, deal: ProvenDeal) -> str:
    """Whether chance named the first seat: a record does not say who was asked."""
    from whistlestop.record.proof import chance_names

    chance = chance_names(deal)
    if chance == first:
        return f"{players[first]} begins, as chance says."
    return f"{players[first]} begins as the table chose; chance would name {players[chance]}."


def _again(record: Record) -> str:
    """The shuffles after take-backs: whoever runs a table decides when, so the number counts."""
    if not record.shuffles:
        return ""
    steps = [
        f"the {_listed(x.piles)} after ply {x.ply} (number {x.again})" for x in record.shuffles
    ]
    return f" Shuffled again after take-backs: {_listed(steps)}."


def _listed(names: Sequence[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
