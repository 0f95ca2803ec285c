"""Line breaking and font size selection, so that words fit their box."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from render.fonts import line_height, width_of
from render.layout import Colour, Rect, Words


def _broken(word: str, face: str, size: int, width: int) -> list[str]:
    """Return a word that is wider than the line, cut into parts with hyphens."""
    parts: list[str] = []
    while word and width_of(word, face, size) > width:
        end = max(1, len(word) - 1)
        while end > 1 and width_of(word[:end] + "-", face, size) > width:
            end -= 1
        parts.append(word[:end] + ("-" if end > 1 else ""))
        word = word[end:]
    return [*parts, word] if word else parts


STEP = 2
"""The step between font sizes, in pixels. It is large, because each size in use keeps a font in memory."""


def _steps(paragraph: str) -> list[tuple[str, str]]:
    """Return the parts between possible line breaks, each with its joint to the previous part: a space, or "" after a hyphen."""
    steps: list[tuple[str, str]] = []
    for word in paragraph.split():
        joint = " "
        while (at := word.find("-", 2)) > 0 and len(word) - at > 3 and word[at + 1].isalpha():
            steps.append((joint, word[: at + 1]))
            joint, word = "", word[at + 1 :]
        steps.append((joint, word))
    return steps


@lru_cache(maxsize=2048)
def wrapped(text: str, face: str, size: int, width: int) -> tuple[str, ...]:
    """Return the text in lines no wider than `width`. Only a word wider than a line is cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for joint, word in _steps(paragraph):
            longer = f"{line}{joint}{word}" if line else word
            if width_of(longer, face, size) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _broken(word, face, size, width)
            lines.extend(full)
        lines.append(line)
    return tuple(lines)


def unbroken(text: str, face: str, size: int, width: int) -> bool:
    """Return whether each word of the text fits on a line of this width."""
    return all(width_of(word, face, size) <= width for part in text.split("\n") for _, word in _steps(part))


def shortened(text: str, face: str, size: int, width: int) -> str:
    """Return the text, ended early with "…" if it is wider than `width`."""
    if width_of(text, face, size) <= width:
        return text
    while text and width_of(text.rstrip() + "…", face, size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


@lru_cache(maxsize=2048)
def fitted(
    text: str,
    rect: Rect,
    face: str,
    largest: int,
    smallest: int,
    ink: Colour,
    align: str = "left",
    most_lines: int = 99,
) -> Words:
    """Return the text at the largest size at which it fits `rect` without cutting a word; shortened if none fits."""
    for size in (*range(largest, smallest, -STEP), smallest):
        allowed = min(most_lines, max(1, rect.h // line_height(size)))
        lines = wrapped(text, face, size, rect.w)
        if len(lines) <= allowed and (size == smallest or unbroken(text, face, size, rect.w)):
            return Words(rect, lines, face, size, ink, align)
    allowed = min(most_lines, max(1, rect.h // line_height(smallest)))
    lines = wrapped(text, face, smallest, rect.w)
    tail = shortened(" ".join(lines[allowed - 1 :]), face, smallest, rect.w)
    return Words(rect, (*lines[: allowed - 1], tail), face, smallest, ink, align, whole=False)


def flowed(
    text: str, x: int, y: int, width: int, face: str, size: int, ink: Colour, align: str = "left"
) -> Words:
    """Return the text at one size, in a box of the height it needs."""
    lines = wrapped(text, face, size, width)
    return Words(Rect(x, y, width, len(lines) * line_height(size)), lines, face, size, ink, align)


def evened(text: str, face: str, size: int, width: int) -> tuple[str, ...]:
    """Return the text on as few lines as possible, of about equal length."""
    lines = wrapped(text, face, size, width)
    low, high = width // 2, width
    while high - low > 4:
        middle = (low + high) // 2
        tried = wrapped(text, face, size, middle)
        if len(tried) == len(lines) and unbroken(text, face, size, middle):
            high = middle
        else:
            low = middle
    return wrapped(text, face, size, high)


def set_evenly(text: str, x: int, y: int, width: int, face: str, size: int, ink: Colour) -> Words:
    """Like `flowed`, but with balanced lines if the last one would be very short."""
    words = flowed(text, x, y, width, face, size, ink)
    if len(words.lines) > 1 and width_of(words.lines[-1], face, size) < width // 4:
        return replace(words, lines=evened(text, face, size, width))
    return words
