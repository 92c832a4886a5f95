"""A host program in Python, with nothing but the standard library.

    python3 examples/host.py

It starts letscode with the built-in demo model, asks one thing, says another while the run is on, adds up what is
streamed, and checks that the sum is what the finished messages say.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FLAGS = ["--mode", "rpc", "--parent-pid", str(os.getpid()), "--model", "demo"]

letscode = subprocess.Popen(
    ["node", "dist/cli/letscode.cjs", *FLAGS], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
)


def send(**command):
    letscode.stdin.write(json.dumps(command).encode() + b"\n")
    letscode.stdin.flush()


def lines():
    """Every line, parsed. A binary pipe is cut at byte 0x0A only, and its lines may have any length."""
    for line in letscode.stdout:
        yield json.loads(line)


send(cmd="prompt", id=1, text="What is in package.json?")
send(cmd="follow_up", id=2, text="demo:text 100000")  # one line of 100 kB

streamed, final, tools = {}, {}, []
for line in lines():
    kind = line["type"]
    if kind == "message_update" and line["stream_event"]["type"] == "text_delta":
        message = line["message"]["id"]
        streamed[message] = streamed.get(message, "") + line["stream_event"]["delta"]
    elif kind == "message_end" and line["message"]["role"] == "assistant":
        text = [block["text"] for block in line["message"]["content"] if block["type"] == "text"]
        final[line["message"]["id"]] = "".join(text)
    elif kind == "tool_execution_end":
        tools.append(line["tool_name"])
    elif kind == "error":
        sys.exit("error: " + line["error"])
    elif kind == "done" and line["id"] == 1:
        send(cmd="bye")

assert letscode.wait() == 0
assert streamed == final and len(final) == 3, (streamed, final)
assert tools == ["read"], tools
print(f"{len(final)} answers, {sum(map(len, final.values()))} characters, 1 file read")
