"""Read card text of Dreamweavers into its data."""

from __future__ import annotations

from typing import cast

from cards.dreamweavers.language.lines import Ability, in_force
from cards.dreamweavers.language.vocabulary import LANGUAGE


def read_line(line: str) -> Ability:
    """Return the ability that one line of a card describes.

    Raises CardError, with the column within the line.
    """
    return cast(Ability, in_force(LANGUAGE.read(line)))
