"""letscode from a Python program: an LLM coding agent, as a process of its own or where it listens.

``LetscodeClient`` and ``RpcClient`` are for asyncio; ``letscode.sync`` has the same for programs without it. The types of what
letscode says are in ``letscode.wire``.
"""

from . import wire
from ._client import LetscodeClient
from ._feed import ClientEvent, GapEvent
from ._handlers import HookCall, Hooks, PermissionAnswer, PermissionHandler, Permissions, Question
from ._rpc_client import RpcClient
from ._run import Run, RunResult
from ._session import Session
from ._tool import Tool, ToolContext, ToolResult, tool
from ._version import VERSION as __version__
from .errors import (
    CallTimeoutError,
    CommandError,
    JsonRpcError,
    LetscodeError,
    ProcessEndedError,
    SilenceError,
)

__all__ = [
    "CallTimeoutError",
    "ClientEvent",
    "CommandError",
    "GapEvent",
    "HookCall",
    "Hooks",
    "JsonRpcError",
    "LetscodeClient",
    "LetscodeError",
    "PermissionAnswer",
    "PermissionHandler",
    "Permissions",
    "ProcessEndedError",
    "Question",
    "RpcClient",
    "Run",
    "RunResult",
    "Session",
    "SilenceError",
    "Tool",
    "ToolContext",
    "ToolResult",
    "__version__",
    "tool",
    "wire",
]
