"""Plays a transcript with the package's own channels, framing and types."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

from match import Bindings
from transcript import Line, Step, Transcript

from letscode import wire
from letscode._channel import Channel, ProcessChannel, SocketChannel
from letscode._command import find_command
from letscode._framing import FrameReader, LineReader, frame

PATIENCE = 15.0
TOKEN = "a token of twenty-five letters"


class Talk:
    """One connection: what came, message by message."""

    def __init__(self, channel: Channel, framed: bool, general: Any) -> None:
        self._channel = channel
        self._framed = framed
        self._reader: Any = FrameReader() if framed else LineReader()
        self._general = general
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        self.open: list[Line] = []
        channel.listen(self._read, lambda: self._messages.put_nowait(None))

    def _read(self, data: bytes) -> None:
        size = 1 + len(data) // 4096
        for start in range(0, len(data), size):  # any split of the bytes gives the same messages
            for body in self._reader.push(data[start : start + size]):
                self._messages.put_nowait(json.loads(self._general(body.decode())))

    def send(self, parts: list[tuple[str, Any]]) -> None:
        out = b""
        for kind, body in parts:
            body = body.encode() if kind == "message" else body
            out += body if kind == "raw" else frame(body) if self._framed else body + b"\n"
        self._channel.write(out)

    async def next(self) -> Any:
        message = await asyncio.wait_for(self._messages.get(), PATIENCE)
        if message is None:
            self._messages.put_nowait(None)
        elif isinstance(message, dict) and message.get("method") == "session.event":
            message["params"].pop("merged", None)
        return message


class Player:
    def __init__(self, transcript: Transcript, over: str, folder: Path, cassettes: Path) -> None:
        self.transcript = transcript
        self.over = over
        self.folder = folder
        self.workspace = folder / "workspace"
        self.state = folder / "state"
        self.bindings = Bindings()
        self.talks: dict[int, Talk] = {}
        self.stderr: list[str] = []
        self.server: ProcessChannel | None = None
        self.address = ""
        self.places = {"$dir": str(self.workspace), "$cassettes": str(cassettes), "$token": TOKEN}

    def particular(self, text: str) -> str:
        for name, place in self.places.items():
            text = text.replace(name, json.dumps(place)[1:-1])
        return text

    def general(self, text: str) -> str:
        for name, place in self.places.items():
            text = text if name == "$token" else text.replace(json.dumps(place)[1:-1], name)
        return text

    async def play(self) -> None:
        self.workspace.mkdir()
        self.state.mkdir()
        current = 1
        said = ""
        try:
            for step in self.transcript.steps:
                if step.kind == "file":
                    file = self.workspace / step.value[0]
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(step.value[1])
                    continue
                if self.server is None:
                    await self.start()
                if step.kind == "connection":
                    current = step.value
                if step.kind == "stderr":
                    said += f"{step.value}\n"
                talk = await self.talk(current)
                await self.take(step, talk)
            if self.over != "stdio":
                assert self.server
                os.kill(self.server._transport.get_pid(), signal.SIGTERM)
                assert await self.code() == 0
            elif self.transcript.steps[-1].kind == "exit":
                assert await self.code() == self.transcript.steps[-1].value
                assert self.general("".join(self.stderr)) == said
        finally:
            if self.server:
                await self.server.end(0)

    async def take(self, step: Step, talk: Talk) -> None:
        if step.kind == "send":
            fill = self.bindings.fill
            talk.send([(kind, fill(self.particular(b)) if kind == "message" else b) for kind, b in step.value])
        elif step.kind == "eof":
            channel: Any = talk._channel
            pipe = channel._transport.get_pipe_transport(0) if self.over == "stdio" else channel._transport
            pipe.close() if self.over == "stdio" else pipe.write_eof()
        elif step.kind == "gone":
            gone: Any = talk._channel
            gone._transport.abort()
        elif step.kind in ("deaf", "hear"):
            heard: Any = talk._channel
            heard._transport.pause_reading() if step.kind == "deaf" else heard._transport.resume_reading()
        elif step.lanes:
            await self.expect(step.lanes, talk)
        elif step.kind in ("exit", "closed"):
            assert await self.message(talk) is None, f"line {step.at}: one more came"

    async def message(self, talk: Talk) -> Any:
        """The next message that belongs to nothing that is open."""
        while True:
            message = await talk.next()
            if message is None or not any(self.fits(line, message) for line in talk.open):
                talk.open = []
                return message

    async def expect(self, lanes: list[list[Line]], talk: Talk) -> None:
        at = [0] * len(lanes)
        open_lines: list[list[Line]] = [[] for _ in lanes]
        while any(at[lane] < len(lines) for lane, lines in enumerate(lanes)):
            message = await self.message(talk)
            for lane, lines in enumerate(lanes):
                if any(self.fits(line, message) for line in open_lines[lane]):
                    break
                if at[lane] < len(lines) and self.fits(lines[at[lane]], message):
                    open_lines[lane] = [lines[at[lane]]] if lines[at[lane]].repeated else []
                    at[lane] += 1
                    break
            else:
                wanted = next(lines[at[lane]] for lane, lines in enumerate(lanes) if at[lane] < len(lines))
                raise AssertionError(f"line {wanted.at}: expected {wanted.pattern}\ngot {message}\n{self.stderr}")
        talk.open = [line for lines in open_lines for line in lines]

    def fits(self, line: Line, message: Any) -> bool:
        """The raw message fits, and so does what the types make of it."""
        if not self.bindings.matches(line.pattern, message):
            return False
        typed = retyped(message)
        assert self.bindings.matches(line.pattern, typed), f"line {line.at}: the types made {typed} of {message}"
        return True

    async def start(self) -> None:
        door, args = self.transcript.door, [self.plain(word) for word in self.transcript.args]
        if self.over == "stdio":
            words = ["--mode", door]
        else:
            where = "127.0.0.1:0" if self.over == "tcp" else f"unix:{self.state / 'socket'}"
            words = ["serve", "--listen", where]
            words += ["--token-env", "LETSCODE_TOKEN"] if door == "serve" else ["--no-token"]
        env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.workspace)}
        env["XDG_STATE_HOME"] = str(self.state)
        if door == "serve":
            env["LETSCODE_TOKEN"] = TOKEN
        command = [*find_command(None), *words, *args]
        self.server = await ProcessChannel.start(command, str(self.workspace), env, self.stderr.append)
        if self.over == "stdio":
            self.talks[1] = Talk(self.server, door != "rpc", self.general)
            return
        listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        said = bytearray()

        def hear(data: bytes) -> None:
            said.extend(data)
            if said.endswith(b"\n") and not listening.done():
                listening.set_result(said.decode())

        self.server.listen(hear, lambda: None)
        line = await asyncio.wait_for(listening, PATIENCE)
        self.address = line.removeprefix("letscode listening on ").strip()

    def plain(self, word: str) -> str:
        for name, place in self.places.items():
            word = word.replace(name, place)
        return word

    async def talk(self, number: int) -> Talk:
        if number not in self.talks:
            self.talks[number] = Talk(await SocketChannel.connect(self.address, PATIENCE), True, self.general)
        return self.talks[number]

    async def code(self) -> int | None:
        assert self.server
        await asyncio.wait_for(self.server._exited.wait(), PATIENCE)
        await asyncio.wait_for(self.server._closed.wait(), PATIENCE)
        code: int | None = self.server._transport.get_returncode()
        return code


def retyped(message: Any) -> Any:
    """The message read into the types and written again."""
    if not isinstance(message, dict):
        return message
    if "type" in message:
        if message["type"] == "error" and "id" in message:
            return wire.ControlError.from_json(message).to_json()
        typed = wire.rpc_output_from_json(message)
        assert not isinstance(typed, wire.Unknown), message
        return typed.to_json()
    readers = {
        "session.event": wire.SessionEventParams,
        "session.idle": wire.SessionIdleParams,
        "session.gap": wire.SessionGapParams,
        "tool.invoke": wire.ToolInvokeParams,
        "permission.request": wire.PermissionRequestParams,
        "user.ask": wire.UserAskParams,
        "hook.call": wire.HookCallParams,
    }
    reader = readers.get(message.get("method", ""))
    return message if reader is None else {**message, "params": reader.from_json(message["params"]).to_json()}
