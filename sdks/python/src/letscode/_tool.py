"""Tools that are functions of the program."""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, overload

from . import wire
from ._handlers import called, what
from .errors import LetscodeError

ToolReturn = Union[str, Sequence[wire.UserContent], "ToolResult"]


@dataclass(slots=True)
class ToolResult:
    """What a call came to: text or blocks for the model; ``is_error`` tells the model that it failed; ``details`` is any JSON
    for those who read the events, never sent to a model."""

    content: str | Sequence[wire.UserContent]
    is_error: bool = False
    details: Any = None


@dataclass(slots=True)
class ToolContext:
    """A parameter of this type is given what is known of the call, and is no argument of the model's."""

    tool_call_id: str


@dataclass(slots=True)
class Tool:
    """A tool that a session can be given. ``parameters`` is the JSON Schema of its arguments, an object's."""

    name: str
    description: str
    parameters: dict[str, Any]
    run: Callable[..., Any]
    needs_permission: bool | None = None
    parallel: bool | None = None
    _context: str | None = None
    _hints: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def spec(self) -> wire.HostTool:
        return wire.HostTool(
            name=self.name,
            description=self.description,
            parameters=self.parameters,
            needs_permission=self.needs_permission,
            parallel=self.parallel,
        )

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The function itself."""
        return self.run(*args, **named)

    async def invoke(self, arguments: dict[str, Any], tool_call_id: str) -> dict[str, Any]:
        """Runs a call. What the function raises becomes an error result."""
        context = {} if self._context is None else {self._context: ToolContext(tool_call_id)}
        try:
            given = {name: _filled(self._hints.get(name), value) for name, value in arguments.items()}
            return _result(await called(self.run, **given, **context))
        except Exception as error:
            return {"content": what(error), "is_error": True}


def specs(tools: Sequence[Tool]) -> list[wire.HostTool]:
    """The tools as the wire has them. Raises a LetscodeError when one is none."""
    for at, one in enumerate(tools):
        if not isinstance(one, Tool):
            raise LetscodeError(f"tools[{at}]: expected what tool(function) returns, got {type(one).__name__}")
    return [one.spec for one in tools]


async def invoke_tool(tools: Sequence[Tool], name: str, arguments: dict[str, Any], tool_call_id: str) -> dict[str, Any]:
    """Runs the tool of this name; that the program has none is an error result, too."""
    for one in tools:
        if one.name == name:
            return await one.invoke(arguments, tool_call_id)
    return {"content": f"The program has no tool {name}.", "is_error": True}


@overload
def tool(function: Callable[..., Any]) -> Tool: ...


@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: dict[str, Any] | None = None,
    needs_permission: bool | None = None,
    parallel: bool | None = None,
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(
    function: Callable[..., Any] | None = None,
    *,
    name: str | None = None,
    description: str | None = None,
    parameters: dict[str, Any] | None = None,
    needs_permission: bool | None = None,
    parallel: bool | None = None,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Makes a tool of a function, as a decorator with or without arguments.

    Name, description and parameters come from the function's name, docstring and annotations where they are not given;
    ``Annotated[int, "what it is"]`` describes one. A parameter that is a dataclass is given one. ``needs_permission`` False: offering it is the consent to its calls.
    ``parallel`` True: it may run beside other calls of the same turn. A function that is no coroutine function runs in a
    thread of its own.
    """

    def make(made_of: Callable[..., Any]) -> Tool:
        title = name or made_of.__name__
        hints = _hints(title, made_of, needed=parameters is None)
        context = next((one for one, hint in hints.items() if hint in (ToolContext, "ToolContext")), None)
        about = description or inspect.getdoc(made_of) or title
        schema = _schema(title, made_of, hints, context) if parameters is None else parameters
        return Tool(title, about, schema, made_of, needs_permission, parallel, context, hints if parameters is None else {})

    return make if function is None else make(function)


def _hints(title: str, function: Callable[..., Any], needed: bool) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        if not needed:
            return dict(getattr(function, "__annotations__", {}))
        raise LetscodeError(
            f"tool {title}: an annotation cannot be read: {error}; annotate with types of the module, or give `parameters`"
        ) from None


def _schema(title: str, function: Callable[..., Any], hints: dict[str, Any], context: str | None) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    for one in inspect.signature(function).parameters.values():
        if one.name == context:
            continue
        if one.name == "self" and not properties and one.annotation is one.empty:
            raise LetscodeError(f"tool {title}: it is a method; make the tool of one that is bound: tool(object.{title})")
        if one.kind not in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY):
            raise LetscodeError(f"tool {title}: a model cannot fill {one}; give its parameters names")
        properties[one.name] = _property(hints.get(one.name, Any), one.default, f"tool {title}: {one.name}")
        if one.default is one.empty:
            required.append(one.name)
    return {"type": "object", "properties": properties, "required": required}


def _property(hint: Any, default: Any, place: str) -> dict[str, Any]:
    """The schema of a field; its default is told where JSON can say it and it says something."""
    schema = _type(hint, place)
    if default is None or default is inspect.Parameter.empty or default is dataclasses.MISSING:
        return schema
    try:
        return {**schema, "default": json.loads(json.dumps(default, allow_nan=False))}
    except (TypeError, ValueError):
        return schema


def _filled(hint: Any, value: Any) -> Any:
    """What a function is given for a value of the model's: dataclasses are made, everything else stays."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _filled(args[0], value)
    if origin is Union or origin is types.UnionType:
        fitting = [one for one in args if _may_be(one, value)]
        return _filled(fitting[0], value) if len(fitting) == 1 else value
    if isinstance(value, list) and origin is list:
        return [_filled(args[0], one) for one in value]
    if not isinstance(value, dict):
        return value
    if origin is dict:
        return {name: _filled(args[1], one) for name, one in value.items()}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        hints = typing.get_type_hints(hint, include_extras=True)
        return hint(**{name: _filled(hints.get(name), one) for name, one in value.items()})
    return value


def _may_be(hint: Any, value: Any) -> bool:
    """Whether something in a value of the model's may have to be made for this hint."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if isinstance(value, list):
        return get_origin(hint) is list
    return isinstance(value, dict) and (dataclasses.is_dataclass(hint) or get_origin(hint) is dict)


_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}


def _type(hint: Any, place: str) -> dict[str, Any]:
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return {}
    if isinstance(hint, type) and hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint is None or hint is type(None):
        return {"type": "null"}
    if origin is Annotated:
        texts = [one for one in args[1:] if isinstance(one, str)]
        return {**_type(args[0], place), **({"description": texts[0]} if texts else {})}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is Union or origin is types.UnionType:
        return {"anyOf": [_type(one, place) for one in args]}
    if origin is list:
        return {"type": "array", "items": _type(args[0], place)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type(args[1], place)}
    if dataclasses.is_dataclass(hint):
        kinds = typing.get_type_hints(hint, include_extras=True)
        members = [one for one in dataclasses.fields(hint) if one.init]
        plain = {one.name: _property(kinds[one.name], one.default, f"{place}.{one.name}") for one in members}
        missing = dataclasses.MISSING
        needed = [one.name for one in members if one.default is missing and one.default_factory is missing]
        return {"type": "object", "properties": plain, "required": needed}
    if typing.is_typeddict(hint):
        fields = typing.get_type_hints(hint, include_extras=True).items()
        properties = {name: _type(one, f"{place}.{name}") for name, one in fields}
        return {"type": "object", "properties": properties, "required": sorted(hint.__required_keys__)}
    raise LetscodeError(f"{place}: no JSON Schema is known for {hint!r}; give the tool its `parameters`")


def _result(returned: Any) -> dict[str, Any]:
    if not isinstance(returned, ToolResult):
        return {"content": _content(returned)}
    out: dict[str, Any] = {"content": _content(returned.content)}
    if returned.is_error:
        out["is_error"] = True
    if returned.details is not None:
        out["details"] = returned.details
    return out


def _content(content: Any) -> Any:
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence) or isinstance(content, (bytes, bytearray, memoryview)):
        raise LetscodeError(f"the tool returned {type(content).__name__}; expected text, blocks or a ToolResult")
    return [one if isinstance(one, dict) else _block(one).to_json() for one in content]


def _block(one: Any) -> wire.UserContent:
    if isinstance(one, (wire.TextBlock, wire.ImageBlock, wire.Unknown)):
        return one
    raise LetscodeError(f"the tool returned a list of {type(one).__name__}; expected blocks, such as wire.TextBlock(text=…)")
