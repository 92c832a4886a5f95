"""Commands to a letscode in ``--mode rpc``, their answers, and whatever else it says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from ._channel import Channel
from ._framing import FramingError, LineReader, json_bytes
from .errors import CommandError, LetscodeError

CONTROL = frozenset(["ready", "ack", "done", "bye", "permission_request", "tool_call_request"])


class RpcPipe:
    """One pipe to one letscode. ``on_control`` gets control messages that are no answer, ``on_event`` events with the bytes they
    came in, ``on_end`` why nothing more comes."""

    def __init__(
        self,
        channel: Channel,
        on_control: Callable[[dict[str, Any]], None],
        on_event: Callable[[dict[str, Any], int], None],
        on_end: Callable[[LetscodeError], None],
        report: Callable[[str], None],
    ) -> None:
        self._channel = channel
        self._on_control = on_control
        self._on_event = on_event
        self._on_end = on_end
        self._report = report
        self._reader = LineReader()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._last_id = 0
        self._over: LetscodeError | None = None
        self._ending: asyncio.Task[None] | None = None
        channel.listen(self._read, self._ended)

    async def command(self, order: dict[str, Any]) -> dict[str, Any]:
        """Sends a command and returns its ``done``. Raises a CommandError when it is refused."""
        if self._over:
            raise self._over
        self._last_id += 1
        line = json_bytes({"id": self._last_id, **{name: value for name, value in order.items() if value is not None}})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[self._last_id] = answer
        self._channel.write(line + b"\n")
        return await answer

    def close(self, error: LetscodeError) -> None:
        """Everything that waits raises this, and so does what is sent later."""
        if self._over:
            return
        self._over = error
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)
                answer.exception()
        self._waiting.clear()
        self._on_end(error)

    def _ended(self) -> None:
        async def explain() -> None:
            self.close(await self._channel.explain("closed its output"))

        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(explain())

    def _read(self, data: bytes) -> None:
        try:
            for line in [] if self._over else self._reader.push(data):
                self._take(line)
        except FramingError as error:
            self.close(LetscodeError(f"what letscode wrote cannot be read: {error}{self._channel.last_words}"))

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
            kind = message["type"]
            if kind == "done" or (kind == "error" and "id" in message):
                self._answered(message)
            elif kind in CONTROL:
                self._on_control(message)
            else:
                self._on_event(message, len(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._report(f"a line that cannot be read was dropped: {error!r}: {line[:100]!r}")

    def _answered(self, message: dict[str, Any]) -> None:
        answer = self._waiting.pop(message["id"], None) if isinstance(message["id"], int) else None
        if message["type"] == "done":
            if answer and not answer.done():
                answer.set_result(message)
            return
        error = CommandError(message["error"], message.get("code"), message["recoverable"])
        if answer is None:
            self._report(f"letscode says: {error}")
        elif not answer.done():
            answer.set_exception(error)
