"""One thread with an event loop, for programs that have none."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, TypeVar

from .errors import LetscodeError

T = TypeVar("T")

_END_SECONDS = 12.0  # longer than an abort may take


class Portal:
    """Runs coroutines for threads that wait for them. Ctrl+C interrupts whoever waits, and cancels what was waited for."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="letscode", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        if not self.alive or threading.current_thread() is self._thread:
            work.close()
            own = "a coroutine of this client may not wait for it: use a plain function, or letscode.LetscodeClient"
            raise LetscodeError(own if self.alive else "the client was closed")
        over = threading.Event()

        async def whole() -> T:
            try:
                return await work
            finally:
                over.set()

        waiting = asyncio.run_coroutine_threadsafe(whole(), self._loop)
        try:
            return waiting.result()
        except concurrent.futures.CancelledError:
            raise LetscodeError("the client was closed") from None
        except BaseException:
            if waiting.cancel():  # interrupted: what was waited for ends first, such as the run that it aborts
                over.wait(_END_SECONDS)
            raise

    def call(self, function: Callable[[], T]) -> T:
        """What a function returns that must be called in the loop."""

        async def work() -> T:
            return function()

        return self.run(work())

    def each(self, begin: Callable[[], AsyncIterator[T]]) -> Iterator[T]:
        """The items of an asynchronous iterator. Who leaves early ends it."""
        items = self.call(lambda: begin().__aiter__())

        async def following() -> tuple[T] | None:
            try:
                return (await items.__anext__(),)
            except StopAsyncIteration:
                return None

        async def leave() -> None:
            await items.aclose()  # type: ignore[attr-defined]

        try:
            while found := self.run(following()):
                yield found[0]
        finally:
            if self.alive:
                self.run(leave())

    def close(self) -> None:
        """Ends the thread; what is still waited for is cancelled."""
        if not self.alive:
            return
        self.run(_cancel_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
