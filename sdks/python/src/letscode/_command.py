"""Where the letscode command is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from .errors import LetscodeError


def find_command(command: str | Sequence[str] | None) -> list[str]:
    """The program and its first arguments: what is given, else what LETSCODE_COMMAND names, else ``letscode`` on PATH, else
    the one in ``node_modules`` of this folder or above. A script is run by ``node``."""
    if command is not None and not isinstance(command, str):
        if not command:
            raise LetscodeError("command: expected a program, or a list of the program and its first arguments; got an empty list")
        return list(command)
    named = command or os.environ.get("LETSCODE_COMMAND") or shutil.which("letscode") or _installed()
    if named is None:
        raise LetscodeError(
            "no letscode command was found on PATH nor in node_modules: `npm install -g letscode`, or say where it is: "
            'command=["node", "/path/to/letscode.cjs"], or the variable LETSCODE_COMMAND'
        )
    return ["node", named] if named.endswith((".js", ".cjs", ".mjs")) else [named]


def flags(args: Sequence[str]) -> list[str]:
    """The further flags. Raises a LetscodeError when they are one text."""
    if isinstance(args, str):
        raise LetscodeError(f'args: expected a list of flags, such as ["--model", "demo"], got {args!r}')
    return list(args)


def _installed() -> str | None:
    here = Path.cwd()
    for folder in (here, *here.parents):
        if found := shutil.which("letscode", path=str(folder / "node_modules" / ".bin")):
            return found
    return None
