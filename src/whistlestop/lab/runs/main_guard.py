"""Scripts that start workers without `if __name__ == "__main__":` are told so, once.

Every worker reads the script that started it, to find the bots defined there. Without the guard it
would simulate in its turn. We look at the script before any worker starts; where that tells
nothing, a worker that comes back here while it reads the script ends without a word, and the
process that started it says the sentence.
"""

from __future__ import annotations

import ast
import multiprocessing
import os
import sys
from pathlib import Path

from whistlestop.lab.errors import LabError

# A script that looks at one of these knows what it is doing.
_GUARDS = {"__name__", "parent_process", "current_process"}


def need_guard() -> None:
    """Refuse to start workers from a script that would start them again in every worker."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)
    if _is_nowhere():
        raise no_workers()
    if _runs_in_main_body() and not _is_guarded():
        raise LabError(
            "no_workers",
            "A script that simulates with several workers does so under"
            ' `if __name__ == "__main__":`, because every worker reads the script again.',
        )


def no_workers() -> LabError:
    """The refusal, which names the usual reason."""
    return LabError(
        "no_workers",
        "The worker processes could not start or were stopped; a script that simulates with"
        ' several workers does so under `if __name__ == "__main__":`, from a file.',
    )


def _is_nowhere() -> bool:
    """Whether workers would look in vain for the script: it was read from the standard input."""
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    return file is not None and main.__spec__ is None and not Path(file).is_file()


def _runs_in_main_body() -> bool:
    """Whether the statements of the main script, and not something imported, brought us here."""
    body = getattr(sys.modules.get("__main__"), "__dict__", None)
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code.co_name == "<module>" and frame.f_globals is body


def _is_guarded() -> bool:
    """Whether the main script has a guard; so is taken whatever cannot be read."""
    file = getattr(sys.modules["__main__"], "__file__", None)
    try:
        tree = ast.parse(Path(str(file)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return True
    named = {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(tree)}
    return not named.isdisjoint(_GUARDS)
