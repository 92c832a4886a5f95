"""The package and letscode have one version."""

import json

from conftest import ROOT

import letscode


def test_is_that_of_the_command() -> None:
    assert letscode.__version__ == json.loads((ROOT / "package.json").read_text())["version"]
