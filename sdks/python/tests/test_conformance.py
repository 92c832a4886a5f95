"""letscode, seen through this package, is what the transcripts say, over every pipe."""

import asyncio
from pathlib import Path

import pytest
from conftest import ROOT
from play import Player
from transcript import parse

FOLDER = ROOT / "conformance"
FILES = sorted((FOLDER / "transcripts").rglob("*.txt"))
CASES = [(file, over) for file in FILES for over in parse(file.read_text()).pipes]


def test_there_are_transcripts_of_every_door() -> None:
    assert {parse(file.read_text()).door for file in FILES} >= {"rpc", "jsonrpc"}


@pytest.mark.parametrize("file,over", CASES, ids=[f"{file.stem} over {over}" for file, over in CASES])
def test_holds(file: Path, over: str, tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "stage"
    folder.mkdir()
    asyncio.run(Player(parse(file.read_text()), over, folder, (FOLDER / "cassettes").resolve()).play())
