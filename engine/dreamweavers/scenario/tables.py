"""The vocabulary of Dreamweavers' scenarios: zones, numbers, states and keywords."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.law import LAW
from engine.dreamweavers.position import (
    DRAFT,
    FEELINGS,
    INTENT,
    LAYOUT,
    MAIN,
    MULLIGAN,
    THOUGHTS,
    UPKEEP,
)
from engine.dreamweavers.queries.filters import keywords, power
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.deeds import DEEDS, TALLIES
from engine.dreamweavers.scenario.items import Items
from engine.dreamweavers.scenario.plain_cards import PLAIN
from engine.dreamweavers.topics import OptionVerb
from engine.dreamweavers.views.builder import build_view
from engine.dreamweavers.views.types import CardInPlay, HandCard
from engine.scenario.tables import Tables, Value, zones_of

PHASES = (DRAFT, INTENT, MULLIGAN, UPKEEP, MAIN)
"""The phases in which a scenario can begin."""


def _is_attacking(ref: Referee, card: CardId) -> bool:
    attack = ref.position.attack
    return attack is not None and attack.attacker == ref.ref(card)


def _is_attacked(ref: Referee, card: CardId) -> bool:
    attack = ref.position.attack
    return attack is not None and attack.target == ref.ref(card)


def _keywords(ref: Referee, card: CardId) -> Mapping[str, int]:
    return {name.value: number for name, number in keywords(ref, card).items()}


def _shown(ref: Referee, viewer: int | None, seat: int, zone: str) -> Iterator[str]:
    """Yield the titles visible in a zone (DW14, DW16)."""
    for card in getattr(build_view(ref, ref.viewer(viewer)).sides[seat], zone):
        face = card.face if isinstance(card, HandCard | CardInPlay) else card
        if face is not None:
            yield face.title


def _on_standby(ref: Referee) -> Sequence[str]:
    return [effect.title for effect in ref.position.standby]


def _in_force(ref: Referee) -> Sequence[str]:
    return [effect.title for effect in ref.position.lasting]


TABLES = Tables[Referee](
    law=LAW,
    zones=zones_of(LAYOUT),
    items=Items,
    plain=PLAIN,
    is_on_table=Referee.is_in_play,
    sees=_shown,
    states={
        "tapped": lambda ref, card: ref.cards[card].zone == THOUGHTS and ref.cards[card].tapped,
        "untapped": lambda ref, card: ref.cards[card].zone == THOUGHTS and not ref.cards[card].tapped,
        "in play": Referee.is_in_play,
        "lingering": lambda ref, card: ref.cards[card].zone == FEELINGS and ref.cards[card].settled,
        "attacking": _is_attacking,
        "attacked": _is_attacked,
    },
    numbers={"power": power},
    keywords=tuple(name.value for name in KeywordName),
    keywords_of=_keywords,
    counters={"memory": Referee.memory},
    conditions={"is the first player": lambda ref, seat: ref.position.first == seat},
    values={
        "turn number": Value(lambda ref: ref.position.turn),
        "number of the turn": Value(lambda ref: ref.position.turn),
        "phase": Value(lambda ref: ref.position.phase, PHASES),
    },
    things={"attack": lambda ref: ref.position.attack is not None},
    effects={"on standby": _on_standby, "in force": _in_force},
    deeds=DEEDS,
    tallies=TALLIES,
    verbs={
        "play": OptionVerb.PLAY, "activate": OptionVerb.ACTIVATE, "use": OptionVerb.ACTIVATE,
        "attack": OptionVerb.ATTACK, "refresh": OptionVerb.REFRESH, "let go": OptionVerb.LET_GO, "pass": OptionVerb.PASS,
        "guard with": OptionVerb.GUARD, "step in with": OptionVerb.GUARD, "shield with": OptionVerb.SHIELDS,
    },
)  # fmt: skip
