"""Random words in every hidden thing of a match, and the search for them wherever something leaves the bot."""

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
    """A hidden thing: what it is, who may know it (None: nobody), and the word that gives it away."""

    what: str
    owner: str | None
    word: str


def word(lot: Random) -> str:
    """Return a word that is nowhere by chance; in each encoding it's written in another way."""
    return "".join(lot.choice(_SYLLABLES) for _ in range(6)).capitalize() + f" {lot.randrange(100, 1000)}"


def encodings(secret: str) -> Iterator[tuple[str, bytes]]:
    """Yield the ways in which a word can be written: plain, in JSON, in an address, in base64 and in hexadecimal."""
    plain = secret.encode()
    yield "plain", plain
    yield "JSON", json.dumps(secret)[1:-1].encode()
    yield "address", quote(secret).encode()
    for before in range(3):
        # The letters at both ends hold bits of what stands before and behind the word.
        coded = b64encode(bytes(before) + plain).decode().rstrip("=")
        end = len(coded) - (1 if (before + len(plain)) % 3 else 0)
        yield "base64", coded[(0, 2, 3)[before] : end].encode()
    yield "hexadecimal", plain.hex().encode()


@dataclass
class Surfaces:
    """What has left the bot: for one person ("" for everybody else), on a surface, as bytes."""

    said: list[tuple[str, str, bytes]] = field(default_factory=list[tuple[str, str, bytes]])

    def add(self, reader: str, surface: str, content: bytes | str | Any) -> None:
        """Note something that a reader can read; data is written as JSON."""
        if not isinstance(content, bytes | str):
            content = msgspec.json.encode(content)
        self.said.append((reader, surface, content if isinstance(content, bytes) else content.encode()))

    def leaks(self, canaries: Sequence[Canary]) -> set[tuple[str, str, str]]:
        """Return every hidden thing that someone can read who may not know it: what, where, and in which encoding."""
        found: set[tuple[str, str, str]] = set()
        for canary in canaries:
            for encoding, written in encodings(canary.word):
                for reader, surface, content in self.said:
                    if reader != canary.owner and written in content:
                        found.add((canary.what, surface, encoding))
        return found

    def shown(self, canary: Canary) -> bool:
        """Whether the owner of a hidden thing has read it."""
        return any(
            reader == canary.owner and written in content
            for _, written in encodings(canary.word)
            for reader, _, content in self.said
        )


def picture(said: Mapping[str, str]) -> bytes:
    """Return a PNG that says something in its metadata, uncompressed: what a picture shows can then be searched for."""
    about = PngImagePlugin.PngInfo()
    for key, text in said.items():
        about.add_itxt(key, text)
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG", pnginfo=about)
    return file.getvalue()
