"""The tests of what does not need a new Python hold on the oldest, where one with pytest is installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from interpreters import oldest

HERE = Path(__file__).resolve().parent
OLDEST = oldest()
CORE = ["test_framing.py", "test_tool.py", "test_client.py", "test_sync.py"]


def has_pytest() -> bool:
    return OLDEST is not None and subprocess.run([OLDEST, "-c", "import pytest"], capture_output=True).returncode == 0


@pytest.mark.parametrize("python", [OLDEST] if sys.version_info[:2] != (3, 10) and has_pytest() else [])
def test_core(python: str, tmp_path: Path) -> None:
    words = ["-p", "no:cacheprovider", "-c", str(HERE.parent / "pyproject.toml"), f"--basetemp={tmp_path / 'inner'}"]
    run = subprocess.run(
        [python, "-m", "pytest", *words, *(str(HERE / name) for name in CORE)], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout and "failed" not in run.stdout
