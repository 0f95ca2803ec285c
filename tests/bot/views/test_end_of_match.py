"""The summary of the last acts of a finished match."""

from __future__ import annotations

from bot.match.replay.turning_point import steps_of
from bot.store.rows import EventsRow
from bot.views import build_views
from engine.kernel.events.summary import AT_A_DISTANCE
from tests.bot.match.test_decisive_round import ENGLISH, GAME, played, table


def test_the_end_of_a_match_is_explained_at_more_length_than_a_decision() -> None:
    steps = [*steps_of(GAME, played("seed 3").record)][-12:]
    rows = [EventsRow(n, 0, build_views.pack(events), None, by_hand=False) for n, _, events in steps]
    snapshot = build_views.player_snapshot(table(), steps[-1][1], 0, rows, translator=ENGLISH)
    before_a_decision = build_views.story(table(), rows, 0, ENGLISH)
    assert snapshot.story == build_views.story(table(), rows, 0, ENGLISH, words=AT_A_DISTANCE)
    assert len(str(snapshot.story)) > len(str(before_a_decision))


def test_spectators_are_told_the_last_act_in_detail() -> None:
    steps = [*steps_of(GAME, played("seed 3").record)]
    acts = [EventsRow(n, 0, build_views.pack(events), None, by_hand=False) for n, _, events in steps]
    for end in range(40, len(acts), 5):
        rows = acts[end - 12 : end]
        snapshot = build_views.public_snapshot(table(), steps[end - 1][1], rows, ENGLISH)
        last = build_views.story(table(), rows[-1:], None, ENGLISH)
        assert snapshot.story[len(snapshot.story) - len(last) :] == last
        earlier = {line.rev for line in snapshot.story} - {rows[-1].rev}
        assert earlier <= {row.rev for row in rows[:-1]}
