"""The turning point of a match that is over: after which everybody could see one side ahead for good."""

from __future__ import annotations

import msgspec

from bot.replay.steps import steps_of
from bot.views import build_views
from bot.views.types import MatchTable
from cards.i18n import Translator
from engine.kernel.events.story import CHAPTER, Beat, Weight
from engine.kernel.match import Record


class TurningPoint(msgspec.Struct, frozen=True):
    """Who won, and what decided it, in a sentence (`told`), in which part of the match.

    `led`: from then on they were ahead as far as everybody could see. `chapter` and `told` are "" where they led from the
    beginning, or, unless they `led`, where they were behind when it ended, but not by the rules.
    """

    who: str
    chapter: str = ""
    told: str = ""
    led: bool = True


def turning_point(table: MatchTable, record: Record, said: Translator) -> TurningPoint | None:
    """Return the last decisive thing after which the winner led until the end, as far as everybody could see.

    Of a winner who did not lead in the end, the last decisive thing there was. None where nobody won alone, or a game has
    no way to tell who leads.
    Raises NotFound if the record can't be replayed any more.
    """
    game, outcome = table.game, record.outcome
    leads = game.leads
    if leads is None or outcome is None or len(outcome.winners) != 1:
        return None
    winner, ahead = outcome.winners[0], False
    led_before = True
    chapter, decisive = "", None
    found: tuple[str, Beat | None] = ("", None)
    for number, match, events in steps_of(game, record):
        if match.outcome is not None:
            break
        beats = build_views.beats(table, events, (), None, said)
        weighty = [
            one for one in beats if one.is_result or (one.weight is Weight.HEAVY and one.sort != CHAPTER)
        ]
        if weighty:  # A result says more than what led to it; of others, the last.
            chapter = said(game.chapter(match))
            decisive = next((beat for beat in reversed(weighty) if beat.is_result), weighty[-1])
        leader = leads(match.view(None))
        if leader == winner and not ahead:
            found = (chapter, decisive)
        if leader not in (winner, None) or (leader is None and number == 0):
            led_before = False
        ahead = leader == winner
    who = table.names_in(said)[winner]
    if not ahead:
        return None if decisive is None else TurningPoint(who, chapter, said(decisive.text), led=False)
    if led_before or found[1] is None:
        return TurningPoint(who)
    return TurningPoint(who, found[0], said(found[1].text))
