"""The face without asyncio."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import letscode
from letscode import tool, wire
from letscode.sync import LetscodeClient, RpcClient


def test_a_conversation(world: Path) -> None:
    asked = []

    @tool
    def add(a: int, b: int) -> str:
        time.sleep(0.05)
        return str(a + b)

    def decide(request: wire.PermissionRequestParams) -> bool:
        asked.append((request.tool_name, threading.current_thread() is threading.main_thread()))
        return True

    with LetscodeClient() as client:
        session = client.create_session(model="demo", permissions=decide, tools=[add], cwd=world)
        run = session.send('demo:tool add {"a":1,"b":2}')
        kinds = [event.type for event in run]
        assert kinds[0] == "agent_start" and kinds[-1] == "agent_end"
        assert run.result().stop_reason == "end_turn"
        assert asked == [("add", False)]
        for text in session.send("demo:text 20000").text():
            assert text
            break
        session.abort()
        assert [seq for seq, _ in zip(range(1, 4), session.watch(after=0))] == [1, 2, 3]
        assert len(client.list_sessions()) == 1 and client.ping_seconds() > 0
    with pytest.raises(letscode.LetscodeError, match="the client was closed"):
        client.list_models()
    assert not [thread for thread in threading.enumerate() if thread.name == "letscode"]


def test_many_threads_share_a_client() -> None:
    with LetscodeClient() as client:
        texts: dict[int, str] = {}

        def one(number: int) -> None:
            session = client.create_session(model="demo", permissions="allow", persist=False)
            texts[number] = session.send_and_wait(f"demo:text {number}").text

        threads = [threading.Thread(target=one, args=(number,)) for number in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(texts) == 8


def test_ctrl_c_interrupts_and_aborts() -> None:
    with LetscodeClient() as client:
        session = client.create_session(model="demo", permissions="allow")
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            session.send_and_wait("demo:text 8\ndemo:hold")
        deadline = time.monotonic() + 10
        while client.list_sessions()[0].running:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert session.send_and_wait("demo:text 4").stop_reason == "end_turn"


def test_rpc(world: Path) -> None:
    with RpcClient(permissions="allow", args=["--model", "demo"], cwd=world) as client:
        assert "".join(client.prompt("demo:text 9").text()).endswith(".1 2 3 4 5")
        assert client.get_state().messages_count == 2
        client.bye()
    with pytest.raises(letscode.ProcessEndedError):
        RpcClient(permissions="allow", args=["--nonsense"])
