"""A tool's schema comes from its function."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Optional, TypedDict

import pytest

from letscode import LetscodeError, ToolContext, ToolResult, tool, wire


class Place(TypedDict):
    city: str
    zip: int


@dataclass
class Stop:
    city: str
    nights: int = 1
    seen: list[str] = field(default_factory=list)


@tool
def everything(
    text: str,
    count: Annotated[int, "how many"],
    where: Place,
    tags: list[str],
    more: dict[str, float],
    kind: Literal["a", "b"],
    maybe: Optional[bool] = None,
    anything: Any = 1,
    *,
    context: ToolContext,
) -> str:
    """Does everything.

    At once."""
    return context.tool_call_id


def test_schema() -> None:
    assert everything.spec == wire.HostTool(
        name="everything",
        description="Does everything.\n\nAt once.",
        parameters={
            "type": "object",
            "properties": {
                "text": {"type": "string"},
                "count": {"type": "integer", "description": "how many"},
                "where": {
                    "type": "object",
                    "properties": {"city": {"type": "string"}, "zip": {"type": "integer"}},
                    "required": ["city", "zip"],
                },
                "tags": {"type": "array", "items": {"type": "string"}},
                "more": {"type": "object", "additionalProperties": {"type": "number"}},
                "kind": {"enum": ["a", "b"]},
                "maybe": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
                "anything": {"default": 1},
            },
            "required": ["text", "count", "where", "tags", "more", "kind"],
        },
    )


def test_what_no_schema_is_known_for() -> None:
    with pytest.raises(LetscodeError, match=r"tool odd: x: no JSON Schema is known for .*complex.*`parameters`"):

        @tool
        def odd(x: complex) -> str:
            return ""

    with pytest.raises(LetscodeError, match="tool many: a model cannot fill"):

        @tool
        def many(*args: str) -> str:
            return ""

    @tool(name="given", description="Is given.", parameters={"type": "object"}, needs_permission=False, parallel=True)
    def any_name(**arguments: Any) -> str:
        return str(arguments)

    spec = wire.HostTool(
        name="given", description="Is given.", parameters={"type": "object"}, needs_permission=False, parallel=True
    )
    assert any_name.spec == spec


async def test_results() -> None:
    image = wire.ImageBlock(mime_type="image/png", data="AA==")
    blocks = [{"type": "image", "mime_type": "image/png", "data": "AA=="}]
    for returned, expected in [
        ("text", {"content": "text"}),
        ([image], {"content": blocks}),
        (ToolResult("no", is_error=True, details={"a": 1}), {"content": "no", "is_error": True, "details": {"a": 1}}),
        (3, {"content": "the tool returned int; expected text, blocks or a ToolResult", "is_error": True}),
    ]:

        @tool
        def one() -> Any:
            return returned

        assert await one.invoke({}, "c1") == expected
    given: dict[str, Any] = dict(text="", count=1, where={}, tags=[], more={}, kind="a")
    assert await everything.invoke(given, "c7") == {"content": "c7"}
    assert (await everything.invoke({"oops": 1}, "c7"))["is_error"] is True


async def test_dataclasses() -> None:
    @tool
    def travel(first: Stop, others: list[Stop], last: Stop | None = None) -> str:
        return f"{first} {others} {last}"

    stop = {
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "nights": {"type": "integer", "default": 1},
            "seen": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["city"],
    }
    assert travel.parameters == {
        "type": "object",
        "properties": {
            "first": stop,
            "others": {"type": "array", "items": stop},
            "last": {"anyOf": [stop, {"type": "null"}]},
        },
        "required": ["first", "others"],
    }
    arguments = {"first": {"city": "Rome", "seen": ["a"]}, "others": [{"city": "Oslo"}], "last": {"city": "Bern", "nights": 2}}
    told = f"{Stop('Rome', 1, ['a'])} {[Stop('Oslo')]} {Stop('Bern', 2)}"
    assert await travel.invoke(arguments, "c") == {"content": told}


async def test_dataclasses_in_what_may_be_absent() -> None:
    @tool
    def travel(stops: list[Stop] | None = None, named: Optional[dict[str, Stop]] = None) -> str:
        return f"{stops} {named}"

    arguments = {"stops": [{"city": "Rome"}], "named": {"a": {"city": "Oslo"}}}
    assert await travel.invoke(arguments, "c") == {"content": f"{[Stop('Rome')]} {{'a': {Stop('Oslo')}}}"}
    assert await travel.invoke({"stops": None}, "c") == {"content": "None None"}


def test_methods() -> None:
    class Shop:
        def price(self, article: str) -> str:
            """The price of an article."""
            return f"{article} 3"

    assert tool(Shop().price)("tea") == "tea 3"
    with pytest.raises(LetscodeError, match=r"tool price: it is a method; make the tool of one that is bound: tool\(object.price\)"):
        tool(Shop.price)


def test_annotations_that_cannot_be_read() -> None:
    class Hidden:
        pass

    def hidden(one: Hidden) -> str:
        return ""

    with pytest.raises(LetscodeError, match="tool hidden: an annotation cannot be read: name 'Hidden'"):
        tool(hidden)
    assert tool(parameters={"type": "object"})(hidden).parameters == {"type": "object"}
