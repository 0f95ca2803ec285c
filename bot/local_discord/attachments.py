"""Message attachments, stored in memory up to a limit, at addresses that can't be guessed."""

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
"""The maximum size of deleted files that can still be loaded, in bytes."""


class Attachments:
    """The contents of attached files, by key. The oldest files are dropped when the limit is reached.

    A file deleted from its message can be loaded for a while longer, as on Discord, because a page may be about to
    show it.
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
        """The content and content type of each attached file, by key, oldest first."""
        return self._files

    def keep(self, key: str, content: bytes, content_type: str) -> None:
        """Store a file's content under its key ("channel/attachment/filename")."""
        self._files[key] = (content, content_type)
        self.held += len(content)
        while self.held > self._bound and len(self._files) > 1:
            _, (dropped, _) = self._files.popitem(last=False)
            self.held -= len(dropped)

    def forget(self, key: str) -> None:
        """Delete a file that is no longer in a message. Recently deleted files can still be loaded."""
        file = self._files.pop(key, None)
        if file is None:
            return
        self.held -= len(file[0])
        self._lingering[key] = file
        self._lingers += len(file[0])
        while self._lingers > _LINGERING:
            _, (dropped, _) = self._lingering.popitem(last=False)
            self._lingers -= len(dropped)

    def read(self, key: str) -> tuple[bytes, str] | None:
        """Return a file's content and content type, or None if the file doesn't exist or was dropped."""
        return self._files.get(key) or self._lingering.get(key)

    def address(self, base: str, key: str) -> str:
        """Return the address of a file. Anyone who has the address can read the file; it can't be guessed."""
        return f"{base}/cdn/attachments/{quote(key)}?hm={self.signature(key)}"

    def signature(self, key: str) -> str:
        """Return the part of the address that can't be guessed."""
        return hmac.new(self._secret, key.encode(), hashlib.sha256).hexdigest()[:32]


def measure(content: bytes) -> tuple[int, int] | None:
    """Return a picture's width and height in pixels, or None if the content isn't a picture."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None
