"""Random words in every hidden thing of a match, and a search for them in everything that leaves the bot."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
from PIL import Image, PngImagePlugin

_SYLLABLES = ("ba", "dré", "fi", "go", "hü", "ki", "lo", "mé", "nu", "po", "ra", "sö", "ti", "vu", "wa", "zé")


class Canary(msgspec.Struct, frozen=True):
    """A hidden thing: its kind, the one player who may know it (None: no one), and the word that reveals it."""

    what: str
    owner: str | None
    word: str


def word(lot: Random) -> str:
    """Return a word that can't occur by chance. Every encoding writes it differently."""
    return "".join(lot.choice(_SYLLABLES) for _ in range(6)).capitalize() + f" {lot.randrange(100, 1000)}"


def encodings(secret: str) -> Iterator[tuple[str, bytes]]:
    """Yield the encodings of a word: plain, JSON, URL, base64 and hexadecimal."""
    plain = secret.encode()
    yield "plain", plain
    yield "JSON", json.dumps(secret)[1:-1].encode()
    yield "address", quote(secret).encode()
    for before in range(3):
        # The first and last characters contain bits of the neighbouring bytes.
        coded = b64encode(bytes(before) + plain).decode().rstrip("=")
        end = len(coded) - (1 if (before + len(plain)) % 3 else 0)
        yield "base64", coded[(0, 2, 3)[before] : end].encode()
    yield "hexadecimal", plain.hex().encode()


@dataclass
class Surfaces:
    """Everything that has left the bot, by reader ("" for everyone else) and surface, as bytes."""

    said: list[tuple[str, str, bytes]] = field(default_factory=list[tuple[str, str, bytes]])

    def add(self, reader: str, surface: str, content: bytes | str | Any) -> None:
        """Record content that a reader can read; data is written as JSON."""
        if not isinstance(content, bytes | str):
            content = msgspec.json.encode(content)
        self.said.append((reader, surface, content if isinstance(content, bytes) else content.encode()))

    def leaks(self, canaries: Sequence[Canary]) -> set[tuple[str, str, str]]:
        """Return every hidden thing that a reader may not know but can read: its kind, the surface, and the encoding."""
        leaks: set[tuple[str, str, str]] = set()
        for canary in canaries:
            for encoding, written in encodings(canary.word):
                for reader, surface, content in self.said:
                    if reader != canary.owner and written in content:
                        leaks.add((canary.what, surface, encoding))
        return leaks

    def shown(self, canary: Canary) -> bool:
        """Return whether the owner of a hidden thing has read it."""
        return any(
            reader == canary.owner and written in content
            for _, written in encodings(canary.word)
            for reader, _, content in self.said
        )


def picture(texts: Mapping[str, str]) -> bytes:
    """Return a PNG with uncompressed text in its metadata, so that a picture's content can be searched."""
    about = PngImagePlugin.PngInfo()
    for key, text in texts.items():
        about.add_itxt(key, text)
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG", pnginfo=about)
    return file.getvalue()
