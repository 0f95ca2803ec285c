"""The result of a match, for a player and for everyone."""

from __future__ import annotations

import pytest

from bot.discord.match_text import ending_lines
from bot.games.registry import games
from bot.people.locales import translator_for
from bot.store.person import Person
from bot.store.rows import MatchStatus
from bot.views.types import MatchTable, PlayerSnapshot
from engine.kernel.position import Outcome

GAME = games().games["dreams_of_dystopia"]
PEOPLE = (Person(1, "Ada"), Person(2, "Bo"), Person(3, "Cy"))


@pytest.mark.parametrize(
    ("seat", "start"),
    [
        (0, "**You** share first place with **Bo**: "),
        (2, "**Ada** and **Bo** share first place: "),
    ],
)
def test_players_who_share_first_place_are_called_you(seat: int, start: str) -> None:
    table = MatchTable(
        id=1, game=GAME, people=PEOPLE, status=MatchStatus.OVER, rev=1, guild_id=1, channel_id=1, made_at=0, changed_at=0
    )  # fmt: skip
    outcome = Outcome(places=((0, 1), (2,)), ending="fallen")
    snapshot = PlayerSnapshot(table, seat, PEOPLE[seat], None, None, (), (), outcome, "")
    assert ending_lines(snapshot, translator_for("en"))[0].startswith(start)
