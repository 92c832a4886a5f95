"""One conversation in a letscode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from . import wire
from ._feed import ClientEvent
from ._images import images_of
from ._methods import Methods
from ._run import Run, RunResult
from ._session_events import SessionEvents
from .errors import CallTimeoutError, JsonRpcError, LetscodeError

ACTIVITY_TIMEOUT = 600.0


class Session:
    """One conversation. Every method that talks to letscode raises its error. ``id`` names it for ``resume_session``, ``model``
    is the one it began with, ``tools`` are the names of every tool the model has."""

    def __init__(
        self,
        session_id: str,
        events: SessionEvents,
        methods: Methods,
        abort_timeout: float,
        forget: Callable[[], None],
    ) -> None:
        self.id = session_id
        self.model = ""
        self.tools: list[str] = []
        self._events = events
        self._methods = methods
        self._abort_timeout = abort_timeout
        self._forget = forget
        self._task: asyncio.Task[None] | None = None

    def opened(self, answer: wire.SessionCreateResult | wire.SessionResumeResult) -> None:
        """letscode has it."""
        self.model = answer.model
        self.tools = answer.tools

    def send(
        self, text: str, *, images: Sequence[wire.ImageInput] | None = None, activity_timeout: float | None = None
    ) -> Run:
        """Begins a run with this prompt. While one goes on the new one fails as busy: use ``steer`` or ``follow_up``.
        ``activity_timeout``: so many seconds nothing may happen, those not counted in which a tool runs or a retry waits; then
        the run is aborted, and its result is a SilenceError."""
        return self._begin(text, images, activity_timeout, None)

    async def send_and_wait(
        self,
        text: str,
        *,
        images: Sequence[wire.ImageInput] | None = None,
        activity_timeout: float | None = ACTIVITY_TIMEOUT,
    ) -> RunResult:
        """Runs a prompt and returns when the run has ended. To cancel the waiting task aborts the run."""
        run = self._begin(text, images, activity_timeout, 0)
        try:
            return await run.result()
        except asyncio.CancelledError:
            await asyncio.shield(run.abort())
            raise

    async def steer(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Speaks to the running turn: delivered before the next model call."""
        await self._methods.session_steer(self._prompt(text, images))

    async def follow_up(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Waits until the run would end, then goes on with this."""
        await self._methods.session_follow_up(self._prompt(text, images))

    async def abort(self, *, clear_queue: bool | None = None) -> wire.QueueLengths:
        """Stops whatever runs, whoever began it; returns what waits in its queues when letscode has heard it. The run may end a
        moment later: ``Run.abort`` waits for that."""
        params = wire.SessionAbortParams(session_id=self.id, clear_queue=clear_queue)
        try:
            return (await asyncio.wait_for(self._methods.session_abort(params), self._abort_timeout)).queued
        except asyncio.TimeoutError:
            raise CallTimeoutError(f"session.abort: no answer within {self._abort_timeout} s") from None

    async def reset(self) -> str | None:
        """Forgets the conversation; only when nothing runs. Returns the id under which the new one is kept, None when it is not."""
        return (await self._methods.session_reset(wire.SessionParams(session_id=self.id))).saved_as

    async def compact(self, instructions: str | None = None) -> wire.CompactionReport | None:
        """Summarises the older part of the conversation for the model; None when there was nothing to summarise."""
        params = wire.SessionCompactParams(session_id=self.id, instructions=instructions)
        return (await self._methods.session_compact(params)).compaction

    async def set_model(self, model: str) -> None:
        """Changes the model, from the next model call on."""
        await self._methods.session_set_model(wire.SessionSetModelParams(session_id=self.id, model=model))

    async def set_thinking(self, level: wire.ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        await self._methods.session_set_thinking(wire.SessionSetThinkingParams(session_id=self.id, level=level))

    async def messages(self, after: str | None = None) -> list[wire.Message]:
        """The transcript, oldest first; with ``after``, what comes behind that message."""
        found: list[wire.Message] = []
        while True:
            params = wire.SessionMessagesParams(session_id=self.id, after=after)
            page = await self._methods.session_messages(params)
            found += page.messages
            if not page.truncated or not page.messages:
                return found
            after = page.raw["messages"][-1]["id"]

    def watch(self, after: int | None = None) -> AsyncIterator[tuple[int, ClientEvent]]:
        """Every event of the session with its number, of runs that others began too, from now on; with ``after``, those behind
        the event of that number first. Ends when the session is closed here; raises when letscode is gone."""
        return self._events.watch(after, self._events.seq)

    async def close(self) -> None:
        """Ends the session in letscode, as an abort does a run. It stays on disk and can be resumed."""
        try:
            await self._methods.session_close(wire.SessionParams(session_id=self.id))
        finally:
            self._forget()
            self._events.close()

    def _begin(
        self, text: str, images: Sequence[wire.ImageInput] | None, timeout: float | None, max_bytes: int | None
    ) -> Run:
        prompt = self._prompt(text, images)
        feed = self._events.feed(self._events.seq, max_bytes)
        run = Run(feed, self.abort, self._abort_timeout, timeout)
        if self._events.run:
            busy = "a run goes on in this session: steer it, or send a follow-up"
            run.fail(JsonRpcError(-32000, busy, {"code": "busy"}))
        else:
            self._events.run = run
            self._task = asyncio.get_running_loop().create_task(self._follow(run, prompt))
        return run

    async def _follow(self, run: Run, params: wire.SessionSendParams) -> None:
        try:
            answer = await self._methods.session_send(params)
            if run.missed and answer.message_id is not None:
                run.restore(dict(one.raw) for one in await self.messages(answer.message_id))
        except Exception as error:
            self._events.run = None
            return run.fail(error)
        except asyncio.CancelledError:
            run.fail(LetscodeError("the program's event loop ended"))
            raise
        self._events.run = None
        run.end(
            self._events.seq,
            message_id=answer.message_id,
            last_message_id=answer.last_message_id,
            stop_reason=answer.stop_reason,
            error=answer.error,
            output=answer.output,
        )

    def _prompt(self, text: str, images: Iterable[wire.ImageInput] | None) -> wire.SessionSendParams:
        return wire.SessionSendParams(session_id=self.id, text=text, images=images_of(images))


