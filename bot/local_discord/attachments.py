"""Files of messages, kept in memory up to a bound, under addresses that cannot be guessed."""

import hashlib
import hmac
import io
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

MEBIBYTE = 1 << 20
_LINGERING = 16 * MEBIBYTE
"""Bytes of files that are kept although no message has them any more."""


class Attachments:
    """The bytes of attached files by key. When the bound is reached the oldest files are forgotten.

    A file that was taken out of its message can be loaded for a little longer, as at Discord: a page may just
    be about to show it.
    """

    def __init__(self, *, bound: int = 256 * MEBIBYTE, secret: bytes | None = None) -> None:
        self._bound = bound
        self._secret = secret or secrets.token_bytes(16)
        self._files: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self._lingering: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self._lingers = 0
        self.held = 0

    @property
    def files(self) -> Mapping[str, tuple[bytes, str]]:
        """The bytes and content type of each file that a message has, by its key, oldest first."""
        return self._files

    def keep(self, key: str, content: bytes, content_type: str) -> None:
        """Keep a file's bytes under its key ("channel/attachment/filename")."""
        self._files[key] = (content, content_type)
        self.held += len(content)
        while self.held > self._bound and len(self._files) > 1:
            _, (dropped, _) = self._files.popitem(last=False)
            self.held -= len(dropped)

    def forget(self, key: str) -> None:
        """Drop a file that no message has any more, some time from now."""
        found = self._files.pop(key, None)
        if found is None:
            return
        self.held -= len(found[0])
        self._lingering[key] = found
        self._lingers += len(found[0])
        while self._lingers > _LINGERING:
            _, (dropped, _) = self._lingering.popitem(last=False)
            self._lingers -= len(dropped)

    def read(self, key: str) -> tuple[bytes, str] | None:
        """Give a file's bytes and content type, or None when it is not (or no longer) here."""
        return self._files.get(key) or self._lingering.get(key)

    def address(self, base: str, key: str) -> str:
        """Give the address of a file: the one who has it may read it, and nobody can work it out."""
        return f"{base}/cdn/attachments/{quote(key)}?hm={self.signature(key)}"

    def signature(self, key: str) -> str:
        """Give the part of the address that cannot be guessed."""
        return hmac.new(self._secret, key.encode(), hashlib.sha256).hexdigest()[:32]


def measure(content: bytes) -> tuple[int, int] | None:
    """Give a picture's width and height in pixels, or None when the bytes are not a picture."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None
