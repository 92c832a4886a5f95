"""What the tests stand on: the built command, and an empty folder with a home of its own."""

import os
from pathlib import Path

import pytest

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
