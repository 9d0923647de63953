"""Version 2 of the generator: the stream of ChaCha20 as RFC 8439 has it, keyed by SHA-256.

Whoever has seen any part of the stream can tell nothing about the rest, which xoshiro128++ (version
1, `rng`) does not promise: this is for games among people who do not trust each other. It is much
slower, so simulations keep version 1. It keeps nothing secret by itself: whoever has the seed has
the stream. The invariant is that of version 1: the same seed and stream name give the same numbers
on every machine, compiled or not (tests hold the vectors of the RFC).
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Part of every key, so that another generator could never be taken for this one.
CHACHA_VERSION: Final = 2
M32: Final = 0xFFFFFFFF
# "expand 32-byte k", as four words.
_CONSTANTS: Final = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_BLOCK: Final = 16
# Twenty rounds of four.
_QUARTERS: Final = 80


class ChaCha:
    """A key, a nonce, and the block that is being read out; `below(n)` is uniform and unbiased."""

    def __init__(self, start: vec[i64]) -> None:
        # The sixteen words that a block is made from. Neither vec is ever changed in place except
        # for the counter (word 12), so a copy shares the block and has words of its own.
        self.start = start
        self.block = start
        self.read: i64 = _BLOCK

    def next32(self) -> i64:
        """The next 32 random bits: the words of the stream in order."""
        if self.read == _BLOCK:
            self.block = chacha_block(self.start)
            # A game reads some thirty blocks of the 2**32 that a key may give.
            self.start[12] = (self.start[12] + 1) & M32
            self.read = 0
        word = self.block[self.read]
        self.read += 1
        return word

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, every one equally likely; n is at most 2**31."""
        while True:
            product = self.next32() * n
            low = product & M32
            if low >= n or low >= (4294967296 - n) % n:
                return product >> 32

    def copy(self) -> ChaCha:
        """A generator that gives the same numbers from here on."""
        other = ChaCha(self.start[:])
        other.block = self.block
        other.read = self.read
        return other

    def words(self) -> tuple[int, ...]:
        """The whole state, for tests and for saving: key, counter, nonce, and words read."""
        return (*[int(word) for word in self.start], int(self.read))


def chacha(seed: object, stream: str = "") -> ChaCha:
    """A generator for a seed and a named stream; streams of one seed are independent."""
    text = f"whistlestop/{CHACHA_VERSION}/{stream}/{seed}"
    return chacha_from(hashlib.sha256(text.encode()).digest())


def chacha_from(key: bytes, nonce: bytes = bytes(12), counter: int = 0) -> ChaCha:
    """The stream of a key of 32 bytes from a block on, with nothing of ours in it."""
    words = [*_CONSTANTS, *_words(key), counter, *_words(nonce)]
    return ChaCha(vec[i64]([i64(word) for word in words]))


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def chacha_block(start: vec[i64]) -> vec[i64]:
    """One block of the stream: twenty rounds, then the start added (RFC 8439, section 2.3)."""
    x = start[:]
    done: i64 = 0
    while done < _QUARTERS:
        # Four quarter rounds on the columns, then four on the diagonals, and so on.
        column = done & 3
        slant = (done >> 2) & 1
        b = 4 + ((column + slant) & 3)
        c = 8 + ((column + 2 * slant) & 3)
        d = 12 + ((column + 3 * slant) & 3)
        _quarter(x, column, b, c, d)
        done += 1
    i: i64 = 0
    while i < _BLOCK:
        x[i] = (x[i] + start[i]) & M32
        i += 1
    return x


def _quarter(x: vec[i64], i: i64, j: i64, k: i64, m: i64) -> None:
    """The quarter round (RFC 8439, section 2.1) on four words of a block."""
    a, b, c, d = x[i], x[j], x[k], x[m]
    a = (a + b) & M32
    d ^= a
    d = ((d << 16) & M32) | (d >> 16)
    c = (c + d) & M32
    b ^= c
    b = ((b << 12) & M32) | (b >> 20)
    a = (a + b) & M32
    d ^= a
    d = ((d << 8) & M32) | (d >> 24)
    c = (c + d) & M32
    b ^= c
    b = ((b << 7) & M32) | (b >> 25)
    x[i] = a
    x[j] = b
    x[k] = c
    x[m] = d
