"""`make bench`: every promised figure, measured, with ratios within the run.

Figures depend on the machine and on what else it does; ratios much less. Nothing is skipped to be
fast: a sample of the very games that are timed is replayed action by action through `Game`.
"""

import json
import os
import platform
import sys

from benchmarks import bots, envs, measures, public
from benchmarks.report import Figure, show


def main() -> int:
    """Take all measurements and print them, as a table or with `--json` as data."""
    if not measures.compiled():
        sys.exit("The benchmarks measure the compiled engine: run `make bench`.")
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    figures: list[Figure] = []
    for measure in [*measures.ALL, *public.ALL, *bots.ALL, *envs.ALL]:
        print(f"measuring {measure.__doc__ or measure.__name__}".rstrip("."), flush=True)
        figures += measure()
    if "--json" in sys.argv:
        print(json.dumps([figure.__dict__ for figure in figures], indent=1))
    else:
        print(show(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
