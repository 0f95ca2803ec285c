"""Writes whole matches down in the words of everybody who plays them: `python -m tests.golden_playthroughs.keeping`.

They are there to be read, aloud. Where words, an order or a view is meant to change, they are written anew, and what has
changed stands in the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.simulation import ComputerPlayer
from engine.kernel.transcript import NAMES, transcript
from engine.kernel.trial import Trial
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.views.types import VoidreamView
from render.voidream.text import text_board, text_hand
from tests.games.lanterns import DECKS, Lanterns, LanternView
from tests.games.parlour import HAND, Parlour, ParlourView

FOLDER = Path(__file__).parent


def greedy(seat: int) -> ComputerPlayer:
    return Greedy(Chance(f"playthrough {seat}"))


def board(view: VoidreamView) -> list[str]:
    texts = text_board(view, (NAMES[0], NAMES[1]))
    if view.viewer is not None:
        texts = [*texts, *text_hand(view, (NAMES[0], NAMES[1]))]
    return [line for text in texts for line in text.splitlines()]


def sides(view: LanternView) -> list[str]:
    return [str(side) for side in view.sides]


def guests(view: ParlourView) -> list[str]:
    return [str(view)]


def of_voidream() -> Trial:
    made = ready_made()
    return Trial(
        VOIDREAM, VOIDREAM.setup([made[0], made[4]]), 2, "playthrough", most=10**6, each=40, players=greedy
    )


def of_lanterns() -> Trial:
    game, decks = Lanterns(), list(DECKS.values())
    return Trial(game, game.setup([decks[0], decks[1], decks[0]]), 3, "playthrough", each=3)


def of_parlour() -> Trial:
    game = Parlour()
    return Trial(game, game.setup([HAND, HAND]), 2, "playthrough", most=12, each=4)


PLAYTHROUGHS: dict[str, tuple[Callable[[], Trial], Callable[[Any], Sequence[str]]]] = {
    "voidream": (of_voidream, board),
    "lanterns": (of_lanterns, sides),
    "parlour": (of_parlour, guests),
}
"""By the name of its file: the match, and how a view is put in lines."""


def written(name: str) -> str:
    """Return a match in words, as it is played today."""
    trial, lines = PLAYTHROUGHS[name]
    return transcript(trial(), lines)


def main() -> None:
    """Write all of them down."""
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
