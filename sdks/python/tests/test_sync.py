"""The face without asyncio."""

from __future__ import annotations

import inspect
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import letscode
from letscode import _options, tool, wire
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
        assert session.send_and_wait("demo:text 4").stop_reason == "end_turn"


def test_rpc(world: Path) -> None:
    with RpcClient(permissions="allow", args=["--model", "demo"], cwd=world) as client:
        assert "".join(client.prompt("demo:text 9").text()).endswith(".1 2 3 4 5")
        assert client.get_state().messages_count == 2
        client.bye()
    with pytest.raises(letscode.ProcessEndedError):
        RpcClient(permissions="allow", args=["--nonsense"])


@pytest.mark.parametrize(
    "options,function",
    [
        (_options.ClientOptions, letscode.LetscodeClient.__init__),
        (_options.RpcOptions, letscode.RpcClient.start),
        (_options.SessionOptions, letscode.LetscodeClient.create_session),
        (_options.SessionOptions, letscode.LetscodeClient.resume_session),
    ],
)
def test_the_options_are_those_of_the_other_face(options: Any, function: Any) -> None:
    parameters = inspect.signature(function).parameters.values()
    taken = {one.name: one.annotation for one in parameters if one.kind == one.KEYWORD_ONLY and one.name != "permissions"}
    told = {name: hint.__forward_arg__ for name, hint in options.__annotations__.items()}
    others = _options.Settings.__annotations__ if "settings" in inspect.signature(function).parameters else {}
    assert taken and {name: hint for name, hint in told.items() if name not in others} == taken


def test_the_settings_are_those_of_the_wire() -> None:
    told = {name: hint.__forward_arg__ for name, hint in _options.Settings.__annotations__.items()}
    fields = {name: hint.replace("ThinkingLevel", "wire.ThinkingLevel").replace("McpServer", "wire.McpServer")
              for name, hint in wire.SessionSettings.__annotations__.items()}
    given_otherwise = {"cwd", "model", "tools", "host_tools", "permission_mode"}
    assert told == {name: hint for name, hint in fields.items() if name not in given_otherwise}
