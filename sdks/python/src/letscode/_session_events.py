"""The events of one session on their way to those who read them: its run, and whoever watches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from ._feed import ClientEvent, Feed, Fetch
from ._run import Run


class SessionEvents:
    """Heeds what letscode says of a session. ``seq`` is the number of the newest event, ``run`` the run that this program
    began and that goes on."""

    def __init__(self, max_bytes: int, fetch: Fetch) -> None:
        self._max = max_bytes
        self._fetch = fetch
        self._watching: set[Feed] = set()
        self._over: tuple[Exception | None] | None = None
        self.seq = 0
        self.run: Run | None = None

    def feed(self, after: int, max_bytes: int | None = None) -> Feed:
        return Feed(after, self._max if max_bytes is None else max_bytes, self._fetch)

    def receive(self, params: dict[str, Any], size: int) -> None:
        seq, event = params["seq"], params["event"]
        self.seq = max(self.seq, seq)
        if self.run:
            self.run.receive(seq, event, size)
        for feed in self._watching:
            feed.push(seq, event, size)

    def leave_out(self) -> None:
        if self.run:
            self.run.leave_out()
        for feed in self._watching:
            feed.leave_out()

    async def watch(self, after: int | None, seq: int) -> AsyncIterator[tuple[int, ClientEvent]]:
        """Every event after this number, past and to come. ``after`` None: from ``seq`` on, however late the loop begins."""
        feed = self.feed(seq if after is None else after)
        if after is not None or seq < self.seq:
            feed.leave_out()
        if self._over:
            self._finish(feed, self._over[0])
        self._watching.add(feed)
        try:
            async for numbered in feed.read():
                yield numbered
        finally:
            self._watching.discard(feed)

    def close(self, error: Exception | None = None) -> None:
        """Nothing more comes: the session was closed here, or there is an error that says why."""
        self._over = self._over or (error,)
        for feed in self._watching:
            self._finish(feed, error)

    def _finish(self, feed: Feed, error: Exception | None) -> None:
        if error:
            feed.fail(error)
        else:
            feed.finish(self.seq)
