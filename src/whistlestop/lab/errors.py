"""What the lab refuses to do, as a typed error with a stable code and a sentence."""

from __future__ import annotations


class LabError(ValueError):
    """A simulation that cannot be run so; `code` is stable, `str()` is a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)
