"""A limit on how long nothing may happen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Silence:
    """Calls ``on_silence`` once, when so many seconds pass without ``hear``. Time in which a tool runs or a retry waits is
    not counted."""

    def __init__(self, seconds: float, on_silence: Callable[[], None]) -> None:
        self._seconds = seconds
        self._on_silence = on_silence
        self._tools = 0
        self._loop = asyncio.get_running_loop()
        self._deadline = self._loop.time() + seconds
        self._timer: asyncio.TimerHandle | None = self._loop.call_later(seconds, self._look)

    def hear(self, event: dict[str, Any]) -> None:
        kind = event.get("type")
        if kind == "tool_execution_start":
            self._tools += 1
        elif kind == "tool_execution_end":
            self._tools = max(0, self._tools - 1)
        pause = float(event.get("delay_seconds", 0)) if kind == "retry" else 0.0
        self._deadline = self._loop.time() + self._seconds + pause

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None

    def _look(self) -> None:
        now = self._loop.time()
        left = self._seconds if self._tools else self._deadline - now
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._timer = None
            self._on_silence()
