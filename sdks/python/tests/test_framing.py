"""Any split of the bytes gives the same messages, and what is no frame is told once."""

import json
from collections.abc import Iterator

import pytest

from letscode._framing import FrameReader, FramingError, LineReader, frame, json_bytes

BODIES = [b"null", json_bytes({"t": "é漢🙂\u2028\u2029\x85"}), b"[]"]


def cuts(data: bytes) -> Iterator[list[bytes]]:
    yield [bytes([one]) for one in data]
    for at in range(len(data)):
        yield [data[:at], data[at:]]


def test_frames_split_anywhere() -> None:
    for pieces in cuts(b"".join(frame(body) for body in BODIES)):
        reader = FrameReader()
        assert [body for piece in pieces for body in reader.push(piece)] == BODIES
        assert not reader.cut


def test_lines_split_anywhere() -> None:
    for pieces in cuts(b"".join(body + b"\n" for body in BODIES)):
        reader = LineReader()
        assert [line for piece in pieces for line in reader.push(piece)] == BODIES


@pytest.mark.parametrize(
    "header", [b"content-length:4\n\n", b"CONTENT-LENGTH: \t4 \t\r\n\r\n", b"X: y\r\nContent-Length: 4\r\n\r\n"]
)
def test_headers_in_any_form(header: bytes) -> None:
    assert list(FrameReader().push(header + b"null")) == [b"null"]


@pytest.mark.parametrize(
    "header",
    [b"X: y\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"Content-Length: 1\r\nContent-Length: 1\r\n\r\n"]
    + [b"Content-Length: x\r\n\r\n", b"Content-Length: 67108865\r\n\r\n", b"x" * 9000],
)
def test_no_frame(header: bytes) -> None:
    with pytest.raises(FramingError):
        list(FrameReader().push(header))


def test_what_is_cut() -> None:
    reader = FrameReader()
    assert list(reader.push(frame(b"null")[:-1])) == [] and reader.cut


def test_half_a_character_is_written_as_an_escape() -> None:
    assert json.loads(json_bytes("\ud83d")) == "\ud83d"
    with pytest.raises(ValueError):
        json_bytes(float("nan"))
