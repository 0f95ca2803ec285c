"""Writes whole matches down in the words of everybody who plays them: `python -m tests.golden_playthroughs.keeper`.

They are there to be read, aloud. Where words, an order or a view is meant to change, they are written anew, and what has
changed stands in the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cards.i18n import ENGLISH
from engine.kernel.transcript import NAMES, transcript
from tests.games.trials import GAMES, trial

FOLDER = Path(__file__).parent
LOOKS = {"voidream": 40, "dreamweavers": 40, "parlour": 4, "bazaar": 12, "dreams_of_dystopia": 40}
"""How many answers are between two looks at the table; 3 with any other game."""
MOST = {"parlour": 12, "bazaar": 36, "dreams_of_dystopia": 70}
"""How many answers are written down, where not the whole match is: every turn of these games is like the others."""


def written(name: str) -> str:
    """Return a match in words, as it is played today, by as many as can play but four."""
    game = GAMES[name]
    seats = min(3, max(game.seats))
    names = NAMES[:seats]

    def board(view: Any, viewer: int | None) -> Sequence[str]:
        texts = game.shown.board_text(view, names, ENGLISH)
        own = [] if viewer is None else game.shown.hand_text(view, names, ENGLISH)
        return [line for text in (*texts, *own) for line in text.splitlines()]

    played = trial(game, seats, "playthrough")
    return transcript(replace(played, each=LOOKS.get(name, 3), most=MOST.get(name, 10**6)), board)


def main() -> None:
    """Write all of them down."""
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
