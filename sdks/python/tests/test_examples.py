"""The examples, and so the code that the README shows, run as written."""

import os
import subprocess
from pathlib import Path

import pytest
from interpreters import interpreters

HERE = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((HERE / "examples").glob("*.py"))


@pytest.mark.parametrize("python", interpreters())
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_runs(example: Path, python: str, world: Path) -> None:
    (world / "package.json").write_text("{}\n")
    env = {**os.environ, "PYTHONPATH": str(HERE / "src")}
    run = subprocess.run([python, "-W", "error", str(example)], env=env, capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert "This is letscode's built-in demo" in run.stdout or "✓ query" in run.stdout
