"""The vocabulary of Voidream's scenarios: zones, numbers, states and keywords."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.voidream.language.tree import KeywordName, Stat
from engine.scenario.tables import ScenarioZone, Tables, Value
from engine.voidream.law import LAW
from engine.voidream.position import (
    ARCANA_DISCARD,
    ATTACHED,
    BEGINNING,
    DECK,
    DISCARD,
    HAND,
    MAIN,
    NIGHTMARE,
    PLAY,
    PLAYING,
    SETUP,
    VOID,
)
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.queries.score import has_siege, scores
from engine.voidream.referee import Referee
from engine.voidream.scenario.items import Items
from engine.voidream.scenario.plain_cards import PLAIN
from engine.voidream.views.builder import build_view
from engine.voidream.views.types import CardFace

PHASES = (SETUP, BEGINNING, MAIN, NIGHTMARE)
"""The phases in which a scenario can begin."""


def _keywords(ref: Referee, card: int) -> Mapping[str, int]:
    numbers = {name.value: keyword(ref, card, name) for name in KeywordName}
    return {word: number for word, number in numbers.items() if number is not None}


def _charges(ref: Referee, card: int) -> int:
    return sum(not ref.cards[attachment].face_up for attachment in ref.cards[card].attached)


def _conflict(ref: Referee) -> str:
    conflict = ref.position.conflict
    if conflict is None:
        return "none"
    return conflict.kind.value if conflict.kind is not None else "not chosen yet"


def _in_force(ref: Referee) -> Sequence[str]:
    return [effect.title for effect in ref.position.ongoing]


def _shown(ref: Referee, viewer: int | None, seat: int, zone: str) -> Iterator[str]:
    """Yield the titles visible in a zone; in a deck, of cards that are public, known on top, or being looked at."""
    view = build_view(ref, viewer)
    side = view.sides[seat]
    in_play = [*side.play, *(attachment for card in side.play for attachment in card.attached)]
    looked_at = view.looking_at if ref.seats[seat].lifted else ()
    cards = {
        HAND: side.hand, DECK: (*side.constructs, *side.known_top, *looked_at), PLAY: in_play,
        ARCANA_DISCARD: side.arcana_discard.cards, DISCARD: side.discard.cards, VOID: side.void.cards,
    }[zone]  # fmt: skip
    for card in cards:
        face = card if isinstance(card, CardFace) else card.face
        if face is not None:
            yield face.title


def _where(ref: Referee, card: int, names: Sequence[str]) -> str:
    """Return a card's zone and state in words."""
    state = ref.cards[card]
    where = f"in {names[state.controller]}'s {state.zone}"
    if state.zone == ATTACHED:
        where = f"attached to {ref.title(state.host)}"
    elif state.zone == PLAYING:
        where = "being played"
    how = [word for word in ("exhausted", "veiled", "face up") if TABLES.states[word](ref, card)]
    if state.zone == PLAY and not state.veiled:
        how = ["exhausted" if state.exhausted else "ready"]
    how += [state.role] if state.role else []
    how += [f"{state.damage} damage"] if state.damage else []
    return ", ".join([where, *how])


TABLES = Tables[Referee](
    law=LAW,
    zones={
        HAND: ScenarioZone(lambda ref, seat: ref.seats[seat].hand),
        DECK: ScenarioZone(lambda ref, seat: ref.seats[seat].deck, ordered=True),
        ARCANA_DISCARD: ScenarioZone(lambda ref, seat: ref.seats[seat].arcana_discard, also=("arcana discard pile",)),
        DISCARD: ScenarioZone(lambda ref, seat: ref.seats[seat].discard, also=("discard pile",)),
        VOID: ScenarioZone(lambda ref, seat: ref.seats[seat].void),
        PLAY: ScenarioZone(lambda ref, seat: ref.seats[seat].play),
    },
    items=Items,
    plain=PLAIN,
    nouns=("card", "cards", "arcanum", "arcana"),
    holder=lambda ref, card: ref.cards[card].controller,
    number=lambda ref, card: ref.cards[card].tag,
    is_on_table=lambda ref, card: ref.cards[card].tag > 0,
    where=_where,
    sees=_shown,
    states={
        "exhausted": lambda ref, card: ref.cards[card].exhausted,
        "ready": lambda ref, card: ref.cards[card].zone in (PLAY, ATTACHED) and not ref.cards[card].exhausted,
        "veiled": lambda ref, card: ref.cards[card].veiled,
        "face up": lambda ref, card: ref.cards[card].face_up or (ref.cards[card].zone == PLAY and not ref.cards[card].veiled),
        "active": lambda ref, card: ref.cards[card].zone == DECK and ref.cards[card].face_up,
        "attacking": lambda ref, card: ref.cards[card].role == "attacking",
        "defending": lambda ref, card: ref.cards[card].role == "defending",
        "in play": lambda ref, card: ref.cards[card].zone == PLAY and not ref.cards[card].veiled,
        "a charge": lambda ref, card: ref.cards[card].zone == ATTACHED and not ref.cards[card].face_up,
        "an offering": lambda ref, card: ref.cards[card].zone == VOID and ref.is_offering(card),
        "being played": lambda ref, card: ref.cards[card].zone == PLAYING,
    },
    numbers={
        "dawn": lambda ref, card: stat(ref, card, Stat.DAWN),
        "stability": lambda ref, card: stat(ref, card, Stat.STABILITY),
        "dusk": lambda ref, card: stat(ref, card, Stat.DUSK),
        "damage": lambda ref, card: ref.cards[card].damage,
        "charge": _charges,
        "attachment": lambda ref, card: len(ref.cards[card].attached),
    },
    keywords=tuple(name.value for name in KeywordName),
    keywords_of=_keywords,
    counters={
        "mind": lambda ref, seat: ref.seats[seat].mind,
        "depth": Referee.depth,
        "dawn score": lambda ref, seat: scores(ref, seat)[0],
        "dusk score": lambda ref, seat: scores(ref, seat)[1],
    },
    number_words={"spent": 0},
    conditions={
        "is in Nightmare": lambda ref, seat: ref.position.in_nightmare == seat,
        "has siege": has_siege,
    },
    values={
        "round": Value(lambda ref: ref.position.round),
        "phase": Value(lambda ref: ref.position.phase, PHASES),
        "conflict": Value(_conflict, ("dawn", "dusk")),
    },
    things={"conflict": lambda ref: ref.position.conflict is not None},
    effects={"in force": _in_force},
    verbs={"play": "play", "activate": "activate", "unveil": "unveil", "pass": "pass"},
)  # fmt: skip
