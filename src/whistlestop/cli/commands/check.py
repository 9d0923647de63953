"""`whistlestop check FILE…`: whether board files and records are sound."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import click

from whistlestop.cli.help import FOUND_BAD, Explained
from whistlestop.cli.options import board_option, files_like, json_option, print_json


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one file."""

    file: str
    ok: bool
    says: str

    def __str__(self) -> str:
        return f"{self.file}: {'ok, ' * self.ok}{self.says}"


@click.command("check", cls=Explained, finds="A file is not sound.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=files_like)
@board_option(None, "The board file that records of a board of your own were played on.")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], board: str | None, as_json: bool) -> None:
    """Check board files (.toml) and records (.wst).

    A board file is checked whole, its options included; a record is replayed from the first card
    to the final score.

        whistlestop check evening.wst
        whistlestop check my-town.toml evening.wst --json
    """
    findings = [_check(file, board) for file in files]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            click.echo(str(finding))
    ctx.exit(0 if all(finding.ok for finding in findings) else FOUND_BAD)


def _check(file: str, board: str | None) -> Finding:
    checks = {".toml": _check_board, ".wst": _check_record}
    kind = Path(file).suffix.lower()
    if kind not in checks:
        return Finding(file, False, "is neither a board file (.toml) nor a record (.wst).")
    try:
        return Finding(file, True, checks[kind](file, board))
    except ValueError as error:
        # Typed errors are sentences; anything else is a defect and must be seen.
        if not hasattr(error, "code"):
            raise
        return Finding(file, False, str(error))


def _check_board(file: str, board: str | None) -> str:
    from whistlestop.boards.load import load_board, options_of

    loaded, options = load_board(Path(file)), options_of(Path(file))
    counts = f"{len(loaded.cities)} cities, {len(loaded.routes)} routes"
    return f"{loaded.title}: {counts}, {len(loaded.tickets)} tickets, {len(options)} options"


def _check_record(file: str, board: str | None) -> str:
    from whistlestop.record import load

    record = load(file, board)
    record.verify()
    state = "finished" if record.finished else "not finished"
    cut = ", its last line was cut off" if record.dropped else ""
    return f"{record.board.name}: {', '.join(record.players)}; {len(record)} plies, {state}{cut}"
