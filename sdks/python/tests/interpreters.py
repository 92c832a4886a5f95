"""The Pythons that the package is tested with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def oldest() -> str | None:
    """One of the oldest version that is supported, where it is installed."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = [shutil.which("python3.10"), *map(str, pyenv.glob("versions/3.10*/bin/python"))]
    works = [one for one in found if one and subprocess.run([one, "--version"], capture_output=True).returncode == 0]
    return works[-1] if works else None


def interpreters() -> list[str]:
    """This one, and the oldest."""
    return [sys.executable, *filter(None, [oldest()])]
