"""What all refusals have in common: a stable code for programs and a sentence for people."""

from __future__ import annotations


class Refusal(ValueError):
    """Something that cannot be done so. `code` is stable, `str()` is the sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        # Both arguments, so that the error survives the way back from another process.
        super().__init__(code, sentence)

    def __str__(self) -> str:
        return self.sentence
