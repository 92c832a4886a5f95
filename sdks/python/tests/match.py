"""Whether a message is what a transcript says, placeholders bound on the way."""

from __future__ import annotations

import json
import re
from typing import Any

USAGE = {"input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "cost_usd"}
MODEL = {"id", "provider", "context_window", "max_output_tokens", "images", "thinking"}


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _models(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) and set(row) == MODEL for row in value)


KINDS = {
    "id": lambda value: isinstance(value, str) and 1 <= len(value) <= 12,
    "session": lambda value: isinstance(value, str) and bool(re.fullmatch(r"\d{8}-[0-9a-z]{8}", value)),
    "seq": lambda value: _whole(value, 1),
    "ms": lambda value: _whole(value, 0),
    "text": lambda value: isinstance(value, str),
    "json": lambda value: True,
    "version": lambda value: isinstance(value, str) and bool(re.match(r"\d+\.\d+\.\d+", value)),
    "usage": lambda value: isinstance(value, dict) and set(value) == USAGE,
    "models": _models,
}


class Bindings:
    """What the placeholders of one transcript stand for."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.messages: dict[str, Any] = {}

    def matches(self, pattern: Any, actual: Any) -> bool:
        """Binds only when all of it matches."""
        kept = dict(self.values), dict(self.messages)
        if self._same(pattern, actual):
            return True
        self.values, self.messages = kept
        return False

    def fill(self, text: str) -> str:
        def known(found: re.Match[str]) -> str:
            name = found[1]
            return json.dumps(self.values[name]) if name in self.values else found[0]

        return re.sub(r'"\$([a-z]+\d+)"', known, text)

    def _same(self, pattern: Any, actual: Any) -> bool:
        if isinstance(pattern, str) and pattern.startswith("$"):
            found = re.fullmatch(r"\$([a-z]+)(\d*)", pattern)
            if found and (found[1] in KINDS or found[1] == "m"):
                return self._placeholder(found[1], found[2], actual)
        if isinstance(pattern, dict):
            if not isinstance(actual, dict) or set(pattern) != set(actual):
                return False
            if not all(self._same(value, actual[name]) for name, value in pattern.items()):
                return False
            named = re.fullmatch(r"\$id(\d+)", str(pattern.get("id")))
            if named and "timestamp" in pattern:
                self.messages[named[1]] = actual
            return True
        if isinstance(pattern, list):
            if not isinstance(actual, list) or len(pattern) != len(actual):
                return False
            return all(self._same(one, other) for one, other in zip(pattern, actual))
        return bool(pattern == actual) and isinstance(pattern, bool) == isinstance(actual, bool)

    def _placeholder(self, kind: str, number: str, actual: Any) -> bool:
        if kind == "m":
            return number in self.messages and self.messages[number] == actual
        if not KINDS[kind](actual):
            return False
        name = kind + number
        if number == "":
            return True
        if name in self.values:
            return bool(self.values[name] == actual)
        others = (value for other, value in self.values.items() if re.fullmatch(rf"{kind}\d+", other))
        if kind in ("id", "session") and actual in others:
            return False
        self.values[name] = actual
        return True
