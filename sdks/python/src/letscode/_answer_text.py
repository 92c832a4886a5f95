"""The text of a run's answers as it comes, that of events that were left out too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import wire
from ._feed import ClientEvent, GapEvent

Bounds = Callable[[], tuple[str | None, str | None]]
"""The ids of the first and the last message of the run, as far as they are known."""


class AnswerText:
    """Makes text of the events of one run. ``bounds`` is asked for when events are missing."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._answer: str | None = None  # the answer that is being told, and how much of it was
        self._told = 0
        self._ended: str | None = None  # the last answer that was told to its end
        self._whole = True  # nothing was left out of the answer that comes

    def take(self, event: ClientEvent) -> Iterator[str]:
        """What the next event adds, in pieces: an empty line between two answers."""
        if isinstance(event, GapEvent):
            self._whole = False
            for message in self._untold(event.raw["messages"]):
                yield from self._rest(message)
        elif isinstance(event, wire.MessageStart):
            self._whole = True
        elif isinstance(event, wire.MessageUpdate):
            if self._whole and isinstance(event.stream_event, wire.TextDelta):
                yield from self._piece(event.message.id, event.stream_event.delta)
        elif isinstance(event, wire.MessageEnd) and isinstance(event.message, wire.AssistantMessage):
            yield from self._rest(event.message.raw)

    def _piece(self, answer: str, text: str) -> Iterator[str]:
        if self._answer != answer:
            self._told = 0
            if self._answer is not None:
                yield "\n\n"
        self._answer = answer
        self._told += len(text)
        yield text

    def _rest(self, message: Any) -> Iterator[str]:
        """What was not told of an answer that has ended."""
        text = text_of(message)
        told = self._told if self._answer == message["id"] else 0
        self._ended = message["id"]
        if len(text) > told:
            yield from self._piece(message["id"], text[told:])

    def _untold(self, messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers of the run that have ended meanwhile."""
        first, last = self._bounds()
        known = self._ended or first
        if known is None:
            start = max((at for at, one in enumerate(messages) if one["role"] == "user"), default=-1)
        else:  # what is known and not there stands before the newest messages
            start = _place(messages, known, -1)
        end = _place(messages, last, len(messages))
        return [one for one in messages[start + 1 : end + 1] if one["role"] == "assistant"]


def _place(messages: Sequence[dict[str, Any]], message_id: str | None, otherwise: int) -> int:
    return next((at for at, one in enumerate(messages) if one["id"] == message_id), otherwise)


def text_of(message: Any) -> str:
    """The text of an answer, of its JSON."""
    return "".join(block["text"] for block in message["content"] if block.get("type") == "text")
