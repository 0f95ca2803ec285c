"""The card files of Dreams of Dystopia, checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.games.authoring import CardFiles
from cards.dreams_of_dystopia.library import check_files, set_files, the_set
from cards.language.errors import Problem


def check(files: Sequence[Path]) -> list[Problem]:
    """Return every mistake in these files, or in those that come with the game if none are given."""
    return check_files(files, the_set()) if files else check_files(set_files())


CARD_FILES = CardFiles(count=lambda: len(set_files()), check=check)
