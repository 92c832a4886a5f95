"""What happens when something ends, and what a program is told."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import letscode
from letscode import LetscodeClient, RpcClient, wire
from letscode._channel import ProcessChannel

FAKE = Path(__file__).with_name("fake.py")
SRC = Path(__file__).parents[1] / "src"


def fake(mode: str) -> list[str]:
    return [sys.executable, str(FAKE), mode]


def gone(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return stat.rsplit(")", 1)[1].split()[0] == "Z"


async def until_gone(pid: int) -> None:
    end = time.monotonic() + 10
    while not gone(pid):
        assert time.monotonic() < end, f"{pid} is still there"
        await asyncio.sleep(0.05)


async def test_death_is_told_to_every_caller_at_once_with_stderr() -> None:
    client = LetscodeClient(command=fake("dies"))
    session = await client.create_session(permissions="allow")
    watching = asyncio.create_task(anext(session.watch()))
    run = session.send("hi")
    start = time.monotonic()
    with pytest.raises(letscode.ProcessEndedError) as ended:
        await run.result()
    assert time.monotonic() - start < 5
    assert (ended.value.signal, ended.value.exit_code) == ("SIGKILL", None)
    assert "the roof is on fire" in ended.value.stderr and "the roof is on fire" in str(ended.value)
    for waiting in (watching, client.list_models(), anext(run.__aiter__())):
        with pytest.raises(letscode.ProcessEndedError):
            await waiting
    await client.close()


async def test_a_real_one_that_is_killed_in_mid_call(client: LetscodeClient) -> None:
    session = await client.create_session(model="demo", permissions="allow")
    runs = [session.send("demo:text 8\ndemo:hold")]
    async for event in runs[0]:
        if event.type == "message_update":
            break
    os.killpg(client._channel._transport.get_pid(), signal.SIGKILL)  # type: ignore[union-attr]
    with pytest.raises(letscode.ProcessEndedError, match="was ended by SIGKILL"):
        await runs[0].result()


async def test_a_signal_that_has_no_name() -> None:
    client = LetscodeClient(command=fake("signal"))
    session = await client.create_session(permissions="allow")
    with pytest.raises(letscode.ProcessEndedError, match="was ended by signal 40"):
        await asyncio.wait_for(session.send("hi").result(), 10)
    await client.close()


async def test_what_comes_right_behind_the_answer_to_a_resume_is_heard() -> None:
    asked: list[str] = []

    def decide(request: wire.PermissionRequestParams) -> bool:
        asked.append(request.tool_name)
        return True

    async with LetscodeClient(command=fake("resume")) as client:
        session = await client.resume_session("s1", permissions=decide)
        assert session.model == "fake/fake" and session._events.seq == 7
        assert await client.call("what.was.answered", {}) == {"decision": "allow"} and asked == ["bash"]


async def test_characters_of_stderr_stay_whole() -> None:
    told: list[str] = []
    program = "import os, time; os.write(2, b'\\xc3'); time.sleep(0.2); os.write(2, b'\\xa4')"
    with pytest.raises(letscode.ProcessEndedError):
        await LetscodeClient(command=[sys.executable, "-c", program], on_stderr=told.append).start()
    assert "".join(told) == "ä"


async def test_what_is_said_before_anybody_listens_is_heard() -> None:
    channel = await ProcessChannel.start(["sh", "-c", "echo ready; exit 3"], None, None)
    await asyncio.wait_for(channel._closed.wait(), 10)
    heard: list[bytes] = []
    over = asyncio.Event()
    channel.listen(heard.append, over.set)
    await asyncio.wait_for(over.wait(), 5)
    assert b"".join(heard) == b"ready\n"
    assert "exit code 3" in str(await channel.explain("closed its output"))
    await channel.end(0)


async def test_half_a_frame() -> None:
    client = LetscodeClient(command=fake("cut"))
    session = await client.create_session(permissions="allow")
    with pytest.raises(letscode.ProcessEndedError, match="exit code 3"):
        await session.send("hi").result()
    await client.close()


async def test_garbage_and_silence_at_the_start() -> None:
    with pytest.raises(letscode.LetscodeError, match="no JSON-RPC: .*I am no letscode"):
        await LetscodeClient(command=fake("garbage")).start()
    with pytest.raises(letscode.LetscodeError, match=r"did not shake hands within 1.5 s; stderr:\nit is slow today"):
        await LetscodeClient(command=fake("silent"), start_timeout=1.5).start()


async def test_another_protocol_is_no_letscode() -> None:
    with pytest.raises(letscode.LetscodeError, match="speaks letscode-jsonrpc/2; this client speaks letscode-jsonrpc/1"):
        await LetscodeClient(command=fake("stranger")).start()


async def test_a_run_costs_what_is_known_of_it() -> None:
    async with LetscodeClient(command=fake("costs")) as client:
        session = await client.create_session(permissions="allow")
        usage = (await session.send("hi").result()).usage
        assert (usage.input_tokens, usage.output_tokens, usage.cost_usd) == (0, 8, 0.75)
    async with LetscodeClient(command=fake("news")) as client:
        session = await client.create_session(permissions="allow")
        assert (await session.send("hi").result()).usage.cost_usd is None


async def test_what_this_version_does_not_know_is_kept_and_harms_nobody() -> None:
    told: list[str] = []
    async with LetscodeClient(command=fake("news"), report=told.append) as client:
        session = await client.create_session(permissions="allow")
        start, party, update, end = [event async for event in session.send("hi")]
        assert party == wire.Unknown("party", {"type": "party", "at": 5})
        assert isinstance(update, wire.MessageUpdate) and update.stream_event == wire.Unknown("sound_delta", {"type": "sound_delta", "pitch": 3})
        assert isinstance(start, wire.AgentStart) and isinstance(end, wire.AgentEnd)
        assert await client.ping() == wire.PingResult(time=1)
    assert len(told) == 2


async def test_no_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(letscode.ProcessEndedError, match="/none/letscode cannot be started"):
        await LetscodeClient(command="/none/letscode").start()
    monkeypatch.delenv("LETSCODE_COMMAND")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(letscode.LetscodeError, match="npm install -g letscode"):
        await LetscodeClient().start()
    bin_folder = Path.cwd().parent / "node_modules" / ".bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "letscode").write_text("#!/bin/sh\n")
    (bin_folder / "letscode").chmod(0o755)
    from letscode._command import find_command

    assert find_command(None) == [str(bin_folder / "letscode")]


async def test_close_ends_the_run_its_children_and_the_process(client: LetscodeClient, world: Path) -> None:
    session = await client.create_session(model="demo", permissions="allow", cwd=world)
    run = session.send('demo:tool bash {"command":"echo $$ > pid; sleep 300"}')
    while not (world / "pid").exists() or not (world / "pid").read_text():
        await asyncio.sleep(0.02)
    pid = client._channel._transport.get_pid()  # type: ignore[union-attr]
    start = time.monotonic()
    await client.close()
    assert time.monotonic() - start < client._close_timeout - 1, "it was told, and ended by itself"
    await until_gone(pid)
    await until_gone(int((world / "pid").read_text()))
    assert (await run.result()).stop_reason == "aborted"
    with pytest.raises(letscode.LetscodeError, match="the client was closed"):
        await client.list_models()


HOST = """
import sys, time
sys.path.insert(0, {src!r})
from letscode.sync import {client}
client = {client}({options})
{session}
run = session.{send}('demo:tool bash {{"command":"echo $PPID $$ > pid; sleep 300"}}')
print("begun", flush=True)
try:
    run.result()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    client.close()
"""
SESSIONS = HOST.format(
    src=str(SRC),
    client="LetscodeClient",
    options="",
    session='session = client.create_session(model="demo", permissions="allow")',
    send="send",
)
RPC = HOST.format(
    src=str(SRC),
    client="RpcClient",
    options='permissions="allow", args=["--model", "demo"]',
    session="session = client",
    send="prompt",
)


async def pids_of(world: Path) -> list[int]:
    end = time.monotonic() + 15
    while not (world / "pid").exists() or not (world / "pid").read_text().strip():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return [int(word) for word in (world / "pid").read_text().split()]


@pytest.mark.parametrize("script", [SESSIONS, RPC], ids=["sessions", "rpc"])
async def test_a_killed_host_leaves_nothing(script: str, world: Path) -> None:
    host = subprocess.Popen([sys.executable, "-c", script], cwd=world)
    pids = await pids_of(world)
    host.kill()
    host.wait()
    for pid in pids:
        await until_gone(pid)


@pytest.mark.parametrize("script", [SESSIONS, RPC], ids=["sessions", "rpc"])
async def test_ctrl_c_reaches_the_host_alone_and_it_ends_letscode(script: str, world: Path) -> None:
    host = subprocess.Popen([sys.executable, "-c", script], cwd=world, start_new_session=True, stdout=subprocess.PIPE)
    pids = await pids_of(world)
    os.killpg(host.pid, signal.SIGINT)
    said, _ = await asyncio.to_thread(host.communicate, timeout=20)
    assert said == b"begun\ninterrupted\n" and host.returncode == 0
    for pid in pids:
        await until_gone(pid)


async def test_a_server_over_tcp_and_a_unix_socket(world: Path) -> None:
    for listen in ("127.0.0.1:0", f"unix:{world / 'socket'}"):
        server = await asyncio.create_subprocess_exec(
            *("node", os.environ["LETSCODE_COMMAND"], "serve", "--listen", listen, "--token-env", "TOKEN", "--model", "demo"),
            env={**os.environ, "TOKEN": "a token of twenty-five letters"},
            stdout=subprocess.PIPE,
        )
        assert server.stdout
        url = (await server.stdout.readline()).decode().removeprefix("letscode listening on ").strip()
        with pytest.raises(letscode.JsonRpcError) as wrong:
            await LetscodeClient(url=url, token="a wrong token, of some length").start()
        assert wrong.value.name == "unauthorized"
        client = LetscodeClient(url=url, token="a token of twenty-five letters")
        session = await client.create_session(permissions="allow", cwd=world)
        assert (await session.send_and_wait("demo:text 50")).text.endswith(" 18 19 2")
        run = session.send("demo:text 8\ndemo:hold")
        async for event in run:
            if event.type == "message_update":
                break
        async with LetscodeClient(url=url, token="a token of twenty-five letters") as other:
            resumed = await other.resume_session(session.id, permissions="allow")
            await resumed.abort()
            assert (await run.result()).stop_reason == "aborted"
        server.terminate()
        with pytest.raises(letscode.LetscodeError, match=f"letscode at {url}"):
            await session.messages()
            await asyncio.wait_for(anext(session.watch()), 10)
        assert await server.wait() == 0
        await client.close()
    with pytest.raises(letscode.LetscodeError, match="cannot be reached.*letscode serve --listen 127.0.0.1:1"):
        await LetscodeClient(url="127.0.0.1:1").start()
    with pytest.raises(letscode.LetscodeError, match="url: expected HOST:PORT or unix:PATH"):
        await LetscodeClient(url="nowhere").start()


async def test_rpc_client_whole(world: Path) -> None:
    asked = []

    def decide(request: wire.PermissionRequestParams) -> str:
        asked.append(request.tool_name)
        return "allow"

    @letscode.tool
    def add(a: int, b: int) -> str:
        "Adds."
        return str(a + b)

    async with await RpcClient.start(permissions=decide, tools=[add], args=["--model", "demo"], cwd=world) as client:
        assert client.ready.protocol == "letscode-rpc/1" and client.features.tools == ["add"]
        run = client.prompt('demo:tool add {"a":2,"b":3}')
        kinds = [event.type async for event in run]
        assert kinds[-1] == "agent_end" and asked == ["add"]
        messages = await client.get_messages()
        assert [one.content[0].text for one in messages if isinstance(one, wire.ToolResultMessage)] == ["5"]  # type: ignore[union-attr]
        held = client.prompt("demo:text 8\ndemo:hold")
        with pytest.raises(letscode.CommandError) as busy:
            await client.prompt("more").result()
        assert busy.value.code == "busy"
        await client.follow_up("demo:text 4")
        await client.steer("hello")
        await held.abort()
        assert (await held.result()).stop_reason == "aborted"
        await client.abort(clear_queue=True)
        state = await client.get_state()
        assert state.queued == wire.QueueLengths(steer=0, follow_up=0)
        await client.set_thinking("low")
        await client.reset()
        assert await client.get_messages() == []
        with pytest.raises(letscode.CommandError):
            await client.set_model("nothing/such")
        await client.bye()
    with pytest.raises(letscode.LetscodeError, match="the client was closed|exit code 0"):
        await client.get_state()


async def test_rpc_client_that_cannot_start(world: Path) -> None:
    with pytest.raises(letscode.ProcessEndedError, match="--nonsense") as ended:
        await RpcClient.start(permissions="allow", args=["--nonsense"])
    assert ended.value.exit_code == 2
