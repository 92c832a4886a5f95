"""A tool's schema comes from its function."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Optional, TypedDict

import pytest

from letscode import LetscodeError, ToolContext, ToolResult, tool, wire


class Place(TypedDict):
    city: str
    zip: int


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
                "anything": {},
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
