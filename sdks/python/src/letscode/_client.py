"""A letscode with any number of sessions: started, or reached where it listens."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import wire
from ._channel import Channel, ProcessChannel, SocketChannel
from ._command import find_command, flags
from ._connection import Connection
from ._handlers import Hooks, MaybeAwaitable, Permissions, Question
from ._answers import Answers, Kept
from ._methods import Methods
from ._options import Settings, settings_of
from ._session import Session
from ._session_events import SessionEvents
from ._tool import Tool
from ._version import VERSION
from .errors import CallTimeoutError, LetscodeError

if TYPE_CHECKING:
    from typing_extensions import Unpack  # every type checker has it

PROTOCOL = "letscode-jsonrpc/1"


class LetscodeClient(Methods):
    """One letscode. It starts with the first call, with ``start``, or with ``async with``, which also closes it. A process that
    was started for a client ends with the program, however that ends.

    :param command: the program, or the program and its first arguments; a script is run by ``node``. None: the variable
        LETSCODE_COMMAND, else ``letscode`` on PATH, else the one in ``node_modules``.
    :param args: further flags, such as ``["--model", "demo"]``.
    :param cwd: the folder it works in. :param env: all of its environment. :param on_stderr: told what it writes there.
    :param url: connects to a letscode that listens, ``HOST:PORT`` or ``unix:PATH``, and starts none.
    :param token: what a listening letscode asks for.
    :param name: what the program is called; in letscode's log.
    :param on_question: answers what the model asks the person behind the program. None: the model cannot ask.
    :param hooks: decisions in which the program takes part.
    :param report: told in one line what is worth knowing and no failure.
    :param start_timeout: seconds that letscode may take to start and shake hands.
    :param abort_timeout: seconds that a run may be silent after its abort before it is given up.
    :param close_timeout: seconds that a process may take to end by itself at ``close``.
    :param max_waiting_bytes: about how many bytes of events wait for a loop that is slow; what is more is fetched when it
        gets there.
    """

    def __init__(
        self,
        *,
        command: str | Sequence[str] | None = None,
        args: Sequence[str] = (),
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] | None = None,
        url: str | None = None,
        token: str | None = None,
        name: str = "letscode for Python",
        on_question: Callable[[Question], MaybeAwaitable[str]] | None = None,
        hooks: Hooks | None = None,
        report: Callable[[str], None] | None = None,
        start_timeout: float = 30.0,
        abort_timeout: float = 10.0,
        close_timeout: float = 5.0,
        max_waiting_bytes: int = 4 * 1024 * 1024,
    ) -> None:
        self._command = command
        self._args = args
        self._cwd = cwd
        self._env = env
        self._on_stderr = on_stderr
        self._url = url
        self._token = token
        self._name = name
        self._report = report or (lambda line: None)
        self._start_timeout = start_timeout
        self._abort_timeout = abort_timeout
        self._close_timeout = close_timeout
        self._max_waiting = max_waiting_bytes
        self._kept: dict[str, Kept] = {}
        self._answers = Answers(self._kept, on_question, hooks or Hooks(), self._report)
        self._channel: Channel | None = None
        self._starting: asyncio.Task[tuple[Connection, wire.InitializeResult]] | None = None
        self._closing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LetscodeClient:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> wire.InitializeResult:
        """Starts letscode, or connects to it, and shakes hands; returns what letscode says of itself. Raises, with its last
        words on stderr, when that does not come to an end in time. A second call does nothing more."""
        return (await self._open())[1]

    async def call(self, method: str, params: dict[str, Any], timeout: float | None = None) -> Any:
        """Calls a method of the protocol: what everything else is made of. A task that is cancelled cancels the call."""
        connection, _ = await self._open()
        return await connection.request(method, params, timeout)

    async def create_session(
        self,
        *,
        permissions: Permissions,
        model: str | None = None,
        tools: Sequence[Tool] | None = None,
        built_in_tools: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        **settings: Unpack[Settings],
    ) -> Session:
        """Begins a conversation.

        :param permissions: what the model may do: ``"allow"`` everything, ``"read-only"``, or a function that decides on
            whatever is no read in the folder.
        :param tools: functions of the program that the model may call, made by ``tool``.
        :param built_in_tools: names of the built-in tools that are on; None: all of them.
        :param cwd: the folder its tools work in.
        :param settings: any other field of ``wire.SessionSettings``: ``base_url``, ``api_key``, ``headers``, ``thinking``,
            ``system_prompt``, ``append_system_prompt``, ``mcp_servers``, ``plugins``, ``persist``, ``message_updates``.
        """
        given = settings_of(permissions, model, tools, built_in_tools, cwd, settings)
        created = await self.session_create(wire.SessionSettings(**given))
        kept = self._keep(created.session_id, permissions, tools)
        kept.session.opened(created)
        return kept.session

    async def resume_session(
        self,
        session_id: str,
        *,
        permissions: Permissions,
        model: str | None = None,
        tools: Sequence[Tool] | None = None,
        built_in_tools: Sequence[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        **settings: Unpack[Settings],
    ) -> Session:
        """Goes on with a conversation: from disk, or with one that is alive, in the middle of its run too. The parameters are
        those of ``create_session``."""
        given = settings_of(permissions, model, tools, built_in_tools, cwd, settings)
        before = self._kept.get(session_id)
        kept = self._keep(session_id, permissions, tools)  # what a running session says comes right behind the answer
        try:
            resumed = await self.session_resume(wire.SessionResumeParams(session_id=session_id, **given))
        except BaseException:
            if before:
                self._kept[session_id] = before
            elif self._kept.get(session_id) is kept:
                self._forget(session_id)
            raise
        kept.session.opened(resumed)
        return kept.session

    async def fork_session(self, session_id: str, message_id: str) -> str:
        """Copies a conversation up to a message and the results of its calls; returns the id of the copy."""
        params = wire.SessionForkParams(session_id=session_id, message_id=message_id)
        return (await self.session_fork(params)).session_id

    async def list_sessions(
        self, *, cwd: str | None = None, limit: int | None = None, before: str | None = None
    ) -> list[wire.SessionRowReport]:
        """The conversations there are, the newest first."""
        return (await self.session_list(wire.SessionListParams(cwd=cwd, limit=limit, before=before))).sessions

    async def delete_session(self, session_id: str) -> None:
        """Deletes a conversation."""
        await self.session_delete(wire.SessionParams(session_id=session_id))
        self._forget(session_id)

    async def list_models(self) -> list[wire.ModelRow]:
        """The models that sessions can have."""
        return (await self.models_list()).models

    async def ping_seconds(self) -> float:
        """Seconds until letscode answered."""
        await self._open()
        start = time.perf_counter()
        await self.ping()
        return time.perf_counter() - start

    async def close(self) -> None:
        """Ends a letscode that this client started: its runs are aborted, and it has ``close_timeout`` to go before it is
        killed, with its process group. One that listens goes on, its runs too. No call works after this."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())
        await asyncio.shield(self._closing)

    async def _open(self) -> tuple[Connection, wire.InitializeResult]:
        if self._closing:
            raise LetscodeError("the client was closed")
        if self._starting and self._starting.get_loop() is not asyncio.get_running_loop():
            raise LetscodeError("the client belongs to another event loop: make one for each, or use letscode.sync")
        if self._starting is None:
            self._starting = asyncio.get_running_loop().create_task(self._connect())
            self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._starting)

    async def _connect(self) -> tuple[Connection, wire.InitializeResult]:
        if self._url is None:
            words = [*find_command(self._command), "--mode", "jsonrpc", "--parent-pid", str(os.getpid()), *flags(self._args)]
            cwd = None if self._cwd is None else os.fspath(self._cwd)
            self._channel = await ProcessChannel.start(words, cwd, self._env, self._on_stderr)
        else:
            self._channel = await SocketChannel.connect(self._url, self._start_timeout)
        heeded = {"session.event": self._event, "session.gap": self._gap}
        connection = Connection(self._channel, self._answers.requests, heeded, self._report, self._ended)
        hello = wire.InitializeParams(
            protocol=PROTOCOL,
            client=wire.ClientInfo(name=self._name, version=VERSION),
            token=self._token,
            capabilities=self._answers.capabilities,
        )
        try:
            answer = await connection.request("initialize", hello.to_json(), self._start_timeout)
        except BaseException as error:
            words_said = self._channel.last_words
            await self._channel.end(0)
            if isinstance(error, CallTimeoutError):
                late = f"letscode did not shake hands within {self._start_timeout} s{words_said}"
                raise LetscodeError(late) from None
            raise
        protocol = answer.get("protocol") if isinstance(answer, dict) else None
        if not isinstance(protocol, str) or protocol.split(".")[0] != PROTOCOL:
            await self._channel.end(0)
            raise LetscodeError(f"the other end speaks {protocol or 'no protocol it names'}; this client speaks {PROTOCOL}")
        return connection, wire.InitializeResult.from_json(answer)

    async def _close(self) -> None:
        if self._starting is None:
            return
        if not self._starting.done():
            self._starting.cancel()
        try:
            connection, _ = await self._starting
        except (Exception, asyncio.CancelledError):
            return
        assert self._channel
        if self._url is None:
            for session_id, kept in self._kept.items():
                if kept.events.run:
                    self._last_word(connection, "session.abort", {"session_id": session_id, "clear_queue": True})
            self._last_word(connection, "shutdown", {})
            await asyncio.sleep(0)  # both are written before the pipe is closed
        await self._channel.end(self._close_timeout)
        connection.close(LetscodeError("the client was closed"))

    def _last_word(self, connection: Connection, method: str, params: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(connection.request(method, params))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _ended(self, error: LetscodeError) -> None:
        for kept in self._kept.values():
            kept.events.close(None if self._closing else error)

    def _event(self, params: dict[str, Any], size: int) -> None:
        if kept := self._kept.get(params["session_id"]):
            kept.events.receive(params, size)

    def _gap(self, params: dict[str, Any], size: int) -> None:
        if kept := self._kept.get(params["session_id"]):
            kept.events.leave_out()

    def _keep(self, session_id: str, permissions: Permissions, tools: Sequence[Tool] | None) -> Kept:
        async def fetch(after: int) -> dict[str, Any]:
            return await self.call("session.events", {"session_id": session_id, "after": after})  # type: ignore[no-any-return]

        # One that is open here already goes on, its run and whoever watches it.
        before = self._kept.get(session_id)
        events = before.events if before else SessionEvents(self._max_waiting, fetch)

        def forget() -> None:
            if (now := self._kept.get(session_id)) and now.events is events:
                del self._kept[session_id]

        session = Session(session_id, events, self, self._abort_timeout, forget)
        kept = self._kept[session_id] = Kept(session, events, permissions, tools or ())
        return kept

    def _forget(self, session_id: str) -> None:
        if kept := self._kept.pop(session_id, None):
            kept.events.close()
