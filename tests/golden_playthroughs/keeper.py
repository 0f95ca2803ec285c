"""Write whole matches as the players read them: `python -m tests.golden_playthroughs.keeper`.

The files are meant to be read. After an intended change of texts, orders or views, run this again and read the diff.
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
"""The number of answers between two printed views; 3 for other games."""
MOST = {"parlour": 12, "bazaar": 36, "dreams_of_dystopia": 70}
"""The number of answers written, for games that aren't written completely because all their turns are similar."""


def written(name: str) -> str:
    """Return the text of a match with the current rules, for the game's maximum number of players, but at most four."""
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
    """Write all matches."""
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
