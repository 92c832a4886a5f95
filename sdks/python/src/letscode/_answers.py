"""What letscode asks of the program over JSON-RPC, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import wire
from ._connection import Handler
from ._handlers import HookCall, Hooks, MaybeAwaitable, Permissions, Question, ask_permission, called, what
from ._session import Session
from ._session_events import SessionEvents
from ._tool import Tool, invoke_tool
from .errors import JsonRpcError


@dataclass(slots=True)
class Kept:
    """A session with what the program gave it."""

    session: Session
    events: SessionEvents
    permissions: Permissions
    tools: Sequence[Tool]


class Answers:
    """Answers every request that letscode may send."""

    def __init__(
        self,
        kept: dict[str, Kept],
        on_question: Callable[[Question], MaybeAwaitable[str]] | None,
        hooks: Hooks,
        report: Callable[[str], None],
    ) -> None:
        self._kept = kept
        self._on_question = on_question
        self._hooks = hooks
        self._report = report
        self.requests: dict[str, Handler] = {
            "tool.invoke": self._tool,
            "permission.request": self._permission,
            "user.ask": self._question,
            "hook.call": self._hook,
        }

    @property
    def capabilities(self) -> wire.ClientCapabilities:
        names: tuple[wire.HookCallName, ...] = ("before_tool_call", "after_tool_call", "user_prompt")
        hooks: list[wire.HookCallName] = [name for name in names if getattr(self._hooks, name)]
        ask = True if self._on_question else None
        return wire.ClientCapabilities(permissions=True, ask=ask, hooks=hooks or None)

    def _of(self, params: dict[str, Any]) -> Kept:
        kept = self._kept.get(params["session_id"])
        if kept is None:
            raise JsonRpcError(-32001, "the client has no such session", {"code": "session_not_found"})
        return kept

    async def _tool(self, params: dict[str, Any]) -> Any:
        tools = self._of(params).tools
        return await invoke_tool(tools, params["tool_name"], params["arguments"], params["tool_call_id"])

    async def _permission(self, params: dict[str, Any]) -> Any:
        permissions = self._of(params).permissions
        if not callable(permissions):
            return {"decision": "allow" if permissions == "allow" else "deny"}
        return await ask_permission(permissions, wire.PermissionRequestParams.from_json(params), self._report)

    async def _question(self, params: dict[str, Any]) -> Any:
        if self._on_question is None:
            raise JsonRpcError(-32601, "nobody here answers questions")
        question = Question(params["question"], params.get("choices"), self._of(params).session)
        return {"answer": await self._told("on_question", self._on_question, question)}

    async def _hook(self, params: dict[str, Any]) -> Any:
        handler = getattr(self._hooks, params["hook"], None)
        if handler is None:
            return {}
        call = HookCall(params["input"], self._of(params).session)
        output = await self._told(f"hooks.{params['hook']}", handler, call)
        return {} if output is None else {"output": wire.json_of(output)}

    async def _told(self, name: str, function: Callable[..., Any], argument: Any) -> Any:
        """A failure of the program's own function is answered; whoever wrote it is told here."""
        try:
            return await called(function, argument)
        except Exception as error:
            self._report(f"{name}: the program's function failed: {what(error)}")
            raise
