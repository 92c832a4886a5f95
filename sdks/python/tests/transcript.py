"""The language of the transcripts, read; conformance/README.md explains it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

EXPECTATION = re.compile(r"<(?:(?P<form>[+|])|(?P<lane>[1-9])(?P<more>\+?))? ")


@dataclass
class Line:
    """A line that is expected; repeated: one message like this or more."""

    at: int
    pattern: Any
    repeated: bool


@dataclass
class Step:
    at: int
    kind: str
    value: Any = None
    lanes: list[list[Line]] = field(default_factory=list)


@dataclass
class Transcript:
    door: str = "rpc"
    args: tuple[str, ...] = ("--model", "demo")
    stdio_only: bool = False
    steps: list[Step] = field(default_factory=list)

    @property
    def pipes(self) -> list[str]:
        if self.door == "rpc" or self.stdio_only:
            return ["stdio"]
        return ["tcp", "unix"] if self.door == "serve" else ["stdio", "tcp", "unix"]


def parse(text: str) -> Transcript:
    lines = text.removesuffix("\n").split("\n")
    out = Transcript()
    index = -1

    def rest(mark: str) -> list[str]:
        nonlocal index
        found = []
        while index + 1 < len(lines) and lines[index + 1].startswith(mark):
            index += 1
            found.append(lines[index][len(mark) :])
        return found

    def add(kind: str, value: Any = None) -> None:
        out.steps.append(Step(at, kind, value))

    while index + 1 < len(lines):
        index += 1
        at, line = index + 1, lines[index]
        if not re.match(r"[><#|!=@]", line):
            continue
        if expected := EXPECTATION.match(line):
            pattern = json.loads("".join([line[expected.end() :], *rest("  ")]))
            _expect(out.steps, expected.groupdict(), at, pattern)
        elif line == ">eof":
            add("eof")
        elif line in (">gone", ">deaf", ">hear"):
            add(line[1:])
        elif line.startswith(">"):
            last = out.steps[-1] if out.steps else None
            if last is None or last.kind != "send":
                add("send", [])
            out.steps[-1].value.append(_part(line))
        elif line.startswith("! "):
            add("stderr", line[2:])
        elif line.startswith("= exit "):
            add("exit", int(line[7:]))
        elif line == "= closed":
            add("closed")
        elif line.startswith("@ "):
            add("connection", int(line[2:]))
        elif line.startswith("# door: "):
            out.door = line[8:]
        elif line.startswith("# args: "):
            out.args = tuple(line[8:].split(" "))
        elif line == "# over: stdio":
            out.stdio_only = True
        elif line.startswith("# file: "):
            add("file", (line[8:], "".join(f"{one.removeprefix(' ')}\n" for one in rest("|"))))
        else:
            raise ValueError(f"line {at} begins like a step and is none: {line}")
    return out


def _expect(steps: list[Step], form: dict[str, Any], at: int, pattern: Any) -> None:
    kind = "lanes" if form["lane"] else "any order" if form["form"] == "|" else "in order"
    if not steps or steps[-1].kind != kind:
        steps.append(Step(at, kind))
    lanes = steps[-1].lanes
    place = int(form["lane"]) - 1 if form["lane"] else len(lanes) if kind == "any order" else 0
    while len(lanes) <= place:
        lanes.append([])
    lanes[place].append(Line(at, pattern, form["form"] == "+" or form["more"] == "+"))


def _part(line: str) -> tuple[str, Any]:
    if line.startswith("> "):
        return "message", line[2:]
    if line.startswith(">x "):
        return "bytes", bytes.fromhex(line[3:])
    if raw := re.fullmatch(r'>raw (".*")(?: \* ([1-9]\d*))?', line):
        return "raw", json.loads(raw[1]).encode() * int(raw[2] or 1)
    raise ValueError(f"no step: {line}")
