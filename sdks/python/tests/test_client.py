"""A client of asyncio and a real letscode."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import letscode
from letscode import Hooks, LetscodeClient, RpcClient, tool, wire


BANNER = "This is letscode's built-in demo, a script and no language model."


def call(name: str, arguments: str) -> str:
    return f"demo:tool {name} {arguments}"


def results(messages: list[wire.Message]) -> list[str]:
    texts = []
    for message in messages:
        if isinstance(message, wire.ToolResultMessage):
            texts += [block.text for block in message.content if isinstance(block, wire.TextBlock)]
    return texts


async def test_run(client: LetscodeClient, world: Path) -> None:
    (world / "a.txt").write_text("one\u2028two\n")
    session = await client.create_session(model="demo", permissions="read-only", cwd=world)
    run = session.send("What is in a.txt?")
    kinds = [event.type async for event in run]
    assert kinds[0] == "agent_start" and kinds[-1] == "agent_end"
    result = await run.result()
    assert (result.stop_reason, result.error) == ("end_turn", None)
    assert result.usage.output_tokens > 0
    messages = await session.messages()
    assert [message.id for message in messages][0] == result.message_id
    assert [message.id for message in messages][-1] == result.last_message_id
    assert "one\u2028two" in results(messages)[0]


async def test_text(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    run = session.send("demo:text 3000")
    assert "".join([text async for text in run.text()]) == (await run.result()).text
    assert len((await run.result()).text) == len(BANNER) + 3000


async def test_a_slow_loop_over_text_gets_all_of_it() -> None:
    async with LetscodeClient(max_waiting_bytes=1000) as small:
        run = (await small.create_session(model="demo", permissions="allow")).send("demo:text 2000000")
        text = (await run.result()).text
        assert len(text) > 2_000_000 and "".join([piece async for piece in run.text()]) == text
    async with await RpcClient.start(permissions="allow", args=["--model", "demo"], max_waiting_bytes=1000) as light:
        run = light.prompt("demo:text 100000")
        text = (await run.result()).text
        assert len(text) > 100_000 and "".join([piece async for piece in run.text()]) == text


def stops() -> str:
    return next(iter([]))


@pytest.mark.parametrize(
    "answer",
    [
        stops,
        lambda: "yes",
        lambda: wire.PermissionRequestResult(decision="banana"),  # type: ignore[arg-type]
        lambda: wire.PermissionRequestResult(decision="deny", reason=5),  # type: ignore[arg-type]
        lambda: wire.PermissionRequestResult(decision="deny", reason=object()),  # type: ignore[arg-type]
    ],
)
async def test_whatever_is_no_consent_denies(client: LetscodeClient, answer: Any) -> None:
    prompt = call("write", '{"path":"a.txt","content":"a"}')
    session = await client.create_session(model="demo", permissions=lambda request: answer())
    assert "Denied" in str((await session.send(prompt).result()) and results(await session.messages()))
    async with await RpcClient.start(permissions=lambda request: answer(), args=["--model", "demo"]) as light:
        await light.prompt(prompt).result()
        assert "Denied" in str(results(await light.get_messages()))


@pytest.mark.parametrize(
    "answer,said",
    [
        (stops, "StopIteration"),
        (lambda: b"bytes", "the tool returned bytes; expected text, blocks or a ToolResult"),
        (lambda: ["a", "b"], "the tool returned a list of str; expected blocks"),
        (lambda: [{"type": "smoke"}], "content"),
        (lambda: letscode.ToolResult("x", details=object()), "not JSON serializable"),
        (lambda: {}["key"], "KeyError: 'key'"),
    ],
)
async def test_no_call_waits_for_ever(client: LetscodeClient, answer: Any, said: str) -> None:
    @tool(needs_permission=False)
    def odd() -> Any:
        """Answers oddly."""
        return answer()

    session = await client.create_session(model="demo", permissions="allow", tools=[odd])
    await session.send(call("odd", "{}")).result()
    assert said in results(await session.messages())[0]
    async with await RpcClient.start(permissions="allow", args=["--model", "demo"], tools=[odd]) as light:
        await light.prompt(call("odd", "{}")).result()
        assert said in results(await light.get_messages())[0]


async def test_a_send_that_cannot_be_sent_leaves_the_session_free(client: LetscodeClient) -> None:
    image: Any = wire.ImageInput(data="aGk=", mime_type="image/png")
    session = await client.create_session(model="demo", permissions="allow")
    for images in (image, [b"x"], "text"):
        with pytest.raises(letscode.LetscodeError, match="images: expected a list of wire.ImageInput"):
            session.send("hi", images=images)
    with pytest.raises(TypeError):
        await session.send(b"hi").result()  # type: ignore[arg-type]
    assert (await session.send("hi").result()).error is None
    async with await RpcClient.start(permissions="allow", args=["--model", "demo"]) as light:
        with pytest.raises(letscode.LetscodeError, match="images"):
            light.prompt("hi", images=image)
        with pytest.raises(TypeError):
            await light.prompt(b"hi").result()  # type: ignore[arg-type]
        assert (await light.prompt("hi").result()).error is None


async def test_a_session_that_is_resumed_twice_hears_everything(client: LetscodeClient) -> None:
    first = await client.create_session(model="demo", permissions="allow")
    run = first.send("demo:text 8\ndemo:hold")
    async for event in run:
        if event.type == "message_update":
            break
    second = await client.resume_session(first.id, model="demo", permissions="allow")
    with pytest.raises(letscode.JsonRpcError, match="a run goes on"):
        await second.send("hi").result()
    await run.abort()
    for session in (first, second):
        assert len((await session.send_and_wait("demo:text 30")).text) > 30


def test_a_client_belongs_to_one_event_loop() -> None:
    client = LetscodeClient()

    async def once() -> str:
        session = await client.create_session(model="demo", permissions="allow")
        return (await session.send("hi").result()).stop_reason

    first = asyncio.new_event_loop()
    assert first.run_until_complete(once()) == "end_turn"
    with pytest.raises(letscode.LetscodeError, match="belongs to another event loop"):
        asyncio.run(once())
    first.run_until_complete(client.close())
    first.close()


async def test_hooks_may_return_blocks() -> None:
    def hide(call: letscode.HookCall) -> dict[str, Any]:
        return {"content": [wire.TextBlock(text="[redacted]")]}

    async with LetscodeClient(hooks=Hooks(after_tool_call=hide)) as client:
        session = await client.create_session(model="demo", permissions="allow")
        await session.send(call("bash", '{"command":"echo secret"}')).result()
        assert results(await session.messages()) == ["[redacted]"]


async def test_what_is_no_tool(client: LetscodeClient) -> None:
    for begin in (client.create_session, RpcClient.start):
        with pytest.raises(letscode.LetscodeError, match=r"tools\[0\]: expected what tool\(function\) returns, got function"):
            await begin(permissions="allow", tools=[stops])  # type: ignore[operator]


@pytest.mark.parametrize(
    "options,said",
    [
        ({"command": []}, "command: expected a program"),
        ({"args": "--verbose"}, "args: expected a list of flags"),
        ({"url": "http://127.0.0.1:1"}, "url: expected HOST:PORT or unix:PATH"),
    ],
)
async def test_options_that_say_nothing(options: dict[str, Any], said: str) -> None:
    with pytest.raises(letscode.LetscodeError, match=said):
        await LetscodeClient(**options).start()


async def test_functions_that_fail_are_told_to_the_program_too(world: Path) -> None:
    told: list[str] = []

    def failing(_: Any) -> Any:
        raise ValueError("no disk")

    async with LetscodeClient(hooks=Hooks(after_tool_call=failing), report=told.append) as client:
        session = await client.create_session(model="demo", permissions=failing)
        await session.send(call("write", '{"path":"a.txt","content":"a"}')).result()
        await session.send(call("bash", '{"command":"true"}')).result()
        await session.send("What is in a.txt?").result()
    assert told[0] == "permissions: the program's function failed: no disk"
    assert told[-1] == "hooks.after_tool_call: the program's function failed: no disk"


async def test_leaving_a_loop_goes_on_later(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    run = session.send("demo:text 20000")
    seen = []
    async for event in run:
        seen.append(event)
        if event.type == "message_update":
            break
    await run.result()
    seen += [event async for event in run]
    pieces = [e.stream_event.delta for e in seen if isinstance(e, wire.MessageUpdate) and hasattr(e.stream_event, "delta")]
    assert "".join(pieces) == (await run.result()).text


async def test_slow_loop_loses_nothing_in_bounded_memory() -> None:
    async with LetscodeClient(max_waiting_bytes=2_000) as client:
        session = await client.create_session(model="demo", permissions="allow")
        run = session.send("demo:text 40000")
        whole = (await run.result()).text
        assert run._feed._size < 10_000
        assert "".join([text async for text in run.text()]) == whole


async def test_tools_permissions_questions_and_hooks(world: Path) -> None:
    asked: list[Any] = []

    @tool
    def weather(city: str, days: int = 1) -> str:
        "Tells the weather."
        return f"{days} days of rain in {city}, says {threading.current_thread().name}"

    @tool
    async def fail(why: str) -> str:
        raise ValueError(f"because of {why}")

    def decide(request: wire.PermissionRequestParams) -> bool:
        asked.append((request.tool_name, request.arguments))
        return request.tool_name != "bash"

    hooks = Hooks(
        before_tool_call=lambda hook: {"arguments": {"city": "Rome"}} if hook.input["tool_name"] == "weather" else None,
        user_prompt=lambda hook: {"text": hook.input["text"].replace("fetch", "demo:tool")},
    )
    async with LetscodeClient(hooks=hooks, on_question=lambda q: f"{q.question} {q.choices}") as client:
        session = await client.create_session(model="demo", permissions=decide, tools=[weather, fail], cwd=world)
        assert {"weather", "fail", "ask_user", "bash"} <= set(session.tools)
        prompt = [
            'fetch weather {"city":"Paris"}',
            call("fail", '{"why":"me"}'),
            call("bash", '{"command":"touch no.txt"}'),
            call("ask_user", '{"question":"Tea?","choices":["yes","no"]}'),
        ]
        await session.send_and_wait("\n".join(prompt))
        rain, failed, denied, answered = results(await session.messages())
        assert rain == "1 days of rain in Rome, says letscode weather"
        assert failed == "because of me"
        assert "denied" in denied.lower()
        assert answered == "Tea? ['yes', 'no']"
        assert ("bash", {"command": "touch no.txt"}) in asked
        assert not (world / "no.txt").exists()


async def test_slow_handlers_block_nothing(client: LetscodeClient) -> None:
    release = threading.Event()

    @tool(needs_permission=False)
    def slow() -> str:
        release.wait(10)
        return "late"

    session = await client.create_session(model="demo", permissions="allow", tools=[slow])
    other = await client.create_session(model="demo", permissions="allow")
    run = session.send("demo:tool slow {}")
    assert (await other.send_and_wait("demo:text 20")).text != ""
    release.set()
    await run.result()
    assert results(await session.messages()) == ["late"]


async def test_abort_cancels_what_was_asked(client: LetscodeClient) -> None:
    cancelled = asyncio.Event()
    begun = asyncio.Event()

    @tool
    async def forever() -> str:
        begun.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return "never"

    session = await client.create_session(model="demo", permissions="allow", tools=[forever])
    run = session.send("demo:tool forever {}")
    await begun.wait()
    await run.abort()
    assert (await run.result()).stop_reason == "aborted"
    await asyncio.wait_for(cancelled.wait(), 5)


async def test_cancelling_the_waiting_task_aborts_the_run(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    waiting = asyncio.create_task(session.send_and_wait("demo:text 8\ndemo:hold"))
    async for _, event in session.watch():
        if event.type == "message_update":
            break
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await session.send_and_wait("demo:text 8")).stop_reason == "end_turn"


async def test_steer_follow_up_busy_and_resume(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    run = session.send("demo:text 8\ndemo:hold")
    async for event in run:
        if event.type == "message_update":
            break
    with pytest.raises(letscode.JsonRpcError) as busy:
        await session.send("another").result()
    assert busy.value.name == "busy"
    await session.follow_up("demo:text 4")
    assert (await session.abort()).follow_up == 1
    await run.result()
    await session.abort(clear_queue=True)
    before = len(await session.messages())
    await session.close()
    resumed = await client.resume_session(session.id, permissions="read-only")
    assert len(await resumed.messages()) == before
    assert [row.session_id for row in await client.list_sessions()] == [session.id]
    copy = await client.fork_session(session.id, (await resumed.messages())[0].id)
    await client.delete_session(copy)


async def test_silence(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    with pytest.raises(letscode.SilenceError, match="nothing happened for 0.3 s"):
        await session.send_and_wait("demo:text 8\ndemo:hold", activity_timeout=0.3)
    tool_time = await session.send_and_wait(call("bash", '{"command":"sleep 0.6"}'), activity_timeout=0.3)
    assert tool_time.stop_reason == "end_turn"


async def test_a_hundred_sessions_at_once(client: LetscodeClient) -> None:
    async def one(number: int) -> str:
        session = await client.create_session(model="demo", permissions="allow", persist=False)
        return (await session.send_and_wait(f"demo:text {number + 1}")).text

    texts = await asyncio.gather(*(one(number) for number in range(100)))
    assert [len(text) - len(BANNER) for text in texts] == [number + 1 for number in range(100)]


async def test_ten_megabytes_both_ways(client: LetscodeClient) -> None:
    big = "ä\u2028😀" * 1_000_000

    @tool
    def much() -> str:
        return "x" * 10_000_000

    session = await client.create_session(model="demo", permissions="allow", tools=[much], persist=False)
    await session.send_and_wait(f"demo:tool much {{}}\n{big}")
    prompt, *_ = await session.messages()
    assert isinstance(prompt, wire.UserMessage) and isinstance(prompt.content[0], wire.TextBlock)
    assert prompt.content[0].text.endswith(big)


async def test_half_a_character(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    await session.send_and_wait("half: \ud83d")
    prompt = (await session.messages())[0]
    assert isinstance(prompt, wire.UserMessage) and isinstance(prompt.content[0], wire.TextBlock)
    assert prompt.content[0].text == "half: \ufffd"


async def test_watch_goes_on_behind_a_number(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    await session.send_and_wait("demo:text 8")
    numbers = []
    async for seq, event in session.watch(after=0):
        numbers.append(seq)
        if event.type == "agent_end":
            break
    assert numbers[0] == 1 and numbers == sorted(numbers)


async def test_refusals(client: LetscodeClient) -> None:
    with pytest.raises(letscode.LetscodeError, match='permissions: expected "allow", "read-only", or a function'):
        await client.create_session(permissions="yes")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        await client.create_session(permissions="allow", modle="demo")
    with pytest.raises(letscode.JsonRpcError) as unknown:
        await client.resume_session("20200101-aaaaaaaa", permissions="allow")
    assert unknown.value.name == "session_not_found"
    with pytest.raises(letscode.CallTimeoutError):
        await client.call("session.send", await held(client), timeout=0.2)


async def held(client: LetscodeClient) -> dict[str, Any]:
    session = await client.create_session(model="demo", permissions="allow")
    return {"session_id": session.id, "text": "demo:hold"}


async def test_ping_and_models(client: LetscodeClient) -> None:
    start = time.perf_counter()
    assert 0 < await client.ping_seconds() < time.perf_counter() - start + 1
    assert "demo" in {model.provider for model in await client.list_models()}

