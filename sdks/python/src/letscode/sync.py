"""The same for programs without asyncio: every method waits for its answer, and Ctrl+C interrupts it.

One thread reads what letscode says. Functions of the program (tools, permissions, questions, hooks) run in threads of their own,
beside the thread that waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import _client, _rpc_client, _run, _session, wire
from ._feed import ClientEvent
from ._handlers import Permissions
from ._options import ClientOptions, RpcOptions, SessionOptions
from ._portal import Portal
from ._run import RunResult
from ._session import ACTIVITY_TIMEOUT

if TYPE_CHECKING:
    from typing_extensions import Unpack  # every type checker has it

__all__ = ["LetscodeClient", "RpcClient", "Run", "RunResult", "Session"]


class Run:
    """A run that was begun: a loop over its events, and what it comes to. Whoever is slow, or leaves the loop early, holds up
    nothing. To stop the run takes ``abort``."""

    def __init__(self, portal: Portal, run: _run.Run) -> None:
        self._portal = portal
        self._run = run

    def __iter__(self) -> Iterator[ClientEvent]:
        return self._portal.each(lambda: self._run.__aiter__())

    def text(self) -> Iterator[str]:
        """The text of the answers as it comes, an empty line between two of them. Takes the events out of the loop."""
        return self._portal.each(lambda: self._run.text())

    def result(self) -> RunResult:
        """What the run came to, once it has ended. Raises when nothing was run, when letscode is gone, and a SilenceError."""
        return self._portal.run(self._run.result())

    def abort(self) -> None:
        """Stops the run; returns when it has ended."""
        self._portal.run(self._run.abort())


class Session:
    """One conversation; as ``letscode.Session``."""

    def __init__(self, portal: Portal, session: _session.Session) -> None:
        self._portal = portal
        self._session = session
        self.id = session.id
        self.model = session.model
        self.tools = session.tools

    def send(
        self, text: str, *, images: Sequence[wire.ImageInput] | None = None, activity_timeout: float | None = None
    ) -> Run:
        """Begins a run with this prompt, and returns at once."""
        session = self._session
        begin = lambda: session.send(text, images=images, activity_timeout=activity_timeout)  # noqa: E731
        return Run(self._portal, self._portal.call(begin))

    def send_and_wait(
        self,
        text: str,
        *,
        images: Sequence[wire.ImageInput] | None = None,
        activity_timeout: float | None = ACTIVITY_TIMEOUT,
    ) -> RunResult:
        """Runs a prompt and returns when the run has ended. Ctrl+C aborts the run."""
        return self._portal.run(self._session.send_and_wait(text, images=images, activity_timeout=activity_timeout))

    def steer(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Speaks to the running turn: delivered before the next model call."""
        self._portal.run(self._session.steer(text, images))

    def follow_up(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Waits until the run would end, then goes on with this."""
        self._portal.run(self._session.follow_up(text, images))

    def abort(self, *, clear_queue: bool | None = None) -> wire.QueueLengths:
        """Stops whatever runs, whoever began it; returns what waits in its queues."""
        return self._portal.run(self._session.abort(clear_queue=clear_queue))

    def reset(self) -> str | None:
        """Forgets the conversation; returns the id under which the new one is kept, None when it is not."""
        return self._portal.run(self._session.reset())

    def compact(self, instructions: str | None = None) -> wire.CompactionReport | None:
        """Summarises the older part of the conversation; None when there was nothing to summarise."""
        return self._portal.run(self._session.compact(instructions))

    def set_model(self, model: str) -> None:
        """Changes the model, from the next model call on."""
        self._portal.run(self._session.set_model(model))

    def set_thinking(self, level: wire.ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        self._portal.run(self._session.set_thinking(level))

    def messages(self, after: str | None = None) -> list[wire.Message]:
        """The transcript, oldest first; with ``after``, what comes behind that message."""
        return self._portal.run(self._session.messages(after))

    def watch(self, after: int | None = None) -> Iterator[tuple[int, ClientEvent]]:
        """Every event of the session with its number, of runs that others began too; as ``letscode.Session.watch``."""
        source = self._portal.call(lambda: self._session.watch(after))
        return self._portal.each(lambda: source)

    def close(self) -> None:
        """Ends the session in letscode, as an abort does a run. It stays on disk and can be resumed."""
        self._portal.run(self._session.close())


class LetscodeClient:
    """One letscode; the parameters are those of ``letscode.LetscodeClient``. It starts with the first call, or with ``with``,
    which also closes it."""

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        self._client = _client.LetscodeClient(**options)
        self._portal = Portal()

    def __enter__(self) -> LetscodeClient:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> wire.InitializeResult:
        """Starts letscode, or connects to it, and shakes hands."""
        return self._portal.run(self._client.start())

    def call(self, method: str, params: dict[str, Any], timeout: float | None = None) -> Any:
        """Calls a method of the protocol."""
        return self._portal.run(self._client.call(method, params, timeout))

    def create_session(self, *, permissions: Permissions, **options: Unpack[SessionOptions]) -> Session:
        """Begins a conversation; the parameters are those of ``letscode.LetscodeClient.create_session``."""
        return Session(self._portal, self._portal.run(self._client.create_session(permissions=permissions, **options)))

    def resume_session(
        self, session_id: str, *, permissions: Permissions, **options: Unpack[SessionOptions]
    ) -> Session:
        """Goes on with a conversation: from disk, or with one that is alive, in the middle of its run too."""
        resuming = self._client.resume_session(session_id, permissions=permissions, **options)
        return Session(self._portal, self._portal.run(resuming))

    def fork_session(self, session_id: str, message_id: str) -> str:
        """Copies a conversation up to a message and the results of its calls; returns the id of the copy."""
        return self._portal.run(self._client.fork_session(session_id, message_id))

    def list_sessions(
        self, *, cwd: str | None = None, limit: int | None = None, before: str | None = None
    ) -> list[wire.SessionRowReport]:
        """The conversations there are, the newest first."""
        return self._portal.run(self._client.list_sessions(cwd=cwd, limit=limit, before=before))

    def delete_session(self, session_id: str) -> None:
        """Deletes a conversation."""
        self._portal.run(self._client.delete_session(session_id))

    def list_models(self) -> list[wire.ModelRow]:
        """The models that sessions can have."""
        return self._portal.run(self._client.list_models())

    def ping_seconds(self) -> float:
        """Seconds until letscode answered."""
        return self._portal.run(self._client.ping_seconds())

    def close(self) -> None:
        """Ends a letscode that this client started; one that listens goes on."""
        if self._portal.alive:
            try:
                self._portal.run(self._client.close())
            finally:
                self._portal.close()


class RpcClient:
    """One letscode with one conversation, by ``--mode rpc``; the parameters are those of ``letscode.RpcClient.start``."""

    def __init__(self, *, permissions: Permissions, **options: Unpack[RpcOptions]) -> None:
        self._portal = Portal()
        try:
            self._client = self._portal.run(_rpc_client.RpcClient.start(permissions=permissions, **options))
        except BaseException:
            self._portal.close()
            raise
        self.ready = self._client.ready
        self.features = self._client.features

    def __enter__(self) -> RpcClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prompt(
        self, text: str, *, images: Sequence[wire.ImageInput] | None = None, activity_timeout: float | None = None
    ) -> Run:
        """Begins a run with this prompt, and returns at once."""
        client = self._client
        begin = lambda: client.prompt(text, images=images, activity_timeout=activity_timeout)  # noqa: E731
        return Run(self._portal, self._portal.call(begin))

    def steer(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Speaks to the running turn."""
        self._portal.run(self._client.steer(text, images))

    def follow_up(self, text: str, images: Sequence[wire.ImageInput] | None = None) -> None:
        """Waits until the run would end, then goes on with this."""
        self._portal.run(self._client.follow_up(text, images))

    def abort(self, *, clear_queue: bool | None = None) -> wire.QueueLengths:
        """Stops the run; returns what waits in its queues when letscode has heard it."""
        return self._portal.run(self._client.abort(clear_queue=clear_queue))

    def reset(self) -> None:
        """Forgets the conversation."""
        self._portal.run(self._client.reset())

    def get_state(self) -> wire.StateReport:
        """What is known of the conversation now."""
        return self._portal.run(self._client.get_state())

    def get_messages(self, after: str | None = None) -> list[wire.Message]:
        """The transcript, oldest first."""
        return self._portal.run(self._client.get_messages(after))

    def set_model(self, model: str) -> None:
        """Changes the model, from the next model call on."""
        self._portal.run(self._client.set_model(model))

    def set_thinking(self, level: wire.ThinkingLevel) -> None:
        """Changes how much the model thinks, from the next model call on."""
        self._portal.run(self._client.set_thinking(level))

    def compact(self, instructions: str | None = None) -> wire.CompactionReport | None:
        """Summarises the older part of the conversation; None when there was nothing to summarise."""
        return self._portal.run(self._client.compact(instructions))

    def bye(self) -> None:
        """Ends letscode after the run that goes on and what waits behind it."""
        self._portal.run(self._client.bye())
        self._portal.close()

    def close(self) -> None:
        """Ends letscode: its run is aborted, and it has ``close_timeout`` to go before it is killed."""
        if self._portal.alive:
            try:
                self._portal.run(self._client.close())
            finally:
                self._portal.close()
