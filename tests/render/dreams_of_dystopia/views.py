"""Views of played matches of two, three and four players, for tests of pictures and texts."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.spanish import translate_line
from cards.i18n import LINE, Locale, translator
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.simulation import RandomPlayer

NAMES = ("Ada", "Bo", "Cy", "Dee")
SPANISH = translator(Locale.SPANISH).printing(**{LINE: translate_line})
SEATS = (2, 3, 4)


@cache
def played(seats: int) -> tuple[DystopiaView, ...]:
    """Return the first seat's views of a match, from the choice of Masters to the end."""
    match, _ = Match.begin(DYSTOPIA, DYSTOPIA.setup([None] * seats), "pictures")
    players = [RandomPlayer(Chance(f"pictures {seat}")) for seat in range(seats)]
    views = [match.view(0)]
    while match.outcome is None:
        seat = min(match.questions)
        question = match.questions[seat]
        answer = players[seat].answer(question, lambda seat=seat: match.view(seat))
        match.answer(seat, question.id, answer)
        views.append(match.view(0))
    return tuple(views)


def chosen(seats: int) -> dict[str, DystopiaView]:
    """Return five moments of a match: choosing Masters, a quiet turn, an attack, a block, the end."""
    views = played(seats)
    late = views[len(views) // 3 :]
    attacks = [view for view in late if view.combat and view.combat.is_declared and view.awaited]
    attack = max(attacks, key=_helpers)
    combat = attack.combat
    assert combat is not None
    blocker = replace(combat.defender, card="Minion of the Sun", helpers=("Hubcap Shield",), defence=4)
    return {
        "masters": views[seats // 2],
        "quiet": next(view for view in late if view.combat is None and len(view.players[0].hand) > 2),
        "attack": attack,
        "block": replace(attack, combat=replace(combat, defender=blocker)),
        "end": views[-1],
    }


def _helpers(view: DystopiaView) -> int:
    return len(view.combat.attacker.helpers) if view.combat else 0
