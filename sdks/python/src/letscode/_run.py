"""One run, as the program that began it sees it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from . import wire
from ._answer_text import AnswerText, text_of
from ._feed import ClientEvent, Feed
from ._silence import Silence
from .errors import SilenceError


def _nothing() -> wire.Usage:
    return wire.Usage(
        input_tokens=0, output_tokens=0, cache_read_tokens=0, cache_write_tokens=0, reasoning_tokens=0, cost_usd=None
    )


@dataclass(slots=True)
class RunResult:
    """How a run ended. A run that failed or was aborted has a result too."""

    text: str = ""
    """The text of the last answer."""
    stop_reason: str = "end_turn"
    """As in ``AgentEnd``; ``command``: a slash command answered by itself, and there was no run."""
    error: str | None = None
    """Why the run failed, or None."""
    message_id: str | None = None
    """The user's message; None when a slash command answered by itself."""
    last_message_id: str | None = None
    """The last message of the run; None when there was none."""
    usage: wire.Usage = field(default_factory=_nothing)
    """Of all model calls of the run; its cost what is known of it, None when nothing is."""
    output: str | None = None
    """What a slash command said that answers by itself."""


class Run:
    """A run that was begun: a loop over its events, and what it comes to. Both may be used, or one, or none; whoever is slow,
    or leaves the loop early, holds up nothing. To stop the run takes ``abort``."""

    def __init__(self, feed: Feed, stop: Callable[[], Awaitable[Any]], abort_timeout: float, timeout: float | None) -> None:
        self._feed = feed
        self._stop = stop
        self._abort_timeout = abort_timeout
        self._over: asyncio.Future[RunResult] = asyncio.get_running_loop().create_future()
        self._so_far = RunResult()
        self._text = AnswerText(self._bounds)
        self._pieces: deque[str] = deque()  # what the event that was read last adds to the text
        self._stopping: asyncio.Future[Any] | None = None
        self._cause: SilenceError | None = None
        self._gave_up: SilenceError | None = None
        self._silences: list[Silence] = []
        self._aborting: asyncio.Future[Any] | None = None
        self.begun = False
        self.missed = False
        if timeout is not None:
            self._silences.append(Silence(timeout, lambda: self._silent(timeout)))

    async def __aiter__(self) -> AsyncIterator[ClientEvent]:
        async for _, event in self._feed.read():
            self._pieces = deque(self._text.take(event))
            yield event

    async def text(self) -> AsyncIterator[str]:
        """The text of the answers as it comes, an empty line between two of them; none of it is missing, however slow the loop
        is. Takes the events out of the loop."""
        while self._pieces:
            yield self._pieces.popleft()
        async for _ in self:
            while self._pieces:
                yield self._pieces.popleft()

    async def result(self) -> RunResult:
        """What the run came to, once it has ended. Raises when nothing was run, when letscode is gone, and a SilenceError. To
        cancel the waiting task does not stop the run."""
        return await asyncio.shield(self._over)

    async def abort(self) -> None:
        """Stops the run; returns when it has ended. Raises a SilenceError when it does not end."""
        if not self._over.done() and self._stopping is None:
            self._silences.append(Silence(self._abort_timeout, self._give_up))
            self._stopping = asyncio.ensure_future(self._stop())
            self._stopping.add_done_callback(lambda stopping: stopping.cancelled() or stopping.exception())
        await asyncio.wait([self._over])
        if self._gave_up:
            raise self._gave_up

    def receive(self, seq: int, event: dict[str, Any], size: int) -> None:
        """Takes the next event of the session. Those before the run began are not its own."""
        self.begun = self.begun or event.get("type") == "agent_start"
        if not self.begun:
            return
        for silence in self._silences:
            silence.hear(event)
        self._add(event)
        self._feed.push(seq, event, size)

    def leave_out(self) -> None:
        """Events are missing here."""
        self.begun = self.missed = True
        self._feed.leave_out()

    def restore(self, messages: Iterable[dict[str, Any]]) -> None:
        """The messages of the run, when events were missed."""
        self._so_far = RunResult()
        for message in messages:
            self._add({"type": "message_end", "message": message})

    def end(self, last_seq: int, **said: Any) -> None:
        """It has ended, with the event of this number."""
        if self._cause:
            return self.fail(self._cause)
        for name, value in said.items():
            setattr(self._so_far, name, value)
        self._feed.finish(last_seq)
        self._close()
        if not self._over.done():
            self._over.set_result(self._so_far)

    def fail(self, error: Exception) -> None:
        """Nothing more will be heard of it, or nothing was run."""
        self._feed.fail(error)
        self._close()
        if not self._over.done():
            self._over.set_exception(error)
            self._over.exception()  # the loop raises the same; a program that uses only that has heard of it

    def _bounds(self) -> tuple[str | None, str | None]:
        """The ids of its first and its last message; the last one is known when it is over."""
        return self._so_far.message_id, self._so_far.last_message_id if self._over.done() else None

    def _close(self) -> None:
        for silence in self._silences:
            silence.stop()

    def _silent(self, seconds: float) -> None:
        self._cause = SilenceError(f"nothing happened for {seconds} s; the run was aborted")
        self._aborting = asyncio.ensure_future(self.abort())
        self._aborting.add_done_callback(lambda aborting: aborting.cancelled() or aborting.exception())

    def _give_up(self) -> None:
        why = f"the run did not end: silent for {self._abort_timeout} s since its abort"
        self._gave_up = self._cause or SilenceError(why)
        self.fail(self._gave_up)

    def _add(self, event: dict[str, Any]) -> None:
        so_far = self._so_far
        if event.get("type") == "agent_end":
            so_far.stop_reason, so_far.error = event["stop_reason"], event["error"]
        if event.get("type") != "message_end":
            return
        message = event["message"]
        so_far.last_message_id = message["id"]
        if message["role"] == "user" and so_far.message_id is None:
            so_far.message_id = message["id"]
        if message["role"] == "assistant":
            so_far.text = text_of(message)
            _add_usage(so_far.usage, message["usage"])


def _add_usage(total: wire.Usage, used: dict[str, Any]) -> None:
    for name in ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens"):
        setattr(total, name, getattr(total, name) + used.get(name, 0))
    cost = used.get("cost_usd")
    if cost is not None:
        total.cost_usd = (total.cost_usd or 0.0) + cost

