"""The bytes between a program and letscode: a child process, or a socket where it listens."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

from .errors import LetscodeError, ProcessEndedError

OnStderr = Union[Callable[[str], None], None]

_EXIT_SECONDS = 2.0  # how long a process that closed its output, or got a signal, may take to be gone
_LAST_WORDS_SECONDS = 0.5  # how long its pipes may take to end after it


class _Ends:
    """What letscode writes, and that nothing more comes, is kept until somebody listens: letscode may be the quicker one."""

    def __init__(self) -> None:
        self._transport: Any = None
        self._closed = asyncio.Event()
        self._early: list[bytes] = []
        self._on_data: Callable[[bytes], None] = self._early.append
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def listen(self, on_data: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        """``on_data`` gets every piece in order, ``on_end`` is called once, after the last."""
        self._on_data = on_data
        on_data(b"".join(self._early))
        self._over.add_done_callback(lambda _: on_end())

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def _ended(self) -> None:
        if not self._over.done():
            self._over.set_result(None)


class ProcessChannel(_Ends, asyncio.SubprocessProtocol):
    """A child in a process group of its own. Its stderr is always read, and the last of it kept."""

    def __init__(self, on_stderr: OnStderr) -> None:
        super().__init__()
        self._on_stderr = on_stderr
        self._stderr = bytearray()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode  # a character may come in two pieces
        self._exited = asyncio.Event()
        self._open = {1, 2}

    @classmethod
    async def start(
        cls, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None, on_stderr: OnStderr = None
    ) -> ProcessChannel:
        group: dict[str, Any] = {"creationflags": 0x200} if sys.platform == "win32" else {"start_new_session": True}
        loop = asyncio.get_running_loop()
        try:
            return (await loop.subprocess_exec(lambda: cls(on_stderr), *command, cwd=cwd, env=env, **group))[1]
        except OSError as error:
            why = f"cannot be started in {cwd or '.'}: {error.strerror or error}"
            raise ProcessEndedError(f"{command[0]} {why}") from error

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            return self._on_data(data)
        self._stderr += data
        del self._stderr[: -16 * 1024]
        if self._on_stderr:
            self._on_stderr(self._decode(data))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open.discard(fd)
        if not self._open:
            self._closed.set()
        if fd == 1:
            self._ended()

    def process_exited(self) -> None:
        self._exited.set()
        # A process that outlives it may hold its pipes open.
        asyncio.get_running_loop().call_later(_LAST_WORDS_SECONDS, self._ended)

    def write(self, data: bytes) -> None:
        self._transport.get_pipe_transport(0).write(data)

    @property
    def stderr(self) -> str:
        """At most the last 20 lines."""
        return "\n".join(self._stderr.decode(errors="replace").strip().splitlines()[-20:])

    @property
    def last_words(self) -> str:
        """The last it said beside the protocol, as the end of a sentence."""
        return f"; stderr:\n{self.stderr}" if self.stderr else ""

    async def explain(self, reason: str) -> LetscodeError:
        """The error that says why no answer will come."""
        await _within(_EXIT_SECONDS, self._exited)
        await _within(_LAST_WORDS_SECONDS, self._closed)
        code = self._transport.get_returncode()
        name = {-s: s.name for s in signal.Signals}.get(code, f"signal {-code}") if code and code < 0 else None
        how = f"was ended by {name}" if name else f"ended with exit code {code}" if code is not None else reason
        said = f"letscode {how}{self.last_words or '; it said nothing on stderr'}"
        return ProcessEndedError(said, None if name else code, name, self.stderr)

    async def end(self, grace: float) -> None:
        """Ends it: what was written gets through, and after ``grace`` seconds force is used."""
        self._transport.get_pipe_transport(0).close()
        for seconds, name in ((grace, "SIGTERM"), (_EXIT_SECONDS, "SIGKILL")):
            with contextlib.suppress(ProcessLookupError):  # gone in between
                if not await _within(seconds, self._exited) and sys.platform == "win32":
                    self._transport.terminate()
                elif not self._exited.is_set():
                    os.killpg(self._transport.get_pid(), getattr(signal, name))
        await _within(_EXIT_SECONDS, self._exited)
        self._transport.close()


class SocketChannel(_Ends, asyncio.Protocol):
    """A connection to ``HOST:PORT`` or ``unix:PATH``. asyncio sets NODELAY."""

    last_words = ""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    @classmethod
    async def connect(cls, url: str, timeout: float) -> SocketChannel:
        loop = asyncio.get_running_loop()
        host, _, port = url.removeprefix("tcp://").rpartition(":")
        try:
            if url.startswith("unix:"):
                opening: Any = loop.create_unix_connection(lambda: cls(url), url.removeprefix("unix:"))
            elif host and "/" not in host and port.isdigit() and int(port) < 65536:
                opening = loop.create_connection(lambda: cls(url), host.strip("[]"), int(port))
            else:
                raise LetscodeError(f"url: expected HOST:PORT or unix:PATH, got {url!r}")
            return (await asyncio.wait_for(opening, timeout))[1]  # type: ignore[no-any-return]
        except (OSError, asyncio.TimeoutError) as error:
            why = f"no answer within {timeout} s" if isinstance(error, asyncio.TimeoutError) else error
            raise LetscodeError(f"letscode at {url} cannot be reached: {why}; is `letscode serve --listen {url}` running?") from error

    def data_received(self, data: bytes) -> None:
        self._on_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed.set()
        self._ended()

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    async def explain(self, reason: str) -> LetscodeError:
        return LetscodeError(f"letscode at {self._url} {reason}")

    async def end(self, grace: float) -> None:
        self._transport.close()
        if not await _within(grace, self._closed):
            self._transport.abort()


async def _within(seconds: float, event: asyncio.Event) -> bool:
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


Channel = Union[ProcessChannel, SocketChannel]
"""One connected letscode."""
