"""What crosses the pipe: messages, events, params and results, as the wire names them.

Every class has ``to_json``, and what letscode says has ``from_json``; its ``raw`` is the JSON object it was read from, with the
fields this version does not know. What is absent is None. Variants this version does not know are ``Unknown``.

Generated from the schema by `npm run generate`. Do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Union


@dataclass(slots=True)
class Unknown:
    """A variant that this version does not know, or cannot read: ``type`` is its tag, ``raw`` all of it."""

    type: str
    raw: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return dict(self.raw)


class _Struct:
    """An object of the wire."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """As it crosses the pipe. What may be absent and is None is left out, unless it was read as null."""
        raw = getattr(self, "raw", {})
        out = {}
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if one.name != "raw" and (value is not None or one.default is not None or raw.get(one.name, "") is None):
                out[one.name] = json_of(value)
        return out


def json_of(value: Any) -> Any:
    """The JSON of a value in which there are objects of the wire."""
    if isinstance(value, (_Struct, Unknown)):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [json_of(one) for one in value]
    return {name: json_of(one) for name, one in value.items()} if isinstance(value, dict) else value


ThinkingLevel = Literal["off", "low", "medium", "high"]
"""How much the model should think before it answers."""


PermissionDecision = Literal["allow", "allow_always", "deny"]
"""May the call be run: this time, from now on whenever it is of the same kind, or not."""


StopReason = Literal["end_turn", "tool_use", "max_tokens", "refusal", "aborted", "error"]
"""Why an assistant message ended: the model was done, it wants tools, it hit its output limit, it
refused, the run was aborted, or the provider failed.
"""


ControlErrorCode = Literal[
    "busy",
    "closing",
    "invalid_line",
    "line_too_long",
    "unknown_command",
    "invalid_command",
    "protocol_mismatch",
    "io",
    "internal",
]
"""Machine-readable reasons for a control error."""


ErrorCode = Literal[
    "rate_limit",
    "overloaded",
    "server_error",
    "auth",
    "model_not_found",
    "context_overflow",
    "content_filter",
    "network",
    "timeout",
    "invalid_request",
    "invalid_response",
    "replay_mismatch",
    "max_turns",
    "max_tokens",
    "plugin",
    "compaction",
    "internal",
]
"""Machine-readable kinds of failure."""


HookCallName = Literal["before_tool_call", "after_tool_call", "user_prompt"]
"""A decision of the agent that a client may take part in."""


PermissionMode = Literal["ask", "allow", "read-only"]
"""``ask``: reads in the workspace are free, everything else needs an answer. ``allow``: nothing is
asked. ``read-only``: what ``ask`` would ask for is denied at once.
"""


@dataclass(slots=True, kw_only=True)
class HostTool(_Struct):
    """A tool that lives in the host."""

    name: str
    """1 to 64 of the characters A-Z a-z 0-9 _ -, and no name of a built-in tool that is on."""
    description: str
    """What the model is told of it."""
    parameters: dict[str, Any]
    """The JSON Schema of its arguments, an object's."""
    needs_permission: bool | None = None
    """False: registering it is the consent to its calls. Absent: ``--permission-mode`` and its questions
    hold for it.
    """
    parallel: bool | None = None
    """It may run beside other calls of the same turn. Absent: it waits for earlier ones, and later ones
    wait for it.
    """


@dataclass(slots=True, kw_only=True)
class ImageInput(_Struct):
    """An image a host sends along, base64."""

    mime_type: str
    """Such as ``image/png``."""
    data: str


@dataclass(slots=True, kw_only=True)
class TextBlock(_Struct):
    """Plain text. Its ``type`` is ``text``."""

    type: Literal["text"] = "text"
    text: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TextBlock:
        return cls(
            text=raw["text"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ImageBlock(_Struct):
    """An image, base64 without line breaks or a ``data:`` prefix. Its ``type`` is ``image``."""

    type: Literal["image"] = "image"
    mime_type: str
    """Such as ``image/png``."""
    data: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ImageBlock:
        return cls(
            mime_type=raw["mime_type"],
            data=raw["data"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ReadyMessage(_Struct):
    """Exactly once, before any command is read. Its ``type`` is ``ready``."""

    type: Literal["ready"] = "ready"
    protocol: str
    letscode: str
    """The version of letscode."""
    capabilities: Capabilities
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ReadyMessage:
        return cls(
            protocol=raw["protocol"],
            letscode=raw["letscode"],
            capabilities=Capabilities.from_json(raw["capabilities"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class Capabilities(_Struct):
    """What this build of the protocol can do."""

    message_updates: bool
    """``hello`` may ask for full partial messages."""
    state: bool
    """``get_state``, ``get_messages``, ``set_model``, ``set_thinking`` and ``compact`` are there."""
    permissions: bool
    """``hello`` may ask for permission requests."""
    host_tools: bool
    """``hello`` may bring tools of the host."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Capabilities:
        return cls(
            message_updates=raw["message_updates"],
            state=raw["state"],
            permissions=raw["permissions"],
            host_tools=raw["host_tools"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class AckMessage(_Struct):
    """The command was accepted; its effects follow. Its ``type`` is ``ack``."""

    type: Literal["ack"] = "ack"
    id: Any
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> AckMessage:
        return cls(
            id=raw["id"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class DoneMessage(_Struct):
    """The command's work is complete. Its ``type`` is ``done``."""

    type: Literal["done"] = "done"
    id: Any
    error: str | None = None
    """The action failed after it was accepted."""
    features: Features | None = None
    """On ``hello``: what was asked for and granted."""
    queued: QueueLengths | None = None
    """On ``abort``: what still waits."""
    state: StateReport | None = None
    """On ``get_state``."""
    messages: list[Message] | None = None
    """On ``get_messages``, oldest first."""
    truncated: bool | None = None
    """On ``get_messages``: more follow; ask again with the last one's id as ``after``."""
    compaction: CompactionReport | None = None
    """On ``compact``; null when there was nothing to summarise."""
    output: str | None = None
    """On ``prompt``, when its text was a slash command that answers by itself: what it said."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> DoneMessage:
        return cls(
            id=raw["id"],
            error=raw.get("error"),
            features=None if raw.get("features") is None else Features.from_json(raw["features"]),
            queued=None if raw.get("queued") is None else QueueLengths.from_json(raw["queued"]),
            state=None if raw.get("state") is None else StateReport.from_json(raw["state"]),
            messages=None if raw.get("messages") is None else [message_from_json(one) for one in raw["messages"]],
            truncated=raw.get("truncated"),
            compaction=None if raw.get("compaction") is None else CompactionReport.from_json(raw["compaction"]),
            output=raw.get("output"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class Features(_Struct):
    """What ``hello`` granted."""

    message_updates: Literal["reference", "full"] | None = None
    permissions: bool | None = None
    """Whatever needs consent is asked of the host."""
    tools: list[str] | None = None
    """The names of the host's tools."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Features:
        return cls(
            message_updates=raw.get("message_updates"),
            permissions=raw.get("permissions"),
            tools=raw.get("tools"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class QueueLengths(_Struct):
    """What waited in the queues, counted."""

    steer: int
    follow_up: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> QueueLengths:
        return cls(
            steer=raw["steer"],
            follow_up=raw["follow_up"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class StateReport(_Struct):
    """What is known of the conversation."""

    session: SessionReport | None
    """Null when the conversation is not saved."""
    model: ModelReport
    thinking: ThinkingLevel
    running: bool
    """Whether a run, a compaction or a reset is going on."""
    messages_count: int
    """How many messages the transcript has."""
    last_message_id: str | None
    """The newest message of the transcript."""
    queued: QueueLengths
    usage: Usage
    """Of all model calls of the conversation, compactions included."""
    context_tokens: int
    """About how many tokens the model would be shown now."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> StateReport:
        return cls(
            session=None if raw["session"] is None else SessionReport.from_json(raw["session"]),
            model=ModelReport.from_json(raw["model"]),
            thinking=raw["thinking"],
            running=raw["running"],
            messages_count=raw["messages_count"],
            last_message_id=raw["last_message_id"],
            queued=QueueLengths.from_json(raw["queued"]),
            usage=Usage.from_json(raw["usage"]),
            context_tokens=raw["context_tokens"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionReport(_Struct):
    """Where a conversation is kept."""

    id: str
    file: str
    """Absolute; made with the first message."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionReport:
        return cls(
            id=raw["id"],
            file=raw["file"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ModelReport(_Struct):
    """A model as hosts may show it."""

    provider: str
    id: str
    """Empty while it is not known which model a server has."""
    context_window: int | None
    """The most tokens a request and its answer may have together; null when it is not known."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ModelReport:
        return cls(
            provider=raw["provider"],
            id=raw["id"],
            context_window=raw["context_window"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class Usage(_Struct):
    """Token counts and cost of one model call."""

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    reasoning_tokens: int
    cost_usd: float | None
    """US dollars; null when the price is not known."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Usage:
        return cls(
            input_tokens=raw["input_tokens"],
            output_tokens=raw["output_tokens"],
            cache_read_tokens=raw["cache_read_tokens"],
            cache_write_tokens=raw["cache_write_tokens"],
            reasoning_tokens=raw["reasoning_tokens"],
            cost_usd=raw["cost_usd"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class UserMessage(_Struct):
    """What the user, or the host for them, said. Its ``role`` is ``user``."""

    id: str
    """Unique in the conversation, at most 12 characters."""
    timestamp: int
    """Milliseconds since the epoch."""
    role: Literal["user"] = "user"
    content: list[UserContent]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> UserMessage:
        return cls(
            id=raw["id"],
            timestamp=raw["timestamp"],
            content=[user_content_from_json(one) for one in raw["content"]],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class AssistantMessage(_Struct):
    """What the model said. ``stop_reason`` is null and ``usage`` all zero until ``message_end``. Its
    ``role`` is ``assistant``.
    """

    id: str
    """Unique in the conversation, at most 12 characters."""
    timestamp: int
    """Milliseconds since the epoch."""
    role: Literal["assistant"] = "assistant"
    content: list[AssistantContent]
    provider: str
    model: str
    usage: Usage
    stop_reason: StopReason | None
    error_message: str | None = None
    """Why it ended with ``error``."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> AssistantMessage:
        return cls(
            id=raw["id"],
            timestamp=raw["timestamp"],
            content=[assistant_content_from_json(one) for one in raw["content"]],
            provider=raw["provider"],
            model=raw["model"],
            usage=Usage.from_json(raw["usage"]),
            stop_reason=raw["stop_reason"],
            error_message=raw.get("error_message"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ThinkingBlock(_Struct):
    """What a model thought before it answered. Its ``type`` is ``thinking``."""

    type: Literal["thinking"] = "thinking"
    thinking: str
    signature: str | None = None
    """The provider's proof that the thinking is its own; sent back verbatim."""
    redacted: bool | None = None
    """The provider hid the text; ``provider_data`` holds what it needs back."""
    provider_data: Any = None
    """Whatever the provider needs back, verbatim."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ThinkingBlock:
        return cls(
            thinking=raw["thinking"],
            signature=raw.get("signature"),
            redacted=raw.get("redacted"),
            provider_data=raw.get("provider_data"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolCallBlock(_Struct):
    """A tool the model wants to be run. Its ``type`` is ``tool_call``."""

    type: Literal["tool_call"] = "tool_call"
    tool_call_id: str
    """Unique in the conversation; an empty or repeated id is replaced on arrival."""
    name: str
    arguments: dict[str, Any]
    arguments_text: str | None = None
    """The raw text, only when it did not parse as a JSON object; then ``arguments`` is ``{}``."""
    provider_data: Any = None
    """Whatever the provider needs back, verbatim."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolCallBlock:
        return cls(
            tool_call_id=raw["tool_call_id"],
            name=raw["name"],
            arguments=raw["arguments"],
            arguments_text=raw.get("arguments_text"),
            provider_data=raw.get("provider_data"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolResultMessage(_Struct):
    """What a tool call came to. Its ``role`` is ``tool_result``."""

    id: str
    """Unique in the conversation, at most 12 characters."""
    timestamp: int
    """Milliseconds since the epoch."""
    role: Literal["tool_result"] = "tool_result"
    tool_call_id: str
    tool_name: str
    content: list[UserContent]
    is_error: bool
    details: Any = None
    """Any JSON for hosts, such as a diff or an exit code; never sent to a model."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolResultMessage:
        return cls(
            id=raw["id"],
            timestamp=raw["timestamp"],
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            content=[user_content_from_json(one) for one in raw["content"]],
            is_error=raw["is_error"],
            details=raw.get("details"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class CustomMessage(_Struct):
    """A plugin's own entry: it survives save and load and is invisible to the model unless its plugin
    renders it. Its ``role`` is ``custom``.
    """

    id: str
    """Unique in the conversation, at most 12 characters."""
    timestamp: int
    """Milliseconds since the epoch."""
    role: Literal["custom"] = "custom"
    kind: str
    """The owner's name for it."""
    data: Any
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> CustomMessage:
        return cls(
            id=raw["id"],
            timestamp=raw["timestamp"],
            kind=raw["kind"],
            data=raw["data"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class CompactionReport(_Struct):
    """What a compaction came to."""

    message_id: str
    """The custom message that holds the summary."""
    tokens_before: int
    """About how many tokens the model saw before."""
    tokens_after: int
    """About how many it sees now."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> CompactionReport:
        return cls(
            message_id=raw["message_id"],
            tokens_before=raw["tokens_before"],
            tokens_after=raw["tokens_after"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ControlError(_Struct):
    """The command (or the line, then ``id`` is null) was refused. Always has the key ``id``: an event error
    never does. Its ``type`` is ``error``.
    """

    type: Literal["error"] = "error"
    id: Any
    error: str
    recoverable: bool
    fatal: bool | None = None
    """The process ends after this line, with exit code 1."""
    code: ControlErrorCode | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ControlError:
        return cls(
            id=raw["id"],
            error=raw["error"],
            recoverable=raw["recoverable"],
            fatal=raw.get("fatal"),
            code=raw.get("code"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class PermissionRequestMessage(_Struct):
    """Asks the host whether a call may be run. The call's ``tool_execution_end`` closes the question. Its
    ``type`` is ``permission_request``.
    """

    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    """What the tool would be run with."""
    reason: str
    """Why it is asked."""
    always: str | None = None
    """What ``allow_always`` would allow from now on, in words; absent: it allows this call only, as
    ``allow`` does.
    """
    type: Literal["permission_request"] = "permission_request"
    request_id: str
    """Comes back on the command ``permission``."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> PermissionRequestMessage:
        return cls(
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            arguments=raw["arguments"],
            reason=raw["reason"],
            always=raw.get("always"),
            request_id=raw["request_id"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolCallRequestMessage(_Struct):
    """Asks the host to run a call of one of its tools. The call's ``tool_execution_end`` closes the
    request. Its ``type`` is ``tool_call_request``.
    """

    type: Literal["tool_call_request"] = "tool_call_request"
    request_id: str
    """Comes back on the command ``tool_result``."""
    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    """They fit the tool's ``parameters``."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolCallRequestMessage:
        return cls(
            request_id=raw["request_id"],
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            arguments=raw["arguments"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ByeMessage(_Struct):
    """The last line, written exactly when the exit code is 0. Its ``type`` is ``bye``."""

    type: Literal["bye"] = "bye"
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ByeMessage:
        return cls(
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class AgentStart(_Struct):
    """A run begins. ``messages`` opens this run (the prompt); it is not the history. Its ``type`` is
    ``agent_start``.
    """

    type: Literal["agent_start"] = "agent_start"
    messages: list[Message]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> AgentStart:
        return cls(
            messages=[message_from_json(one) for one in raw["messages"]],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class TurnStart(_Struct):
    """A turn (one model call and its tools) begins; counted from 1 within the run. Its ``type`` is
    ``turn_start``.
    """

    type: Literal["turn_start"] = "turn_start"
    turn: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TurnStart:
        return cls(
            turn=raw["turn"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class MessageStart(_Struct):
    """A message entered the conversation. An assistant message is empty here and grows by updates. Its
    ``type`` is ``message_start``.
    """

    type: Literal["message_start"] = "message_start"
    message: Message
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> MessageStart:
        return cls(
            message=message_from_json(raw["message"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class MessageUpdate(_Struct):
    """A piece of the streamed assistant message. ``message`` is a reference, never the growing partial,
    unless the host asked for full updates. Its ``type`` is ``message_update``.
    """

    type: Literal["message_update"] = "message_update"
    message: MessageRef | AssistantMessage
    stream_event: MessageStreamEvent
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> MessageUpdate:
        return cls(
            message=AssistantMessage.from_json(raw["message"]) if "timestamp" in raw["message"] else MessageRef.from_json(raw["message"]),
            stream_event=message_stream_event_from_json(raw["stream_event"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class MessageRef(_Struct):
    """A message named without its content."""

    id: str
    role: Literal["user", "assistant", "tool_result", "custom"]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> MessageRef:
        return cls(
            id=raw["id"],
            role=raw["role"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class TextDelta(_Struct):
    """A piece of the answer. ``index`` is the content block's place in the message. Its ``type`` is
    ``text_delta``.
    """

    type: Literal["text_delta"] = "text_delta"
    delta: str
    index: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TextDelta:
        return cls(
            delta=raw["delta"],
            index=raw["index"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ThinkingDelta(_Struct):
    """A piece of the model's thinking. ``index`` is the content block's place in the message. Its ``type``
    is ``thinking_delta``.
    """

    type: Literal["thinking_delta"] = "thinking_delta"
    delta: str
    index: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ThinkingDelta:
        return cls(
            delta=raw["delta"],
            index=raw["index"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolCallStart(_Struct):
    """The model began a tool call. ``index`` is the content block's place in the message. Its ``type`` is
    ``tool_call_start``.
    """

    type: Literal["tool_call_start"] = "tool_call_start"
    tool_call_id: str
    name: str
    index: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolCallStart:
        return cls(
            tool_call_id=raw["tool_call_id"],
            name=raw["name"],
            index=raw["index"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolCallArgsDelta(_Struct):
    """A piece of a call's arguments, as raw JSON text. Its ``type`` is ``tool_call_args_delta``."""

    type: Literal["tool_call_args_delta"] = "tool_call_args_delta"
    tool_call_id: str
    delta: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolCallArgsDelta:
        return cls(
            tool_call_id=raw["tool_call_id"],
            delta=raw["delta"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolCallEnd(_Struct):
    """A call's arguments are complete. ``arguments`` is ``{}`` when the text did not parse as a JSON
    object. Its ``type`` is ``tool_call_end``.
    """

    type: Literal["tool_call_end"] = "tool_call_end"
    tool_call_id: str
    arguments: dict[str, Any]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolCallEnd:
        return cls(
            tool_call_id=raw["tool_call_id"],
            arguments=raw["arguments"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class UsageEvent(_Struct):
    """The totals of this call so far; the last one wins. Its ``type`` is ``usage``."""

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    reasoning_tokens: int
    cost_usd: float | None
    """US dollars; null when the price is not known."""
    type: Literal["usage"] = "usage"
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> UsageEvent:
        return cls(
            input_tokens=raw["input_tokens"],
            output_tokens=raw["output_tokens"],
            cache_read_tokens=raw["cache_read_tokens"],
            cache_write_tokens=raw["cache_write_tokens"],
            reasoning_tokens=raw["reasoning_tokens"],
            cost_usd=raw["cost_usd"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class StopEvent(_Struct):
    """The model stopped. Absent when the call was aborted or failed. Its ``type`` is ``stop``."""

    type: Literal["stop"] = "stop"
    stop_reason: StopReason
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> StopEvent:
        return cls(
            stop_reason=raw["stop_reason"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class MessageEnd(_Struct):
    """A message is final and authoritative: safe to persist. Its ``type`` is ``message_end``."""

    type: Literal["message_end"] = "message_end"
    message: Message
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> MessageEnd:
        return cls(
            message=message_from_json(raw["message"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolExecutionStart(_Struct):
    """A tool call was taken up. Its ``type`` is ``tool_execution_start``."""

    type: Literal["tool_execution_start"] = "tool_execution_start"
    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolExecutionStart:
        return cls(
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            arguments=raw["arguments"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolExecutionUpdate(_Struct):
    """Output of a running tool since the last update, never all of it. Its ``type`` is
    ``tool_execution_update``.
    """

    type: Literal["tool_execution_update"] = "tool_execution_update"
    tool_call_id: str
    tool_name: str
    delta: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolExecutionUpdate:
        return cls(
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            delta=raw["delta"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolExecutionEnd(_Struct):
    """A tool call is over. Its ``type`` is ``tool_execution_end``."""

    type: Literal["tool_execution_end"] = "tool_execution_end"
    tool_call_id: str
    tool_name: str
    result: ToolResultMessage
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolExecutionEnd:
        return cls(
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            result=ToolResultMessage.from_json(raw["result"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class TurnEnd(_Struct):
    """A turn is over. Its ``type`` is ``turn_end``."""

    type: Literal["turn_end"] = "turn_end"
    turn: int
    message: AssistantMessage
    tool_results: list[ToolResultMessage | MessageRef]
    truncated: bool | None = None
    """The line would have been too long: ``tool_results`` holds references."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TurnEnd:
        return cls(
            turn=raw["turn"],
            message=AssistantMessage.from_json(raw["message"]),
            tool_results=[ToolResultMessage.from_json(one) if "timestamp" in one else MessageRef.from_json(one) for one in raw["tool_results"]],
            truncated=raw.get("truncated"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class RetryEvent(_Struct):
    """A failed attempt will be repeated after a pause. One before each re-attempt. Its ``type`` is
    ``retry``.
    """

    type: Literal["retry"] = "retry"
    attempt: int
    """Counts the upcoming attempt, from 1: the first retry says 2."""
    total_attempts: int
    """The number of retries allowed, plus one."""
    delay_seconds: float
    reason: str
    """Such as ``APIStatusError: HTTP 429: rate limited``."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> RetryEvent:
        return cls(
            attempt=raw["attempt"],
            total_attempts=raw["total_attempts"],
            delay_seconds=raw["delay_seconds"],
            reason=raw["reason"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ErrorEvent(_Struct):
    """Something went wrong in a run. Never has an ``id`` key: that marks the control message of the same
    name. Its ``type`` is ``error``.
    """

    type: Literal["error"] = "error"
    error: str
    recoverable: bool
    """False: the same request cannot succeed until something changes; the text says what."""
    status: int | None = None
    """The provider's HTTP status."""
    code: ErrorCode | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ErrorEvent:
        return cls(
            error=raw["error"],
            recoverable=raw["recoverable"],
            status=raw.get("status"),
            code=raw.get("code"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class AgentEnd(_Struct):
    """The run is over; nothing of it follows. Its ``type`` is ``agent_end``."""

    type: Literal["agent_end"] = "agent_end"
    messages: list[Message | MessageRef]
    """The messages this run added."""
    error: str | None
    """Why the run failed, or null."""
    stop_reason: StopReason | Literal["max_turns"]
    truncated: bool | None = None
    """The line would have been too long: ``messages`` holds references."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> AgentEnd:
        return cls(
            messages=[message_from_json(one) if "timestamp" in one else MessageRef.from_json(one) for one in raw["messages"]],
            error=raw["error"],
            stop_reason=raw["stop_reason"],
            truncated=raw.get("truncated"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionEventParams(_Struct):
    """An event of a session, as it happens."""

    session_id: str
    seq: int
    """From 1; given when the loop emits."""
    event: Event
    merged: int | None = None
    """How many more events were merged into this one; ``seq`` is the last one's."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionEventParams:
        return cls(
            session_id=raw["session_id"],
            seq=raw["seq"],
            event=event_from_json(raw["event"]),
            merged=raw.get("merged"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionParams(_Struct):
    """Names a session."""

    session_id: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionParams:
        return cls(
            session_id=raw["session_id"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionIdleParams(_Struct):
    """A run has ended: exactly one for each, after ``agent_end``."""

    session_id: str
    stop_reason: StopReason | Literal["max_turns"] | Literal["command"]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionIdleParams:
        return cls(
            session_id=raw["session_id"],
            stop_reason=raw["stop_reason"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionGapParams(_Struct):
    """Events were left out for a client that reads too slowly; ``session.events`` gives them, or the
    transcript.
    """

    session_id: str
    after: int
    """The last event this client was sent."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionGapParams:
        return cls(
            session_id=raw["session_id"],
            after=raw["after"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolInvokeParams(_Struct):
    """A call of a tool that lives in the client."""

    session_id: str
    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ToolInvokeParams:
        return cls(
            session_id=raw["session_id"],
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            arguments=raw["arguments"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ToolInvokeResult(_Struct):
    """What it came to."""

    content: str | list[UserContent]
    is_error: bool | None = None
    details: Any = None
    """For hosts; never sent to a model."""


@dataclass(slots=True, kw_only=True)
class PermissionRequestParams(_Struct):
    """A call that needs consent."""

    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    """What the tool would be run with."""
    reason: str
    """Why it is asked."""
    always: str | None = None
    """What ``allow_always`` would allow from now on, in words; absent: it allows this call only, as
    ``allow`` does.
    """
    session_id: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> PermissionRequestParams:
        return cls(
            tool_call_id=raw["tool_call_id"],
            tool_name=raw["tool_name"],
            arguments=raw["arguments"],
            reason=raw["reason"],
            always=raw.get("always"),
            session_id=raw["session_id"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class PermissionRequestResult(_Struct):
    """The consent, or none."""

    decision: PermissionDecision
    """``allow_always`` lasts for the session."""
    reason: str | None = None
    """Why not; the model reads it."""


@dataclass(slots=True, kw_only=True)
class UserAskParams(_Struct):
    """A question of the model to the person behind the client."""

    session_id: str
    question: str
    choices: list[str] | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> UserAskParams:
        return cls(
            session_id=raw["session_id"],
            question=raw["question"],
            choices=raw.get("choices"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class UserAskResult(_Struct):
    """Their answer."""

    answer: str


@dataclass(slots=True, kw_only=True)
class HookCallParams(_Struct):
    """A decision the client takes part in."""

    session_id: str
    hook: HookCallName
    input: dict[str, Any]
    """``before_tool_call``: ``{tool_call_id, tool_name, arguments}``; ``after_tool_call``: the same with
    ``result``; ``user_prompt``: ``{text}``.
    """
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> HookCallParams:
        return cls(
            session_id=raw["session_id"],
            hook=raw["hook"],
            input=raw["input"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class HookCallResult(_Struct):
    """What it wants changed: ``{deny}`` or ``{arguments}``, ``{content?, is_error?, details?}``,
    ``{text}``; absent: nothing.
    """

    output: dict[str, Any] | None = None


@dataclass(slots=True, kw_only=True)
class McpServer(_Struct):
    """An MCP server that is started as a child process, or reached over HTTP."""

    name: str
    command: str | None = None
    args: list[str] | None = None
    env: dict[str, str] | None = None
    url: str | None = None
    headers: dict[str, str] | None = None


@dataclass(slots=True, kw_only=True)
class SessionSettings(_Struct):
    """How a session is set up. What is absent is as the options of the process say."""

    cwd: str | None = None
    """The folder its tools work in, absolute."""
    model: str | None = None
    """As ``--model`` takes it."""
    base_url: str | None = None
    api_key: str | None = None
    """A key of its own; in no log, no event and no file."""
    headers: dict[str, str] | None = None
    thinking: ThinkingLevel | None = None
    system_prompt: str | None = None
    """Replaces the built-in system prompt."""
    append_system_prompt: str | None = None
    """Added to its end."""
    tools: list[str] | None = None
    """Names of built-in tools; absent: all of them."""
    host_tools: list[HostTool] | None = None
    """Tools that live in the client; they are there whatever ``tools`` says."""
    permission_mode: PermissionMode | None = None
    mcp_servers: list[McpServer] | None = None
    plugins: list[str] | None = None
    """Paths, or names of installed packages."""
    persist: bool | None = None
    """False: it is not kept on disk."""
    message_updates: Literal["reference", "full"] | None = None
    """``full``: every ``message_update`` carries the whole partial message."""


@dataclass(slots=True, kw_only=True)
class SessionResumeParams(_Struct):
    """Goes on with a session, from disk, or with the live one."""

    session_id: str
    cwd: str | None = None
    """The folder its tools work in, absolute."""
    model: str | None = None
    """As ``--model`` takes it."""
    base_url: str | None = None
    api_key: str | None = None
    """A key of its own; in no log, no event and no file."""
    headers: dict[str, str] | None = None
    thinking: ThinkingLevel | None = None
    system_prompt: str | None = None
    """Replaces the built-in system prompt."""
    append_system_prompt: str | None = None
    """Added to its end."""
    tools: list[str] | None = None
    """Names of built-in tools; absent: all of them."""
    host_tools: list[HostTool] | None = None
    """Tools that live in the client; they are there whatever ``tools`` says."""
    permission_mode: PermissionMode | None = None
    mcp_servers: list[McpServer] | None = None
    plugins: list[str] | None = None
    """Paths, or names of installed packages."""
    persist: bool | None = None
    """False: it is not kept on disk."""
    message_updates: Literal["reference", "full"] | None = None
    """``full``: every ``message_update`` carries the whole partial message."""


@dataclass(slots=True, kw_only=True)
class SessionCreateResult(_Struct):
    """The answer to ``session.create``."""

    session_id: str
    model: str
    """``PROVIDER/ID``."""
    tools: list[str]
    """Every tool the model has."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionCreateResult:
        return cls(
            session_id=raw["session_id"],
            model=raw["model"],
            tools=raw["tools"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionResumeResult(_Struct):
    """The answer to ``session.resume``."""

    session_id: str
    model: str
    """``PROVIDER/ID``."""
    tools: list[str]
    """Every tool the model has."""
    messages_count: int
    running: bool
    """Whether a run is going on."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionResumeResult:
        return cls(
            session_id=raw["session_id"],
            model=raw["model"],
            tools=raw["tools"],
            messages_count=raw["messages_count"],
            running=raw["running"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionForkParams(_Struct):
    """Copies a session up to and including a message and the results of its calls."""

    session_id: str
    message_id: str


@dataclass(slots=True, kw_only=True)
class SessionListParams(_Struct):
    """Which sessions a list shows."""

    cwd: str | None = None
    """Those of this folder; absent: of every folder."""
    limit: int | None = None
    """How many at most; absent: 100."""
    before: str | None = None
    """The id of a session: only those behind it."""


@dataclass(slots=True, kw_only=True)
class SessionRowReport(_Struct):
    """A session as lists show it."""

    session_id: str
    cwd: str
    title: str
    """The beginning of the first prompt."""
    created: int
    """Milliseconds since the epoch."""
    updated: int
    """Milliseconds since the epoch."""
    messages_count: int
    running: bool
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionRowReport:
        return cls(
            session_id=raw["session_id"],
            cwd=raw["cwd"],
            title=raw["title"],
            created=raw["created"],
            updated=raw["updated"],
            messages_count=raw["messages_count"],
            running=raw["running"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionListResult(_Struct):
    """The answer to ``session.list``, newest first."""

    sessions: list[SessionRowReport]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionListResult:
        return cls(
            sessions=[SessionRowReport.from_json(one) for one in raw["sessions"]],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionSendParams(_Struct):
    """Runs a prompt; answered when the run has ended."""

    session_id: str
    text: str
    images: list[ImageInput] | None = None


@dataclass(slots=True, kw_only=True)
class SessionSendResult(_Struct):
    """How a run ended."""

    message_id: str | None
    """The user's message; null when a slash command answered by itself."""
    last_message_id: str | None
    """The last message of the run; null when there was none."""
    stop_reason: StopReason | Literal["max_turns"] | Literal["command"]
    error: str | None
    """Why the run failed, or null."""
    output: str | None = None
    """What a slash command said that answers by itself."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionSendResult:
        return cls(
            message_id=raw["message_id"],
            last_message_id=raw["last_message_id"],
            stop_reason=raw["stop_reason"],
            error=raw["error"],
            output=raw.get("output"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionResetResult(_Struct):
    """Where the conversation that begins with a reset is kept."""

    saved_as: str | None
    """The id under which it can be resumed once this session is closed; null when it is not kept on disk."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionResetResult:
        return cls(
            saved_as=raw["saved_as"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionAbortParams(_Struct):
    """Stops the run."""

    session_id: str
    clear_queue: bool | None = None
    """Drop what waits in the queues too."""


@dataclass(slots=True, kw_only=True)
class SessionAbortResult(_Struct):
    """What still waits after an abort."""

    queued: QueueLengths
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionAbortResult:
        return cls(
            queued=QueueLengths.from_json(raw["queued"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionCompactParams(_Struct):
    """Summarises the older part of the conversation."""

    session_id: str
    instructions: str | None = None
    """What the summary should pay attention to."""


@dataclass(slots=True, kw_only=True)
class SessionCompactResult(_Struct):
    """What came of it; null when there was nothing to summarise or it was aborted."""

    compaction: CompactionReport | None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionCompactResult:
        return cls(
            compaction=None if raw["compaction"] is None else CompactionReport.from_json(raw["compaction"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionSetModelParams(_Struct):
    """Changes the model, from the next model call on."""

    session_id: str
    model: str


@dataclass(slots=True, kw_only=True)
class SessionSetThinkingParams(_Struct):
    """Changes how much the model thinks, from the next model call on."""

    session_id: str
    level: ThinkingLevel


@dataclass(slots=True, kw_only=True)
class SessionMessagesParams(_Struct):
    """Asks for the transcript."""

    session_id: str
    after: str | None = None
    """The id of a message: only those behind it, itself excluded."""


@dataclass(slots=True, kw_only=True)
class SessionMessagesResult(_Struct):
    """The transcript, or its oldest part that fits."""

    messages: list[Message]
    truncated: bool | None = None
    """More follow: ask again with the last one's id as ``after``."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> SessionMessagesResult:
        return cls(
            messages=[message_from_json(one) for one in raw["messages"]],
            truncated=raw.get("truncated"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class SessionEventsParams(_Struct):
    """Asks for events that were missed."""

    session_id: str
    after: int
    """The ``seq`` of the last event that was seen; 0: all."""


@dataclass(slots=True, kw_only=True)
class NumberedEvent(_Struct):
    """An event with its number in the session."""

    seq: int
    event: Event
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> NumberedEvent:
        return cls(
            seq=raw["seq"],
            event=event_from_json(raw["event"]),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class EventsFound(_Struct):
    """All events after a number."""

    events: list[NumberedEvent]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> EventsFound:
        return cls(
            events=[NumberedEvent.from_json(one) for one in raw["events"]],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class EventsGap(_Struct):
    """They are not all held any more."""

    gap: Literal[True] = True
    messages: list[Message]
    """The transcript as it is now, or its newest part that fits."""
    seq: int
    """The newest event: what comes next has the number behind it."""
    running: bool
    """Whether a run goes on now. When not, the end of the last one may be among what is missing."""
    truncated: bool | None = None
    """The transcript begins earlier: ``session.messages`` gives all of it."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> EventsGap:
        return cls(
            messages=[message_from_json(one) for one in raw["messages"]],
            seq=raw["seq"],
            running=raw["running"],
            truncated=raw.get("truncated"),
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ClientInfo(_Struct):
    """Who a client is."""

    name: str
    version: str


@dataclass(slots=True, kw_only=True)
class ClientCapabilities(_Struct):
    """What a client can be asked."""

    permissions: bool | None = None
    """It answers ``permission.request``."""
    ask: bool | None = None
    """It answers ``user.ask``: the model has the tool ``ask_user``."""
    hooks: list[HookCallName] | None = None
    """It answers ``hook.call`` for these."""


@dataclass(slots=True, kw_only=True)
class InitializeParams(_Struct):
    """Opens the conversation between client and server; nothing else is answered before."""

    protocol: str
    """``letscode-jsonrpc/MAJOR`` or ``letscode-jsonrpc/MAJOR.MINOR``."""
    client: ClientInfo
    token: str | None = None
    """What a server asks for that listens on a socket."""
    capabilities: ClientCapabilities | None = None


@dataclass(slots=True, kw_only=True)
class ServerCapabilities(_Struct):
    """What this server can do."""

    host_tools: bool
    """Tools of the client may be given to a session."""
    permissions: bool
    ask: bool
    hooks: list[HookCallName]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ServerCapabilities:
        return cls(
            host_tools=raw["host_tools"],
            permissions=raw["permissions"],
            ask=raw["ask"],
            hooks=raw["hooks"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ServerInfo(_Struct):
    """Who the server is."""

    name: str
    version: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ServerInfo:
        return cls(
            name=raw["name"],
            version=raw["version"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class InitializeResult(_Struct):
    """The answer to ``initialize``."""

    protocol: str
    server: ServerInfo
    capabilities: ServerCapabilities
    max_frame_bytes: int
    """The longest frame this side reads."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> InitializeResult:
        return cls(
            protocol=raw["protocol"],
            server=ServerInfo.from_json(raw["server"]),
            capabilities=ServerCapabilities.from_json(raw["capabilities"]),
            max_frame_bytes=raw["max_frame_bytes"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class PingResult(_Struct):
    """The answer to ``ping``."""

    time: int
    """Milliseconds since the epoch."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> PingResult:
        return cls(
            time=raw["time"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ModelRow(_Struct):
    """A model as lists show it."""

    id: str
    """``PROVIDER/ID``."""
    provider: str
    context_window: int | None
    max_output_tokens: int | None
    images: bool
    thinking: bool | None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ModelRow:
        return cls(
            id=raw["id"],
            provider=raw["provider"],
            context_window=raw["context_window"],
            max_output_tokens=raw["max_output_tokens"],
            images=raw["images"],
            thinking=raw["thinking"],
            raw=raw,
        )


@dataclass(slots=True, kw_only=True)
class ModelsListResult(_Struct):
    """The answer to ``models.list``."""

    models: list[ModelRow]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ModelsListResult:
        return cls(
            models=[ModelRow.from_json(one) for one in raw["models"]],
            raw=raw,
        )


UserContent = Union[
    TextBlock,
    ImageBlock,
    Unknown,
]
"""What a user message or a tool result may hold."""

_USERCONTENT: dict[str, Any] = {
    "text": TextBlock.from_json,
    "image": ImageBlock.from_json,
}


def user_content_from_json(raw: Mapping[str, Any]) -> UserContent:
    """Reads it by its ``type``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _USERCONTENT[raw["type"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("type")) if isinstance(raw, Mapping) else "", raw)


RpcOutput = Union[
    ReadyMessage,
    AckMessage,
    DoneMessage,
    ControlError,
    PermissionRequestMessage,
    ToolCallRequestMessage,
    ByeMessage,
    AgentStart,
    TurnStart,
    MessageStart,
    MessageUpdate,
    MessageEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
    ToolExecutionEnd,
    TurnEnd,
    RetryEvent,
    ErrorEvent,
    AgentEnd,
    Unknown,
]
"""A line from the process."""

_RPCOUTPUT: dict[str, Any] = {
    "ready": ReadyMessage.from_json,
    "ack": AckMessage.from_json,
    "done": DoneMessage.from_json,
    "error": ControlError.from_json,
    "permission_request": PermissionRequestMessage.from_json,
    "tool_call_request": ToolCallRequestMessage.from_json,
    "bye": ByeMessage.from_json,
    "agent_start": AgentStart.from_json,
    "turn_start": TurnStart.from_json,
    "message_start": MessageStart.from_json,
    "message_update": MessageUpdate.from_json,
    "message_end": MessageEnd.from_json,
    "tool_execution_start": ToolExecutionStart.from_json,
    "tool_execution_update": ToolExecutionUpdate.from_json,
    "tool_execution_end": ToolExecutionEnd.from_json,
    "turn_end": TurnEnd.from_json,
    "retry": RetryEvent.from_json,
    "error": ErrorEvent.from_json,
    "agent_end": AgentEnd.from_json,
}


def rpc_output_from_json(raw: Mapping[str, Any]) -> RpcOutput:
    """Reads it by its ``type``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _RPCOUTPUT[raw["type"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("type")) if isinstance(raw, Mapping) else "", raw)


Message = Union[
    UserMessage,
    AssistantMessage,
    ToolResultMessage,
    CustomMessage,
    Unknown,
]
"""Any message of a conversation."""

_MESSAGE: dict[str, Any] = {
    "user": UserMessage.from_json,
    "assistant": AssistantMessage.from_json,
    "tool_result": ToolResultMessage.from_json,
    "custom": CustomMessage.from_json,
}


def message_from_json(raw: Mapping[str, Any]) -> Message:
    """Reads it by its ``role``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _MESSAGE[raw["role"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("role")) if isinstance(raw, Mapping) else "", raw)


AssistantContent = Union[
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    Unknown,
]
"""What an assistant message may hold."""

_ASSISTANTCONTENT: dict[str, Any] = {
    "text": TextBlock.from_json,
    "thinking": ThinkingBlock.from_json,
    "tool_call": ToolCallBlock.from_json,
}


def assistant_content_from_json(raw: Mapping[str, Any]) -> AssistantContent:
    """Reads it by its ``type``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _ASSISTANTCONTENT[raw["type"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("type")) if isinstance(raw, Mapping) else "", raw)


Event = Union[
    AgentStart,
    TurnStart,
    MessageStart,
    MessageUpdate,
    MessageEnd,
    ToolExecutionStart,
    ToolExecutionUpdate,
    ToolExecutionEnd,
    TurnEnd,
    RetryEvent,
    ErrorEvent,
    AgentEnd,
    Unknown,
]
"""What the agent loop yields."""

_EVENT: dict[str, Any] = {
    "agent_start": AgentStart.from_json,
    "turn_start": TurnStart.from_json,
    "message_start": MessageStart.from_json,
    "message_update": MessageUpdate.from_json,
    "message_end": MessageEnd.from_json,
    "tool_execution_start": ToolExecutionStart.from_json,
    "tool_execution_update": ToolExecutionUpdate.from_json,
    "tool_execution_end": ToolExecutionEnd.from_json,
    "turn_end": TurnEnd.from_json,
    "retry": RetryEvent.from_json,
    "error": ErrorEvent.from_json,
    "agent_end": AgentEnd.from_json,
}


def event_from_json(raw: Mapping[str, Any]) -> Event:
    """Reads it by its ``type``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _EVENT[raw["type"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("type")) if isinstance(raw, Mapping) else "", raw)


MessageStreamEvent = Union[
    TextDelta,
    ThinkingDelta,
    ToolCallStart,
    ToolCallArgsDelta,
    ToolCallEnd,
    UsageEvent,
    StopEvent,
    Unknown,
]
"""What may stand inside a ``message_update``: everything but ``retry``, which the loop passes on at top
level.
"""

_MESSAGESTREAMEVENT: dict[str, Any] = {
    "text_delta": TextDelta.from_json,
    "thinking_delta": ThinkingDelta.from_json,
    "tool_call_start": ToolCallStart.from_json,
    "tool_call_args_delta": ToolCallArgsDelta.from_json,
    "tool_call_end": ToolCallEnd.from_json,
    "usage": UsageEvent.from_json,
    "stop": StopEvent.from_json,
}


def message_stream_event_from_json(raw: Mapping[str, Any]) -> MessageStreamEvent:
    """Reads it by its ``type``. Never raises: what cannot be read is ``Unknown``."""
    try:
        return _MESSAGESTREAMEVENT[raw["type"]](raw)  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        return Unknown(str(raw.get("type")) if isinstance(raw, Mapping) else "", raw)


SessionEventsResult = Union[EventsFound, EventsGap]
"""The events after a number, or, when they are no longer held, the transcript and the number it stands
at.
"""


def session_events_result_from_json(raw: Mapping[str, Any]) -> SessionEventsResult:
    """Reads it."""
    return EventsGap.from_json(raw) if "gap" in raw else EventsFound.from_json(raw)
