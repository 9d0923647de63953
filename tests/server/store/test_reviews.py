"""Reviews of finished games in either database: kept once, replaced only by a newer format."""

from __future__ import annotations

import asyncio

from tests.server.store.changes import change, opened
from whistlestop.server.store.base import KeptReview


def test_a_review_is_kept_and_only_a_newer_format_replaces_it(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            assert await store.review("t1") is None
            await store.keep_review("t1", KeptReview(2, b"\x1f\x8bfirst"))
            await store.keep_review("t1", KeptReview(2, b"second"))
            assert await store.review("t1") == KeptReview(2, b"\x1f\x8bfirst")
            await store.keep_review("t1", KeptReview(3, b"third"))
        async with opened(url) as store:
            assert await store.review("t1") == KeptReview(3, b"third")
            await store.keep_review("t2", KeptReview(3, b"of no table"))
            assert await store.review("t2") is None

    asyncio.run(run())
