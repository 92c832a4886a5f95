"""The examples, and so the code that the README shows, run as written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((HERE / "examples").glob("*.py"))


def interpreters() -> list[str]:
    """This one, and the oldest that is supported where it is installed."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = [shutil.which("python3.10"), *map(str, pyenv.glob("versions/3.10*/bin/python"))]
    works = [one for one in found if one and subprocess.run([one, "--version"], capture_output=True).returncode == 0]
    return [sys.executable, *works[-1:]]


@pytest.mark.parametrize("python", interpreters())
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_runs(example: Path, python: str, world: Path) -> None:
    (world / "package.json").write_text("{}\n")
    env = {**os.environ, "PYTHONPATH": str(HERE / "src")}
    run = subprocess.run([python, "-W", "error", str(example)], env=env, capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert "This is letscode's built-in demo" in run.stdout or "✓ query" in run.stdout
