"""The state of a match in a few lines, the same for everyone regardless of their knowledge."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.i18n import Locale, translator
from engine.voidream.views.types import VoidreamView
from render.voidream.match_summary import standing
from tests.render.voidream import examples as ex

PLAYERS = ("Mia*", "Bo")
Example = Callable[[int | None], VoidreamView]


@pytest.mark.parametrize("example", [ex.opening, ex.middle_game, ex.conflict, ex.nightmare, ex.crowded])
def test_no_reader_gets_more_information_than_another(example: Example) -> None:
    for locale in Locale:
        summaries = {tuple(standing(example(viewer), PLAYERS, translator(locale))) for viewer in (None, 0, 1)}
        assert len(summaries) == 1
        assert all(len(line) < 150 for line in summaries.pop())


def test_the_summary_names_the_leader_and_remaining_cards() -> None:
    view = ex.middle_game(None)
    mia, bo = view.sides
    lead = mia.deck_count - bo.deck_count
    assert lead
    ahead, *rest = standing(view, PLAYERS)
    leader = "Mia\\*" if lead > 0 else "Bo"
    assert ahead.startswith(f"**{leader} is ahead by {abs(lead)} card")
    for name, side, line in zip(("Mia\\*", "Bo"), view.sides, rest, strict=False):
        assert line == f"- {name}: deck {side.deck_count}, mind {side.mind.count}, hand {len(side.hand)}"


def test_the_summary_of_an_open_conflict() -> None:
    last = standing(ex.conflict(None), PLAYERS)[-1]
    assert last.startswith("- Dusk conflict: ") and "now." in last


def test_no_one_is_ahead_in_a_finished_match() -> None:
    assert not [line for line in standing(ex.game_over(), PLAYERS) if "ahead" in line or "level" in line]
