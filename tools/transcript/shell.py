"""A terminal whose words are kept: commands are really run, and shown with what they answered.

Paths of this machine are shown as `/srv/trains`, and nothing else is changed, except that long
answers are cut in the middle where the story says so.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

SHOWN = "/srv/trains"
LONGEST = 600
WIDTH = 118


class Shell:
    """One folder, one environment, and the page that comes of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines: list[str] = []
        self.figures: list[tuple[str, str]] = []
        self._own = {"HOME": str(folder), "LANG": "C.UTF-8"}
        self._own["PATH"] = f"{folder}/env/bin:{os.environ['PATH']}:/usr/sbin"
        # How this machine reaches a package index is its own affair.
        self._own |= {name: text for name, text in os.environ.items() if name.startswith("PIP_")}

    def tell(self, text: str) -> None:
        """A sentence or a heading between the commands."""
        self.lines += [*([] if self.lines[-1:] == [""] else [""]), text, ""]

    def export(self, **variables: str) -> None:
        """Set variables for all that follows."""
        self._own |= variables
        shown = [f"$ export {name}={self._shown(text)}" for name, text in variables.items()]
        self._block(shown)

    def quietly(self, **variables: str) -> None:
        """Set what belongs to this machine and not to the story."""
        self._own |= variables

    def run(self, command: str, *, code: int = 0, figure: str = "", cut: int = 40) -> str:
        """Type a command; what it answered. With a figure, its time goes into the table."""
        began = time.monotonic()
        found, said = self.ask(command)
        took = time.monotonic() - began
        assert found == code, f"{command}: {found}\n{said}"
        ends = [f"[exit code {code}]"] if code else []
        self._block([f"$ {command}", *_shortened(said.splitlines(), cut), *ends])
        if figure:
            self.figures.append((figure, f"{took:.1f} s"))
        return said

    def ask(self, command: str) -> tuple[int, str]:
        """The exit code and the answer of a command that is not shown."""
        done: subprocess.CompletedProcess[str] = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self._own, text=True, timeout=LONGEST,
            check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.returncode, done.stdout

    def start(self, command: str, log: str) -> subprocess.Popen[bytes]:
        """Type a command that goes on in the background."""
        self._block([f"$ {command} 2> {log} &"])
        with (self.folder / log).open("ab") as file:
            words = ["bash", "-c", f"exec {command}"]
            return subprocess.Popen(
                words, cwd=self.folder, env=self._own, stdout=subprocess.DEVNULL, stderr=file
            )

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Stop it as a terminal does."""
        self._block(["$ kill %1"])
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0

    def file(self, name: str, text: str) -> None:
        """Write a file and show it."""
        (self.folder / name).write_text(text)
        self._block([f"$ cat {name}", *text.splitlines()])

    def show(self, lines: list[str]) -> None:
        """Show what was typed and answered elsewhere."""
        self._block(lines)

    def size(self, what: str, name: str) -> None:
        """Put the size of a file into the table."""
        size = (self.folder / name).stat().st_size
        self.figures.append((what, f"{size:,} bytes"))

    def _block(self, lines: list[str]) -> None:
        """Add to the block of commands that is open, or open one."""
        shown = [self._shown(line) for line in lines]
        if self.lines and self.lines[-1] == "```":
            self.lines.pop()
        else:
            self.lines.append("```text")
        self.lines += [line[:WIDTH] + ("…" if len(line) > WIDTH else "") for line in shown] + [
            "```"
        ]

    def _shown(self, text: str) -> str:
        return text.replace(str(self.folder), SHOWN)


def _shortened(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    half = most // 2
    return [*lines[:half], f"[{len(lines) - 2 * half} more lines]", *lines[-half:]]
