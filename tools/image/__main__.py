"""`python -m tools.image build [-- WORDS]`, `pins`, `bases`; see the package."""

from __future__ import annotations

import argparse
import sys
import time

from tools.image import bases, engine, pins

LOG = pins.ROOT / "build" / "image.log"


def build(extra: list[str]) -> None:
    """Build the image; how long it took and how large it is stands at the end of its log, too."""
    here = _engine()
    LOG.parent.mkdir(exist_ok=True)
    began = time.monotonic()
    here.build(pins.ROOT, engine.IMAGE, LOG, extra)
    took = time.monotonic() - began
    size = here.size(engine.IMAGE) / 1e6
    says = f"{engine.IMAGE}: {size:.0f} MB, built in {took:.0f} s by {here.name}"
    with LOG.open("a") as log:
        log.write(f"{says}\n")
    print(says)


def _engine() -> engine.Engine:
    here = engine.find()
    if here is None:
        sys.exit("There is no docker, podman or buildah here that answers.")
    return here


def main(arguments: list[str]) -> None:
    """Do what is asked for; what follows `--` is for the engine."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(prog="python -m tools.image")
    parser.add_argument("what", choices=["build", "pins", "bases"])
    what = parser.parse_args(arguments[:cut]).what
    if what == "build":
        build(arguments[cut + 1 :])
    elif what == "pins":
        pins.write()
    else:
        bases.make(_engine())


if __name__ == "__main__":
    main(sys.argv[1:])
