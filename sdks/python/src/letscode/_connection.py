"""JSON-RPC 2.0 over a channel: calls both ways, notifications, cancelling."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ._channel import Channel
from ._framing import MAX_BYTES, FrameReader, FramingError, frame, json_bytes
from .errors import CallTimeoutError, JsonRpcError, LetscodeError

Handler = Callable[[dict[str, Any]], Awaitable[Any]]
Heed = Callable[[dict[str, Any], int], None]
Report = Callable[[str], None]
OnEnd = Callable[[LetscodeError], None]


class Connection:
    """One end. ``requests`` answer the other side, each in a task of its own; ``notifications`` are heeded in order, and get
    beside the params how many bytes they came in. When the connection ends, every open call raises the same error at once."""

    def __init__(
        self, channel: Channel, requests: Mapping[str, Handler], notifications: Mapping[str, Heed], report: Report, on_end: OnEnd
    ) -> None:
        self._channel = channel
        self._requests = requests
        self._notifications = notifications
        self._report = report
        self._on_end = on_end
        self._reader = FrameReader()
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._answering: dict[tuple[type, Any], asyncio.Task[None]] = {}
        self._last_id = 0
        self._over: LetscodeError | None = None
        channel.listen(self._read, self._end)

    async def request(self, method: str, params: dict[str, Any], timeout: float | None = None) -> Any:
        """Calls the other side. A task that is cancelled here cancels the call there."""
        if self._over:
            raise self._over
        body = json_bytes({"jsonrpc": "2.0", "id": self._last_id + 1, "method": method, "params": params})
        if len(body) > MAX_BYTES:
            raise LetscodeError(f"{method}: the call has {len(body)} bytes; a frame may have {MAX_BYTES}")
        call_id = self._last_id = self._last_id + 1
        answer = self._calls[call_id] = asyncio.get_running_loop().create_future()
        self._channel.write(frame(body))
        try:
            return await asyncio.wait_for(answer, timeout)
        except asyncio.TimeoutError:
            raise CallTimeoutError(f"{method}: no answer within {timeout} s") from None
        finally:
            if self._calls.pop(call_id, None) and not self._over:
                self._send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": call_id}})

    def close(self, error: LetscodeError) -> None:
        """Every open call raises this, and so does every later one."""
        if self._over:
            return
        self._over = error
        for answer in [one for one in self._calls.values() if not one.done()]:
            answer.set_exception(error)
            answer.exception()  # it is no news to whoever does not wait any more
        for task in self._answering.values():
            task.cancel()
        self._on_end(error)

    def _end(self) -> None:
        self._ending = asyncio.ensure_future(self._explain())  # once: the channel ends once

    async def _explain(self) -> None:
        where = " inside a frame" if self._reader.cut else ""
        self.close(await self._channel.explain(f"closed its output{where}"))

    def _send(self, message: dict[str, Any]) -> None:
        if not self._over:
            self._channel.write(frame(json_bytes(message)))

    def _read(self, data: bytes) -> None:
        try:
            for body in [] if self._over else self._reader.push(data):
                self._take(body)
        except FramingError as error:
            self.close(LetscodeError(f"what letscode wrote is no JSON-RPC: {error}{self._channel.last_words}"))

    def _take(self, body: bytes) -> None:
        try:
            self._heed(json.loads(body), len(body))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._report(f"a message that cannot be read was dropped: {error!r}: {body[:100]!r}")

    def _heed(self, message: dict[str, Any], size: int) -> None:
        if "method" not in message:
            answer = self._calls.pop(message["id"], None)
            if answer is None:
                self._report(f"an answer to a call that nobody waits for was dropped: {message['id']!r}")
            elif "error" in message and not answer.done():
                error = message["error"]
                answer.set_exception(JsonRpcError(error["code"], error["message"], error.get("data")))
            elif not answer.done():
                answer.set_result(message.get("result"))
        elif "id" in message:
            key = _key(message["id"])
            task = asyncio.get_running_loop().create_task(self._answer(message))
            self._answering[key] = task
            task.add_done_callback(lambda _: self._answering.pop(key, None))
        elif message["method"] == "$/cancelRequest":
            if found := self._answering.get(_key(message["params"]["id"])):
                found.cancel()
        elif heed := self._notifications.get(message["method"]):
            heed(message.get("params") or {}, size)

    async def _answer(self, message: dict[str, Any]) -> None:
        out: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            handler = self._requests.get(message["method"])
            if handler is None:
                raise JsonRpcError(-32601, f"method not found: {message['method']}")
            out["result"] = await handler(message.get("params") or {})
        except asyncio.CancelledError:
            out["error"] = {"code": -32800, "message": "cancelled", "data": {"code": "cancelled"}}
        except JsonRpcError as error:
            out["error"] = {"code": error.code, "message": str(error), "data": error.data}
        except Exception as error:  # whatever the program's own code raises
            out["error"] = {"code": -32603, "message": str(error) or type(error).__name__}
        try:
            self._send(out)
        except (TypeError, ValueError) as error:
            out.pop("result", None)
            self._send({**out, "error": {"code": -32603, "message": f"what the program answered is no JSON: {error}"}})


def _key(call_id: Any) -> tuple[type, Any]:
    return type(call_id), call_id  # 1, "1" and True are three
