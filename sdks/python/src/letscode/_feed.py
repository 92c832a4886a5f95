"""Events on their way to one reader, who may be slow or never come.

Nothing waits for the reader, since what they wait for may come through the same pipe. A feed holds a bounded amount, leaves out
what comes after, and when the reader is there again gets from letscode what was left out.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from . import wire


@dataclass(slots=True)
class GapEvent:
    """Stands where events were left out because nobody took them for long, and letscode does not hold them any more.
    ``messages`` are the conversation as it was then, or the newest of it; ``running`` tells whether a run went on then: when not,
    the end of the last one may be among what is missing."""

    messages: list[wire.Message]
    running: bool = False
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    type: str = "gap"


ClientEvent = Union[wire.Event, GapEvent]
"""What a loop over events gets."""

Fetch = Callable[[int], Awaitable[dict[str, Any]]]

BASE_SIZE = 200  # what an event costs beside its bytes


class Feed:
    """A bounded queue of events with a single reader. ``after`` is the number of the last event that does not belong to it,
    ``max_bytes`` about how much may wait, ``fetch`` gets the events behind a number."""

    def __init__(self, after: int, max_bytes: int, fetch: Fetch) -> None:
        self._max = max_bytes
        self._fetch = fetch
        self._waiting: deque[tuple[int, dict[str, Any], int]] = deque()
        self._size = 0
        self._last = after  # the number of the last event that was put in
        self._newest = 0
        self._behind = False  # what comes is left out, until what was left out is fetched
        self._finish: int | None = None
        self._error: Exception | None = None
        self._news = asyncio.Event()

    def push(self, seq: int, event: dict[str, Any], size: int) -> None:
        self._newest = max(self._newest, seq)
        if self._behind or seq <= self._last:
            return
        if self._size > 0 and self._size + size > self._max:
            self._behind = True
        else:
            self._put(seq, event, size + BASE_SIZE)

    def leave_out(self) -> None:
        """Events are missing here: they are fetched before what comes after."""
        self._behind = True
        self._news.set()

    def finish(self, last: int) -> None:
        """Nothing comes after the event of this number."""
        self._finish = last
        self._newest = min(self._newest, last)
        self._news.set()

    def fail(self, error: Exception) -> None:
        """Nothing more comes, for this reason. What is there can be read."""
        self._error = self._error or error
        self._news.set()

    async def read(self) -> AsyncIterator[tuple[int, ClientEvent]]:
        """The events with their numbers, once each. A reader who leaves may come again and goes on with the next."""
        while True:
            self._news.clear()
            if self._waiting:
                seq, event, size = self._waiting.popleft()
                self._size -= size
                yield seq, _decoded(event)
            elif self._finish is not None and self._last >= self._finish:
                return
            elif self._error:
                raise self._error
            elif self._behind:
                await self._catch_up()
            elif self._finish is not None:
                return
            else:
                await self._news.wait()

    async def _catch_up(self) -> None:
        before = self._last
        found = await self._fetch(before)
        if "gap" in found:
            self._put(found["seq"], {**found, "type": "gap"}, 0)
        for numbered in found.get("events", ()):
            seq = numbered["seq"]
            if seq > self._last and (self._finish is None or seq <= self._finish):
                self._put(seq, numbered["event"], BASE_SIZE)
        self._behind = before < self._last < self._newest

    def _put(self, seq: int, event: dict[str, Any], size: int) -> None:
        self._last = max(self._last, seq)
        self._size += size
        self._waiting.append((seq, event, size))
        self._news.set()


def _decoded(event: dict[str, Any]) -> ClientEvent:
    if event.get("type") == "gap":
        return GapEvent([wire.message_from_json(one) for one in event["messages"]], event.get("running", False), event)
    return wire.event_from_json(event)
