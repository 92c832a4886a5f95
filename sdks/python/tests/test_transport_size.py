"""The transport stays small: what a host must trust to read and write bytes fits on a few pages."""

import io
import tokenize
from pathlib import Path

FILES = ["_framing.py", "_channel.py", "_connection.py"]
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(text: str) -> int:
    """Lines that hold something besides comments and strings that stand alone."""
    lines = set()
    statement_begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in NO_CODE:
            statement_begins = statement_begins or token.type == tokenize.NEWLINE
            continue
        if not (token.type == tokenize.STRING and statement_begins):
            lines.update(range(token.start[0], token.end[0] + 1))
        statement_begins = False
    return len(lines)


def test_it_has_at_most_300_lines() -> None:
    folder = Path(__file__).parents[1] / "src" / "letscode"
    assert sum(lines_of_code((folder / name).read_text()) for name in FILES) <= 300
