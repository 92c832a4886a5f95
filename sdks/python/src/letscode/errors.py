"""What can go wrong. Every error of this package is a LetscodeError, and its message was written for people."""

from __future__ import annotations

from typing import Any


class LetscodeError(Exception):
    """The root of all errors of this package."""


class JsonRpcError(LetscodeError):
    """letscode refused a call. ``code`` is the number of JSON-RPC, ``name`` letscode's own word for it, such as ``busy`` or
    ``session_not_found``, None where it has none, ``data`` what else it says."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data

    @property
    def name(self) -> str | None:
        name = self.data.get("code") if isinstance(self.data, dict) else None
        return name if isinstance(name, str) else None


class CommandError(LetscodeError):
    """A command of ``--mode rpc`` was refused, or its work failed. ``recoverable`` is false when letscode ends because of it."""

    def __init__(self, message: str, code: str | None = None, recoverable: bool = True) -> None:
        super().__init__(message)
        self.code = code
        self.recoverable = recoverable


class ProcessEndedError(LetscodeError):
    """The letscode process ended, or could not be started: no call can be answered any more. ``exit_code`` is None when a
    signal ended it, which ``signal`` then names, or when it never ran; ``stderr`` is the last it said there."""

    def __init__(self, message: str, exit_code: int | None = None, signal: str | None = None, stderr: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.signal = signal
        self.stderr = stderr


class SilenceError(LetscodeError):
    """Nothing happened for longer than was allowed."""


class CallTimeoutError(LetscodeError):
    """No answer came within the time that was given for the call."""
