"""A network of two hidden layers that scores actions, in plain arithmetic.

It is shown the switches that are on (`inputs`) and answers with the legal action that scores
highest. Weights are numbers of two bytes each, one layer after the other: for every input the
weights to all outputs, and after them what is added to each output. It holds no state and draws
no lots, so the same facts always give the same answer.
"""

from __future__ import annotations

import struct

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.learned.inputs import switches_on
from whistlestop.bots.reasoning.seat_facts import SeatFacts

MAGIC = b"WSN1"
HEAD = struct.Struct("<4sIIII")


class PolicyNetwork:
    """The weights of one board: `inputs` switches, two hidden layers, a score for every action."""

    def __init__(self, inputs: i64, first: i64, second: i64, actions: i64, numbers: vec[float]):
        self.inputs = inputs
        self.first = first
        self.second = second
        self.actions = actions
        self.numbers = numbers

    def choose(self, facts: SeatFacts) -> i64:
        """The code of the legal action that scores highest; of equals the first."""
        hidden = self._second(self._first(switches_on(facts)))
        best = facts.codes[0]
        most = self._score(hidden, best)
        for code in facts.codes:
            score = self._score(hidden, code)
            if score > most:
                best, most = code, score
        return best

    def scores(self, facts: SeatFacts) -> list[float]:
        """The score of every legal action, in the order of their codes."""
        hidden = self._second(self._first(switches_on(facts)))
        return [self._score(hidden, code) for code in facts.codes]

    def _first(self, on: vec[i64]) -> vec[float]:
        """Only the weights of switches that are on count."""
        w, size = self.numbers, self.first
        sums = w[self.inputs * size : (self.inputs + 1) * size]
        for which in on:
            at = which * size
            n: i64 = 0
            while n < size:
                sums[n] = sums[n] + w[at + n]
                n += 1
        return sums

    def _second(self, before: vec[float]) -> vec[float]:
        w, size = self.numbers, self.second
        base = (self.inputs + 1) * self.first
        sums = w[base + self.first * size : base + (self.first + 1) * size]
        which: i64 = 0
        while which < self.first:
            value = before[which]
            if value > 0.0:
                at = base + which * size
                n: i64 = 0
                while n < size:
                    sums[n] = sums[n] + value * w[at + n]
                    n += 1
            which += 1
        return sums

    def _score(self, hidden: vec[float], code: i64) -> float:
        w = self.numbers
        base = (self.inputs + 1) * self.first + (self.first + 1) * self.second
        total = w[base + self.second * self.actions + code]
        at = base + code
        n: i64 = 0
        while n < self.second:
            if hidden[n] > 0.0:
                total += hidden[n] * w[at]
            at += self.actions
            n += 1
        return total


def read_network(data: bytes) -> PolicyNetwork:
    """The network of a file; one that is cut or is none raises `ValueError`."""
    if len(data) < HEAD.size or data[:4] != MAGIC:
        raise ValueError("this is no file of weights")
    _, inputs, first, second, actions = HEAD.unpack_from(data)
    count = (inputs + 1) * first + (first + 1) * second + (second + 1) * actions
    if len(data) != HEAD.size + 2 * count:
        raise ValueError("the file of weights is cut or too long")
    numbers = vec[float](capacity=count)
    for number in struct.unpack_from(f"<{count}e", data, HEAD.size):
        numbers = append(numbers, number)
    return PolicyNetwork(inputs, first, second, actions, numbers)


def pack_network(inputs: int, first: int, second: int, actions: int, numbers: bytes) -> bytes:
    """A file of weights: its head, then all numbers of two bytes as they are given."""
    return HEAD.pack(MAGIC, inputs, first, second, actions) + numbers
