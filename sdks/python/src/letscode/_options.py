"""The named parameters that more than one class takes, as type checkers see them, and what crosses the pipe of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from . import wire
from ._handlers import Hooks, MaybeAwaitable, Permissions, Question, permission_mode
from ._tool import Tool, specs


class ProcessOptions(TypedDict, total=False):
    """How letscode is started, and how long things may take."""

    command: str | Sequence[str] | None
    args: Sequence[str]
    cwd: str | os.PathLike[str] | None
    env: Mapping[str, str] | None
    on_stderr: Callable[[str], None] | None
    report: Callable[[str], None] | None
    start_timeout: float
    abort_timeout: float
    close_timeout: float
    max_waiting_bytes: int


class ClientOptions(ProcessOptions, total=False):
    """What ``LetscodeClient`` takes."""

    url: str | None
    token: str | None
    name: str
    on_question: Callable[[Question], MaybeAwaitable[str]] | None
    hooks: Hooks | None


class RpcOptions(ProcessOptions, total=False):
    """What ``RpcClient.start`` takes beside ``permissions``."""

    tools: Sequence[Tool]
    message_updates: Literal["reference", "full"] | None


class Settings(TypedDict, total=False):
    """The fields of ``wire.SessionSettings`` that are given as they are."""

    base_url: str | None
    api_key: str | None
    headers: dict[str, str] | None
    thinking: wire.ThinkingLevel | None
    system_prompt: str | None
    append_system_prompt: str | None
    mcp_servers: list[wire.McpServer] | None
    plugins: list[str] | None
    persist: bool | None
    message_updates: Literal["reference", "full"] | None


class SessionOptions(Settings, total=False):
    """What ``create_session`` and ``resume_session`` take beside ``permissions``."""

    model: str | None
    tools: Sequence[Tool] | None
    built_in_tools: Sequence[str] | None
    cwd: str | os.PathLike[str] | None


def settings_of(
    permissions: Permissions,
    model: str | None,
    tools: Sequence[Tool] | None,
    built_in_tools: Sequence[str] | None,
    cwd: str | os.PathLike[str] | None,
    settings: Settings,
) -> dict[str, Any]:
    """The fields of ``wire.SessionSettings``."""
    return {
        **settings,
        "model": model,
        "permission_mode": permission_mode(permissions),
        "tools": None if built_in_tools is None else list(built_in_tools),
        "host_tools": None if tools is None else specs(tools),
        "cwd": None if cwd is None else os.path.abspath(cwd),
    }
