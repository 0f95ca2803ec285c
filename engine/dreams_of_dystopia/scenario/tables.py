"""The vocabulary of Dreams of Dystopia's scenarios."""

from __future__ import annotations

from collections.abc import Callable

from cards.dreams_of_dystopia.language.words import KeywordName, Stat
from engine.dreams_of_dystopia.law import LAW
from engine.dreams_of_dystopia.numbers import has_defender, number, printed
from engine.dreams_of_dystopia.position import LAYOUT
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.dreams_of_dystopia.zones import TABLE
from engine.scenario.tables import Tables, Value, zones_of

ALLOWANCES = ("abilities", "deeds", "combats", "acquisitions", "recruits", "purchases")


def _stat(stat: Stat) -> Callable[[Referee, int], int]:
    def read(m: Referee, card: int) -> int:
        fighter = m.fighter(m.card(card).holder)
        if fighter is not None and fighter.card == card:
            return number(m, fighter, stat)
        return printed(m.side(card), stat)

    return read


def _defender(m: Referee, card: int) -> dict[str, int]:
    fighter = m.fighter(m.card(card).holder)
    is_gained = fighter is not None and fighter.card == card and has_defender(m, fighter)
    is_defender = is_gained or KeywordName.DEFENDER in m.side(card).keywords
    return {KeywordName.DEFENDER.value.casefold(): 0} if is_defender else {}


def _seen(m: Referee, viewer: int | None, seat: int, zone: str) -> list[str]:
    seen = m.shown_to(viewer).seen(zone, seat, m.viewer(viewer))
    return [m.pool.cards[card.title][card.side].title for card in seen if card.title]


TABLES = Tables[Referee](
    law=LAW,
    zones=zones_of(LAYOUT, discard=("discard pile",)),
    title=Referee.called,
    holder=lambda m, card: m.card(card).holder,
    is_on_table=lambda m, card: m.card(card).zone == TABLE,
    sees=_seen,
    seat_subject=lambda seat: f"seat {seat}",
    numbers={stat.value.casefold(): _stat(stat) for stat in Stat},
    keywords=(KeywordName.DEFENDER.value.casefold(),),
    keywords_of=_defender,
    counters={
        "lp": lambda m, seat: m.seat(seat).lp,
        "fame": lambda m, seat: m.seat(seat).fame,
        **{
            name: lambda m, seat, name=name: getattr(m.position.allowed, name) * (seat == m.position.active)
            for name in ALLOWANCES
        },
    },
    conditions={"is out": lambda m, seat: m.position.is_out(seat)},
    values={"number of quiet turns": Value(lambda m: m.position.quiet)},
    things={"combat": lambda m: m.position.combat is not None},
    verbs={
        "use": OptionVerb.ABILITY, "play": OptionVerb.DEED, "use the master": OptionVerb.MASTER,
        "attack with": OptionVerb.ATTACK, "attack again with": OptionVerb.ATTACK_AGAIN, "recruit": OptionVerb.RECRUIT,
        "purchase": OptionVerb.PURCHASE, "end": OptionVerb.END, "block with": OptionVerb.BLOCK,
        "block again with": OptionVerb.BLOCK_AGAIN, "add": OptionVerb.HELPER, "support with": OptionVerb.HELPER,
        "attack": OptionVerb.TARGET, "choose": "",
    },
)  # fmt: skip
