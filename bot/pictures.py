"""Pictures of matches: drawn beside the event loop, never twice while remembered, and never holding up a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.looks import PrivateLook, PublicLook


@dataclass(frozen=True, slots=True)
class PublicPicture:
    """A picture that everybody may see: PNG bytes, alt text, and a file name that says nothing."""

    png: bytes
    alt: str
    filename: str


@dataclass(frozen=True, slots=True)
class PrivatePicture:
    """A picture for one person's eyes: PNG bytes, alt text, and a file name that says nothing."""

    png: bytes
    alt: str
    filename: str


class Pictures(Protocol):
    """The board and the hand, from a look and nothing else."""

    async def public_board(self, look: PublicLook) -> PublicPicture:
        """Return the board as spectators see it."""
        ...

    async def private_board(self, look: PrivateLook) -> PrivatePicture:
        """Return the board as the player sees it."""
        ...

    async def hand(self, look: PrivateLook) -> PrivatePicture:
        """Return the player's hand."""
        ...
