"""What goes wrong at the engine's door: typed errors with a stable code and a sentence."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action the rules do not allow now. Nothing has changed.

    `code` is stable and meant for programs, `sentence` is meant for players.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)


class SetupError(ValueError):
    """A game that cannot be set up so; `code` is stable, `str()` is a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)
