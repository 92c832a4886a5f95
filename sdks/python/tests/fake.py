"""A letscode that is none: it answers `initialize`, and then does what its words say."""

import json
import os
import sys


def write(message: object, cut: bool = False) -> None:
    data = framed(message)
    os.write(1, data[: len(data) // 2] if cut else data)


def event(seq: int, event: object) -> dict:  # type: ignore[type-arg]
    return {"jsonrpc": "2.0", "method": "session.event", "params": {"session_id": "s1", "seq": seq, "event": event}}


def framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def read() -> dict:  # type: ignore[type-arg]
    length = 0
    while line := sys.stdin.buffer.readline().strip():
        length = int(line.split(b":")[1])
    if not length:
        raise SystemExit
    return json.loads(sys.stdin.buffer.read(length))  # type: ignore[no-any-return]


def answer(message: dict, result: object) -> None:  # type: ignore[type-arg]
    write({"jsonrpc": "2.0", "id": message["id"], "result": result})


MODE = sys.argv[1]
if MODE == "silent":
    print("it is slow today", file=sys.stderr, flush=True)
    sys.stdin.read()
if MODE == "garbage":
    os.write(1, b"hello, I am no letscode\n\n")
    sys.stdin.read()

hello = read()
abilities = {"host_tools": True, "permissions": True, "ask": True, "hooks": []}
about = {"name": "fake", "version": "0.0.0", "novelty": [1]}
protocol = "letscode-jsonrpc/2" if MODE == "stranger" else "letscode-jsonrpc/1"
answer(hello, {"protocol": protocol, "server": about, "capabilities": abilities, "max_frame_bytes": 67108864})
answered = None
while True:
    message = read()
    if "id" not in message:
        continue
    if "method" not in message:
        answered = message
        continue
    if message["method"] == "session.create":
        answer(message, {"session_id": "s1", "model": "fake/fake", "tools": []})
    elif MODE == "resume" and message["method"] == "session.resume":
        resumed = {"session_id": "s1", "model": "fake/fake", "tools": [], "messages_count": 1, "running": True}
        asked = {"session_id": "s1", "tool_call_id": "c", "tool_name": "bash", "arguments": {}, "reason": "it writes"}
        ask = {"jsonrpc": "2.0", "id": "a", "method": "permission.request", "params": asked}
        said = {"jsonrpc": "2.0", "id": message["id"], "result": resumed}
        os.write(1, b"".join(map(framed, [said, event(7, {"type": "turn_start"}), ask])))
    elif message["method"] == "what.was.answered":
        answered = answered or read()
        answer(message, answered["result"])
    elif message["method"] != "session.send":
        answer(message, {"time": 1})
    elif MODE == "cut":
        write({"jsonrpc": "2.0", "method": "session.idle", "params": {"session_id": "s1"}}, cut=True)
        raise SystemExit(3)
    elif MODE == "dies":
        print("the roof is on fire", file=sys.stderr, flush=True)
        os.kill(os.getpid(), 9)
    elif MODE == "signal":
        os.kill(os.getpid(), 40)
    elif MODE == "costs":
        write(event(1, {"type": "agent_start", "messages": []}))
        counts = {"output_tokens": 2, **dict.fromkeys(("input_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens"), 0)}
        said = {"id": "m", "timestamp": 1, "role": "assistant", "content": [], "model": "fake", "stop_reason": "end_turn"}
        for at, cost in enumerate([None, 0.5, None, 0.25]):
            end = {"type": "message_end", "message": {**said, "usage": {**counts, "cost_usd": cost}}}
            write(event(at + 2, end))
        answer(message, {"message_id": None, "last_message_id": None, "stop_reason": "end_turn", "error": None})
    elif MODE == "news":
        write({"jsonrpc": "2.0", "id": 99, "result": None})
        write({"jsonrpc": "2.0", "method": "session.weather", "params": {}})
        write({"jsonrpc": "2.0", "id": "x", "method": "client.dance", "params": {}})
        write(["no", "message"])
        refused = read()
        assert refused["error"]["code"] == -32601, refused
        end = {"type": "agent_end", "messages": [], "error": None, "stop_reason": "end_turn"}
        delta = {"type": "sound_delta", "pitch": 3}
        update = {"type": "message_update", "message": {"id": "m", "role": "assistant"}, "stream_event": delta}
        for seq, one in enumerate([{"type": "agent_start", "messages": []}, {"type": "party", "at": 5}, update, end]):
            write(event(seq + 1, one))
        answer(message, {"message_id": None, "last_message_id": None, "stop_reason": "end_turn", "error": None})
