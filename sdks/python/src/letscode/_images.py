"""Images that go along with a prompt."""

from __future__ import annotations

from collections.abc import Iterable

from . import wire
from .errors import LetscodeError


def images_of(images: Iterable[wire.ImageInput] | None) -> list[wire.ImageInput] | None:
    """A list of them, or None. Raises a LetscodeError when it is none."""
    if images is None:
        return None
    found = list(images) if isinstance(images, Iterable) else [images]
    if not isinstance(images, Iterable) or not all(isinstance(one, wire.ImageInput) for one in found):
        raise LetscodeError(f"images: expected a list of wire.ImageInput, got {type(images).__name__}")
    return found
