"""The program that builds and runs images here: docker, podman or buildah, whichever is found.

One is chosen by looking for it, or named by WHISTLESTOP_ENGINE. Words after `--` of a command go to
it as they are, so that whoever builds behind a proxy or without a registry can say so without a
change to any file. buildah runs what it built in a chroot, for machines that have no engine.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NAMES = ("docker", "podman", "buildah")
IMAGE = "whistlestop"
LIGHT = ("--storage-driver", "vfs")


@dataclass(frozen=True)
class Engine:
    """One of the three; `name` is also how it is called."""

    name: str

    @property
    def command(self) -> list[str]:
        """How it is called; buildah keeps its layers where no kernel has to help."""
        return [self.name, *(LIGHT if self.name == "buildah" else ())]

    def build(self, root: Path, tag: str, log: Path, extra: Sequence[str]) -> None:
        """Build the Dockerfile of a folder; all that is said goes into the log."""
        own = ["--isolation", "chroot"] if self.name == "buildah" else []
        # The format that has a place for the health check.
        own += [] if self.name == "docker" else ["--format", "docker"]
        words = [*self.command, "build", *own, *extra, "--tag", tag, str(root)]
        with log.open("w") as file:
            file.write(f"$ {' '.join(words[:-1])} .\n")
            file.flush()
            done = subprocess.run(words, stdout=file, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            end = "\n".join(log.read_text(errors="replace").splitlines()[-12:])
            raise SystemExit(f"{end}\nThe image was not built; all of {log} says why.")

    def size(self, tag: str) -> int:
        """How many bytes an image has, without compression."""
        if self.name == "buildah":
            found = json.loads(self.said("images", "--json", "--no-trunc", tag))
            return _bytes(found[0]["size"])
        return int(self.said("image", "inspect", "--format", "{{.Size}}", tag))

    def take_in(self, archive: Path, tag: str) -> None:
        """A tar of a whole system as an image."""
        path = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
        if self.name != "buildah":
            self.said("import", "--change", f"ENV PATH={path}", str(archive), tag)
            return
        box = self.said("from", "scratch")
        self.said("add", "--quiet", box, str(archive), "/")
        self.said("config", "--env", f"PATH={path}", box)
        self.said("commit", "--quiet", "--rm", box, tag)

    def said(self, *words: str) -> str:
        """What a command prints that has to succeed."""
        done = subprocess.run([*self.command, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{self.name} {words[0]}: {done.stderr.strip()}")
        return done.stdout.strip()


def _bytes(text: str) -> int:
    """`217 MB` as a number."""
    number, unit = text.split()
    return int(float(number) * {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}[unit.upper()])


def find() -> Engine | None:
    """The engine of this machine; a docker without its daemon is none."""
    named = os.environ.get("WHISTLESTOP_ENGINE")
    for name in (named,) if named else NAMES:
        if shutil.which(name) is not None and _answers(name):
            return Engine(name)
    return None


def _answers(name: str) -> bool:
    words = [name, "info"] if name != "buildah" else [name, "version"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0
