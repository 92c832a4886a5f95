"""What a program answers when letscode asks: permissions, questions, hooks."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union

from . import wire
from .errors import LetscodeError

if TYPE_CHECKING:
    from ._session import Session

T = TypeVar("T")
MaybeAwaitable = Union[T, Awaitable[T]]

PermissionAnswer = Union[wire.PermissionDecision, bool, wire.PermissionRequestResult]
"""Consent once (``allow``, True), for the rest of the session (``allow_always``), or none (``deny``, False); a
PermissionRequestResult has a reason beside it, which the model is told."""

PermissionHandler = Callable[[wire.PermissionRequestParams], MaybeAwaitable[PermissionAnswer]]
"""Decides on a call. What it raises denies."""

Permissions = Union[Literal["allow", "read-only"], PermissionHandler]
"""What the model may do: everything, only read in its folder, or read freely and ask this function for the rest."""


@dataclass(slots=True)
class Question:
    """What the model asks the person behind the program. ``choices`` are answers to choose from; any other may be given."""

    question: str
    choices: list[str] | None
    session: Session


@dataclass(slots=True)
class HookCall:
    """A decision of the agent that the program takes part in. ``input`` has ``tool_call_id``, ``tool_name``, ``arguments`` and,
    after the call, ``result``; of a prompt it has ``text``."""

    input: dict[str, Any]
    session: Session


HookHandler = Callable[[HookCall], MaybeAwaitable[Union[dict[str, Any], None]]]


@dataclass(slots=True, kw_only=True)
class Hooks:
    """Decisions in which the program takes part, for every session. What is returned is changed; None changes nothing."""

    before_tool_call: HookHandler | None = None
    """Returns ``{"arguments": …}``, or ``{"deny": "the reason"}``. One that raises denies."""
    after_tool_call: HookHandler | None = None
    """Returns what to change of ``content``, ``is_error`` and ``details``."""
    user_prompt: HookHandler | None = None
    """Returns ``{"text": …}``."""


def what(error: BaseException) -> str:
    """An error in one line; its name where it says nothing, or means little without."""
    name, text = type(error).__name__, str(error)
    if text and isinstance(error, Exception) and not isinstance(error, (KeyError, StopIteration)):
        return text
    return f"{name}: {text}" if text else name


async def called(handler: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Calls a function of the program: a coroutine function here, any other in a thread of its own, so that it may block."""
    if inspect.iscoroutinefunction(handler) or inspect.iscoroutinefunction(getattr(handler, "__call__", None)):
        return await handler(*args, **named)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(set_it: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            set_it(value)

    def work() -> None:
        try:
            said: tuple[Callable[[Any], None], Any] = (answer.set_result, context.run(handler, *args, **named))
        except BaseException as error:  # also what a function calls to end its thread
            fits = isinstance(error, Exception) and not isinstance(error, StopIteration)  # no future takes that
            said = (answer.set_exception, error if fits else LetscodeError(what(error)))
        try:
            loop.call_soon_threadsafe(settle, *said)
        except RuntimeError:
            pass  # the loop was closed meanwhile: nobody waits

    threading.Thread(target=work, name=f"letscode {getattr(handler, '__name__', 'handler')}", daemon=True).start()
    value = await answer
    return await value if inspect.isawaitable(value) else value


def permission_mode(permissions: Any) -> wire.PermissionMode:
    """The mode that a choice of permissions stands for."""
    if permissions == "allow" or permissions == "read-only":
        return permissions  # type: ignore[no-any-return]
    if callable(permissions):
        return "ask"
    raise LetscodeError(
        'permissions: expected "allow", "read-only", or a function that decides on each call, '
        f"def decide(request): return True; got {permissions!r}"
    )


async def ask_permission(
    handler: PermissionHandler, request: wire.PermissionRequestParams, report: Callable[[str], None]
) -> dict[str, Any]:
    """Asks a handler; whatever is no consent denies. ``report`` is told of a handler that fails."""
    try:
        answer: Any = await called(handler, request)
    except Exception as error:
        report(f"permissions: the program's function failed: {what(error)}")
        return {"decision": "deny", "reason": f"the program could not decide: {what(error)}"}
    reason = None
    if isinstance(answer, wire.PermissionRequestResult):
        answer, reason = answer.decision, answer.reason
    decision = ("allow" if answer else "deny") if isinstance(answer, bool) else answer
    if decision not in ("allow", "allow_always", "deny"):
        return {"decision": "deny", "reason": f"the program answered {answer!r}, which is no decision"}
    return {"decision": decision} if reason is None else {"decision": decision, "reason": str(reason)}
