"""What the tests stand on: the built command, and an empty folder with a home of its own."""

import asyncio
import inspect
import os
from pathlib import Path
from typing import Any

import pytest

from letscode import LetscodeClient

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder a test works in. Nothing of the user's own configuration or conversations is touched."""
    home = tmp_path / "home"
    home.mkdir()
    folder = tmp_path / "work"
    folder.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "PYENV_VERSION", "PYTHONPATH") if name in os.environ}
    command = os.environ.get("LETSCODE_COMMAND") or str(ROOT / "dist/cli/letscode.cjs")
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in {**kept, "HOME": str(home), "LETSCODE_COMMAND": command}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def client() -> LetscodeClient:
    """One that starts with its first call; it is closed when the test is over."""
    return LetscodeClient()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Runs tests that are coroutine functions, each in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}

    async def work() -> None:
        try:
            await asyncio.wait_for(pyfuncitem.obj(**given), 60)
        finally:
            if "client" in given:
                await given["client"].close()

    asyncio.run(work())
    return True
