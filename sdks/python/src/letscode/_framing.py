"""Bytes to messages and messages to bytes. Any split of the bytes gives the same messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
"""The longest line or frame that is read or written."""

_MAX_HEADER = 8 * 1024
_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$")
_BLANK = re.compile(rb"\r?\n\r?\n")


class FramingError(Exception):
    """What came is no frame: nothing after it can be read."""


def json_bytes(message: Any) -> bytes:
    """Compact JSON. Raises ValueError for what JSON cannot say."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:  # half a character, which only an escape can say
        return json.dumps(message, separators=(",", ":"), allow_nan=False).encode()


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class FrameReader:
    """Cuts bytes into the bodies of frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._need = -1  # the length of the body that comes next; -1: its header comes first

    def push(self, data: bytes) -> Iterator[bytes]:
        self._bytes += data
        while self._need >= 0 or self._header():
            if len(self._bytes) < self._need:
                return
            body = bytes(memoryview(self._bytes)[: self._need])
            del self._bytes[: self._need]
            self._need = -1
            yield body

    @property
    def cut(self) -> bool:
        """Whether the input would end inside a frame."""
        return self._need >= 0 or len(self._bytes) > 0

    def _header(self) -> bool:
        end = _BLANK.search(self._bytes, 0, _MAX_HEADER)
        if end is None and len(self._bytes) >= _MAX_HEADER:
            raise FramingError("a header block is longer than 8 KiB")
        if end is None:
            return False
        found = _LENGTH.findall(self._bytes, 0, end.start())
        if len(found) != 1 or int(found[0]) > MAX_BYTES:
            raise FramingError(f"a header without one good Content-Length: {bytes(self._bytes[:80])!r}")
        del self._bytes[: end.end()]
        self._need = int(found[0])
        return True


class LineReader:
    """Cuts bytes into lines at 0x0A, and nowhere else."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._seen = 0

    def push(self, data: bytes) -> Iterator[bytes]:
        self._bytes += data
        start = 0
        while (end := self._bytes.find(b"\n", max(start, self._seen))) >= 0:
            yield bytes(memoryview(self._bytes)[start:end])
            start = end + 1
        del self._bytes[:start]
        self._seen = len(self._bytes)
        if self._seen > MAX_BYTES:
            raise FramingError("a line is longer than 64 MiB")
