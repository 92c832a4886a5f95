"""The lighter client: one letscode with one conversation, by ``--mode rpc``."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

from . import wire
from ._channel import ProcessChannel
from ._command import find_command, flags
from ._feed import Feed
from ._handlers import Permissions, ask_permission, permission_mode, what
from ._images import images_of
from ._rpc_pipe import RpcPipe
from ._run import Run
from ._tool import Tool, invoke_tool, specs
from .errors import CommandError, LetscodeError

PROTOCOL = "letscode-rpc/1"


class RpcClient:
    """One letscode with one conversation, started by ``RpcClient.start``. Every method that talks to it raises its error.
    ``ready`` is what letscode said of itself, ``features`` what was asked for and granted."""

    def __init__(
        self, channel: ProcessChannel, permissions: Permissions, tools: Sequence[Tool], limits: _Limits
    ) -> None:
        """Use ``start``."""
        self._channel = channel
        self._permissions = permissions
        self._tools = tools
        self._limits = limits
        self._seq = 0
        self._run: Run | None = None
        self._following: asyncio.Task[None] | None = None
        self._open: dict[str, set[asyncio.Task[None]]] = {}
        self._ready: asyncio.Future[wire.ReadyMessage] = asyncio.get_running_loop().create_future()
        self._pipe = RpcPipe(channel, self._control, self._event, self._ended, limits.report)
        self.ready: wire.ReadyMessage
        self.features = wire.Features()

    @classmethod
    async def start(
        cls,
        *,
        permissions: Permissions,
        tools: Sequence[Tool] = (),
        command: str | Sequence[str] | None = None,
        args: Sequence[str] = (),
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] | None = None,
        message_updates: Literal["reference", "full"] | None = None,
        report: Callable[[str], None] | None = None,
        start_timeout: float = 30.0,
        abort_timeout: float = 10.0,
        close_timeout: float = 5.0,
        max_waiting_bytes: int = 4 * 1024 * 1024,
    ) -> RpcClient:
        """Starts letscode and shakes hands. Raises, with its last words on stderr, when that does not come to an end in time.
        The parameters are those of ``LetscodeClient`` and of ``create_session``; for events that a slow loop leaves waiting
        beyond ``max_waiting_bytes`` there is a ``GapEvent``."""
        mode = permission_mode(permissions)
        own = [] if mode == "ask" else ["--permission-mode", mode]
        words = [*find_command(command), "--mode", "rpc", "--parent-pid", str(os.getpid()), *flags(args), *own]
        limits = _Limits(report or (lambda line: None), abort_timeout, close_timeout, max_waiting_bytes)
        channel = await ProcessChannel.start(words, None if cwd is None else os.fspath(cwd), env, on_stderr)
        client = cls(channel, permissions, tools, limits)
        try:
            await asyncio.wait_for(client._shake_hands(message_updates), start_timeout)
        except BaseException as error:
            said = channel.last_words
            await channel.end(0)
            if isinstance(error, asyncio.TimeoutError):
                raise LetscodeError(f"letscode did not shake hands within {start_timeout} s{said}") from None
            raise
        return client

    async def __aenter__(self) -> RpcClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def prompt(
        self, text: str, *, images: Sequence[wire.ImageInput] | None = None, activity_timeout: float | None = None
    ) -> Run:
        """Begins a run with this prompt. While one goes on the new one fails as busy: use ``steer`` or ``follow_up``."""

        async def fetch(after: int) -> dict[str, Any]:
            messages = [one.to_json() for one in await self.get_messages()]
            return {"gap": True, "messages": messages, "seq": self._seq, "running": self._run is not None}

        order = {"cmd": "prompt", **_prompt(text, images)}
        feed = Feed(self._seq, self._limits.max_waiting, fetch)
        run = Run(feed, self.abort, self._limits.abort_timeout, activity_timeout)
        if self._run:
            run.fail(CommandError("a run goes on: steer it, or send a follow-up", "busy"))
        else:
            self._run = run
            self._following = asyncio.get_running_loop().create_task(self._follow(run, order))
        return run

    async def steer(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Speaks to the running turn: delivered before the next model call."""
        await self._done({"cmd": "steer", **_prompt(text, images)})

    async def follow_up(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Waits until the run would end, then goes on with this."""
        await self._done({"cmd": "follow_up", **_prompt(text, images)})

    async def abort(self, *, clear_queue: bool | None = None) -> wire.QueueLengths:
        """Stops the run; returns what waits in its queues when letscode has heard it."""
        done = await self._done({"cmd": "abort", "clear_queue": clear_queue})
        return done.queued or wire.QueueLengths(steer=0, follow_up=0)

    async def reset(self) -> None:
        """Forgets the conversation. Only when nothing runs."""
        await self._done({"cmd": "reset"})

    async def get_state(self) -> wire.StateReport:
        """What is known of the conversation now."""
        state = (await self._done({"cmd": "get_state"})).state
        assert state
        return state

    async def get_messages(self, after: str | None = None) -> list[wire.Message]:
        """The transcript, oldest first; with ``after``, what comes behind that message."""
        found: list[wire.Message] = []
        while True:
            page = await self._done({"cmd": "get_messages", "after": after})
            found += page.messages or []
            if not page.truncated or not page.messages:
                return found
            after = page.raw["messages"][-1]["id"]

    async def set_model(self, model: str) -> None:
        """Changes the model, from the next model call on."""
        await self._done({"cmd": "set_model", "model": model})

    async def set_thinking(self, level: wire.ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        await self._done({"cmd": "set_thinking", "level": level})

    async def compact(self, instructions: str | None = None) -> wire.CompactionReport | None:
        """Summarises the older part of the conversation; None when there was nothing to summarise."""
        return (await self._done({"cmd": "compact", "instructions": instructions})).compaction

    async def bye(self) -> None:
        """Ends letscode after the run that goes on and what waits behind it. Returns when it has ended."""
        await self._done({"cmd": "bye"})
        await self.close()

    async def close(self) -> None:
        """Ends letscode: its run is aborted, and it has ``close_timeout`` to go before it is killed."""
        if self._run:
            aborting = asyncio.ensure_future(self.abort(clear_queue=True))
            aborting.add_done_callback(lambda done: done.cancelled() or done.exception())
            await asyncio.sleep(0)  # the abort is written before the pipe is closed
        await self._channel.end(self._limits.close_timeout)
        self._pipe.close(LetscodeError("the client was closed"))

    async def _shake_hands(self, message_updates: str | None) -> None:
        self.ready = await self._ready
        hello: dict[str, Any] = {"cmd": "hello", "protocol": PROTOCOL, "message_updates": message_updates}
        if callable(self._permissions):
            hello["permissions"] = True
        if self._tools:
            hello["tools"] = [one.to_json() for one in specs(self._tools)]
        self.features = (await self._done(hello)).features or self.features

    async def _follow(self, run: Run, order: dict[str, Any]) -> None:
        try:
            done = await self._pipe.command(order)
        except Exception as error:
            self._run = None
            return run.fail(error)
        self._run = None
        failure = done.get("error")
        if run.begun:
            run.end(self._seq, **({} if failure is None else {"error": failure}))
        else:
            run.end(self._seq, stop_reason="command", error=failure, output=done.get("output"))

    async def _done(self, order: dict[str, Any]) -> wire.DoneMessage:
        done = wire.DoneMessage.from_json(await self._pipe.command(order))
        if done.error is not None:
            raise CommandError(done.error)
        return done

    def _control(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ready" and not self._ready.done():
            self._ready.set_result(wire.ReadyMessage.from_json(message))
        elif kind == "permission_request" or kind == "tool_call_request":
            work = self._permit(message) if kind == "permission_request" else self._call(message)
            task = asyncio.get_running_loop().create_task(work)
            tasks = self._open.setdefault(message["tool_call_id"], set())
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def _permit(self, message: dict[str, Any]) -> None:
        if callable(self._permissions):
            request = wire.PermissionRequestParams.from_json({"session_id": "", **message})
            answer = await ask_permission(self._permissions, request, self._limits.report)
        else:
            answer = {"decision": "deny"}
        order = {"cmd": "permission", "request_id": message["request_id"]}
        await self._answer({**order, **answer}, lambda why: {**order, "decision": "deny", "reason": f"the program's answer {why}"})

    async def _call(self, message: dict[str, Any]) -> None:
        result = await invoke_tool(self._tools, message["tool_name"], message["arguments"], message["tool_call_id"])
        order = {"cmd": "tool_result", "request_id": message["request_id"]}
        await self._answer({**order, **result}, lambda why: {**order, "content": f"the program's result {why}", "is_error": True})

    async def _answer(self, order: dict[str, Any], instead: Callable[[str], dict[str, Any]]) -> None:
        """The call must not wait for ever. One that does not wait any more refuses both, and nobody misses them."""
        try:
            await self._pipe.command(order)
        except (LetscodeError, TypeError, ValueError) as error:
            with contextlib.suppress(LetscodeError):
                await self._pipe.command(instead(f"was refused: {what(error)}"))

    def _event(self, event: dict[str, Any], size: int) -> None:
        self._seq += 1
        if event["type"] == "tool_execution_end":
            self._drop(event["tool_call_id"])
        if event["type"] == "agent_end":
            self._drop(*self._open)
        if self._run:
            self._run.receive(self._seq, event, size)

    def _drop(self, *calls: str) -> None:
        """Nobody waits for what these calls asked any more."""
        for call in calls:
            for task in list(self._open.pop(call, ())):
                task.cancel()

    def _ended(self, error: LetscodeError) -> None:
        if not self._ready.done():
            self._ready.set_exception(error)
            self._ready.exception()
        self._drop(*list(self._open))


class _Limits:
    def __init__(
        self, report: Callable[[str], None], abort_timeout: float, close_timeout: float, max_waiting: int
    ) -> None:
        self.report = report
        self.abort_timeout = abort_timeout
        self.close_timeout = close_timeout
        self.max_waiting = max_waiting


def _prompt(text: str, images: Iterable[wire.ImageInput] | None) -> dict[str, Any]:
    found = images_of(images)
    return {"text": text, "images": found and [one.to_json() for one in found]}
