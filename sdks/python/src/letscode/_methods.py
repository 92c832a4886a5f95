"""Every method of letscode-jsonrpc/1, typed.

Generated from the schema by `npm run generate`. Do not edit.
"""

from __future__ import annotations

from typing import Any

from . import wire


class Methods:
    """What a client may call. Each raises what ``call`` raises."""

    async def call(self, method: str, params: dict[str, Any]) -> Any:
        """Calls a method by its name; the answer as it came."""
        raise NotImplementedError

    async def initialize(self, params: wire.InitializeParams) -> wire.InitializeResult:
        """``initialize``"""
        return wire.InitializeResult.from_json(await self.call("initialize", params.to_json()))

    async def ping(self) -> wire.PingResult:
        """``ping``"""
        return wire.PingResult.from_json(await self.call("ping", {}))

    async def models_list(self) -> wire.ModelsListResult:
        """``models.list``"""
        return wire.ModelsListResult.from_json(await self.call("models.list", {}))

    async def session_create(self, params: wire.SessionSettings) -> wire.SessionCreateResult:
        """``session.create``"""
        return wire.SessionCreateResult.from_json(await self.call("session.create", params.to_json()))

    async def session_resume(self, params: wire.SessionResumeParams) -> wire.SessionResumeResult:
        """``session.resume``"""
        return wire.SessionResumeResult.from_json(await self.call("session.resume", params.to_json()))

    async def session_fork(self, params: wire.SessionForkParams) -> wire.SessionParams:
        """``session.fork``"""
        return wire.SessionParams.from_json(await self.call("session.fork", params.to_json()))

    async def session_list(self, params: wire.SessionListParams) -> wire.SessionListResult:
        """``session.list``"""
        return wire.SessionListResult.from_json(await self.call("session.list", params.to_json()))

    async def session_get(self, params: wire.SessionParams) -> wire.SessionRowReport:
        """``session.get``"""
        return wire.SessionRowReport.from_json(await self.call("session.get", params.to_json()))

    async def session_delete(self, params: wire.SessionParams) -> None:
        """``session.delete``"""
        await self.call("session.delete", params.to_json())

    async def session_close(self, params: wire.SessionParams) -> None:
        """``session.close``"""
        await self.call("session.close", params.to_json())

    async def session_send(self, params: wire.SessionSendParams) -> wire.SessionSendResult:
        """``session.send``"""
        return wire.SessionSendResult.from_json(await self.call("session.send", params.to_json()))

    async def session_steer(self, params: wire.SessionSendParams) -> None:
        """``session.steer``"""
        await self.call("session.steer", params.to_json())

    async def session_follow_up(self, params: wire.SessionSendParams) -> None:
        """``session.follow_up``"""
        await self.call("session.follow_up", params.to_json())

    async def session_abort(self, params: wire.SessionAbortParams) -> wire.SessionAbortResult:
        """``session.abort``"""
        return wire.SessionAbortResult.from_json(await self.call("session.abort", params.to_json()))

    async def session_reset(self, params: wire.SessionParams) -> wire.SessionResetResult:
        """``session.reset``"""
        return wire.SessionResetResult.from_json(await self.call("session.reset", params.to_json()))

    async def session_compact(self, params: wire.SessionCompactParams) -> wire.SessionCompactResult:
        """``session.compact``"""
        return wire.SessionCompactResult.from_json(await self.call("session.compact", params.to_json()))

    async def session_set_model(self, params: wire.SessionSetModelParams) -> None:
        """``session.set_model``"""
        await self.call("session.set_model", params.to_json())

    async def session_set_thinking(self, params: wire.SessionSetThinkingParams) -> None:
        """``session.set_thinking``"""
        await self.call("session.set_thinking", params.to_json())

    async def session_messages(self, params: wire.SessionMessagesParams) -> wire.SessionMessagesResult:
        """``session.messages``"""
        return wire.SessionMessagesResult.from_json(await self.call("session.messages", params.to_json()))

    async def session_events(self, params: wire.SessionEventsParams) -> wire.SessionEventsResult:
        """``session.events``"""
        return wire.session_events_result_from_json(await self.call("session.events", params.to_json()))

    async def shutdown(self) -> None:
        """``shutdown``"""
        await self.call("shutdown", {})
