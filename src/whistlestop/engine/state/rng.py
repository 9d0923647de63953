"""The generators behind every shuffle; version 1 itself: xoshiro128++ with SHA-256 seeding.

The standard library promises stability only for `random()`; a record must replay for ever, so
the project keeps its own small generator. The invariant: the same seed and stream name give the
same numbers on every machine, compiled or not (tests hold published vectors). Version 2, a
cryptographic stream, is in `chacha`; `generator` gives the one that a game asks for by its number.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from librt.strings import read_i64_be
from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.chacha import CHACHA_VERSION, ChaCha, chacha

# Part of every seed (`_BEGINNING`), so that another generator could never be taken for this one.
RNG_VERSION: Final = 1
RNG_VERSIONS: Final = (RNG_VERSION, CHACHA_VERSION)
_BEGINNING: Final = "whistlestop/1/"
M32: Final = 0xFFFFFFFF


class Rng:
    """Four 32-bit words of state; `below(n)` is uniform and unbiased."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def next32(self) -> i64:
        """The next 32 random bits."""
        total = (self.a + self.d) & M32
        result = ((((total << 7) & M32) | (total >> 25)) + self.a) & M32
        shifted = (self.b << 9) & M32
        c = self.c ^ self.a
        d = self.d ^ self.b
        self.b = self.b ^ c
        self.a = self.a ^ d
        self.c = c ^ shifted
        self.d = ((d << 11) & M32) | (d >> 21)
        return result

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, every one equally likely; n is at most 2**31."""
        product = self.next32() * n
        low = product & M32
        if low < n:
            threshold = (4294967296 - n) % n
            while low < threshold:
                product = self.next32() * n
                low = product & M32
        return product >> 32

    def copy(self) -> Rng:
        """A generator that gives the same numbers from here on."""
        return Rng(self.a, self.b, self.c, self.d)

    def words(self) -> tuple[int, int, int, int]:
        """The whole state, for tests and for saving."""
        return (self.a, self.b, self.c, self.d)


def seeded(seed: object, stream: str = "") -> Rng:
    """A generator for a seed and a named stream; streams of one seed are independent."""
    text = f"{_BEGINNING}{stream}/{seed}"
    digest: bytes = sha256(text.encode()).digest()
    # Four words of the digest, two at a time: a simulation makes several generators for a game.
    ab: i64 = read_i64_be(digest, 0)
    cd: i64 = read_i64_be(digest, 8)
    return Rng((ab >> 32) & M32 | 1, ab & M32, (cd >> 32) & M32, cd & M32)


def shuffle(rng: Rng, items: vec[u8], start: i64, count: i64) -> None:
    """Put `count` items from `start` on into a uniformly random order, in place.

    `next32` and `below` are written out: with the state in local variables simulations shuffle
    with fewer instructions. Tests hold it against the plain way, number by number.
    """
    a, b, c, d = rng.a, rng.b, rng.c, rng.d
    i = start + count - 1
    while i > start:
        n = i - start + 1
        total = (a + d) & M32
        product = (((((total << 7) & M32) | (total >> 25)) + a) & M32) * n
        shifted = (b << 9) & M32
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = ((d << 11) & M32) | (d >> 21)
        low = product & M32
        if low < n and low < (4294967296 - n) % n:
            continue
        j = start + (product >> 32)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
        i -= 1
    rng.a = a
    rng.b = b
    rng.c = c
    rng.d = d


# What can shuffle: the fast generator, or the one that nobody can see through.
Luck = Rng | ChaCha


def generator(version: int, seed: object, stream: str) -> Luck:
    """The generator of that version for a seed and a named stream."""
    return chacha(seed, stream) if version == CHACHA_VERSION else seeded(seed, stream)


def shuffle_by(luck: Luck, items: vec[u8], start: i64, count: i64) -> None:
    """The same as `shuffle` by either generator; simulations, which have the fast one, need not."""
    if isinstance(luck, Rng):
        shuffle(luck, items, start, count)
        return
    i = start + count - 1
    while i > start:
        j = start + luck.below(i - start + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
        i -= 1
