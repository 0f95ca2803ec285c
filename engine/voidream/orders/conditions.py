"""Conditions of a plan's steps: a public action of the opponent, or the kind of the owner's question.

They depend on the question, on public cards, and on the events that the owner saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cards.i18n import Message, msg, title
from engine.kernel.events.event import SeenEvent
from engine.kernel.question import PendingQuestion, QuestionKind
from engine.voidream.facts.actions import AbilityActivated, Passed, Played, Unveiled
from engine.voidream.orders import durations
from engine.voidream.position import HAND
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.abilities import abilities

# The kinds of questions that a seat can be asked.
ACTION: Final = "action"
ATTACKERS: Final = "attackers"
DEFENDERS: Final = "defenders"
DAWN_OR_DUSK: Final = "dawn or dusk"
CARDS: Final = "cards"
YES_OR_NO: Final = "yes or no"
EVOKED: Final = "evoked"
FACED: Final = "faced"
BESIDE: Final = "beside"
"""Cuts and the order of triggers, which don't affect a plan's conditions."""
OTHER: Final = "other"

ATTACK: Final = "attack"
AT_DAWN: Final = "attack at dawn"
AT_DUSK: Final = "attack at dusk"
PASSED: Final = "passed"
ARCANUM: Final = "arcanum"
ABILITY: Final = "ability"
TURN: Final = "turn"
FIGHT: Final = "fight"
DECLARE: Final = "declare"
KIND: Final = "kind"
CHOOSE: Final = "choose"
MAY: Final = "may"
EVOKE: Final = "evoke"
NIGHTMARE: Final = "Nightmare"

_STOPS = {stop.name: stop.until for stop in durations.STOPS}

LABELS: dict[str, Message] = {
    ATTACK: msg("your opponent attacks"),
    AT_DAWN: msg("your opponent attacks at dawn"),
    AT_DUSK: msg("your opponent attacks at dusk"),
    PASSED: _STOPS[durations.PASSED],
    TURN: msg("it is your turn in the main phase"),
    ARCANUM: _STOPS[durations.ARCANUM],
    ABILITY: _STOPS[durations.ABILITY],
    FIGHT: msg("it is your turn in a conflict"),
    NIGHTMARE: msg("you face Nightmare"),
    DECLARE: msg("you declare attackers"),
    KIND: msg("you choose dawn or dusk"),
    CHOOSE: msg("you have to choose cards"),
    MAY: msg("you get a yes-or-no question"),
    EVOKE: msg("you evoke a card"),
}
"""Conditions without a card's name, as written after "if", most useful first."""

_ASKED = {
    ATTACK: DEFENDERS,
    AT_DAWN: DEFENDERS,
    AT_DUSK: DEFENDERS,
    PASSED: ACTION,
    TURN: ACTION,
    FIGHT: ACTION,
    NIGHTMARE: FACED,
    DECLARE: ATTACKERS,
    KIND: DAWN_OR_DUSK,
    CHOOSE: CARDS,
    MAY: YES_OR_NO,
    EVOKE: EVOKED,
}
"""The kinds of questions after each condition. After an arcanum or an ability it can be an action or defenders."""

_MOST_ARCANA, _MOST_ABILITIES = 6, 5
"""The maximum number of the opponent's cards in conditions, so that all conditions fit in one menu."""


def asks(question: PendingQuestion) -> str:
    """Return the kind of question, as plans distinguish them."""
    by_kind = {QuestionKind.YES_NO: YES_OR_NO, QuestionKind.CARDS: CARDS}
    return _BY_TOPIC.get(question.topic) or by_kind.get(question.kind, OTHER)


_BY_TOPIC: Mapping[str, str] = {
    Topic.ACTION: ACTION,
    Topic.TRIGGERS: BESIDE,
    Topic.CUT: BESIDE,
    Topic.ATTACKERS: ATTACKERS,
    Topic.DEFENDERS: DEFENDERS,
    Topic.DAWN_OR_DUSK: DAWN_OR_DUSK,
    Topic.NIGHTMARE: FACED,
    Topic.EVOKED: EVOKED,
}


def answered_after(when: str) -> tuple[str, ...]:
    """Return the possible kinds of questions once a condition is true."""
    kind, _, _ = _parted(when)
    return (_ASKED[kind],) if kind in _ASKED else (ACTION, DEFENDERS)


def whens(ref: Referee, seat: int) -> list[str]:
    """Return the conditions that a seat can use now, with the opponent's public cards by name."""
    foe = 1 - seat
    arcana = list(dict.fromkeys(ref.title(card) for card in ref.seats[foe].arcana_discard))
    ability_cards = list(dict.fromkeys(ability.title for ability in abilities(ref, foe)))
    arcana_conditions = [f"{ARCANUM} {card}" for card in sorted(arcana)[:_MOST_ARCANA]]
    arcana_conditions += [f"{ABILITY} {card}" for card in ability_cards[:_MOST_ABILITIES]]
    return [*LABELS, *arcana_conditions]


def label(when: str) -> Message:
    """Return a condition as written after "if"."""
    if when in LABELS:
        return LABELS[when]
    kind, _, card = _parted(when)
    if kind == ARCANUM:
        return msg("your opponent plays {card}", card=title(card))
    return msg("your opponent activates {card}", card=title(card))


def _parted(when: str) -> tuple[str, str, str]:
    return (when, "", "") if when in LABELS else when.partition(" ")


Did = tuple[str, str]
"""A player's action: PASSED, ARCANUM or ABILITY, and the card's title; "" for other actions."""


def did(seat: int, happened: Sequence[SeenEvent]) -> list[Did]:
    """Return the voluntary actions of a seat, oldest first."""
    result: list[Did] = []
    for event in happened:
        match event.fact:
            case Passed() as fact if fact.seat == seat:
                result.append((PASSED, ""))
            case AbilityActivated() as fact if fact.seat == seat:
                result.append((ABILITY, fact.card))
            case Played() as fact if fact.seat == seat and fact.source == HAND:
                result.append((ARCANUM, fact.card))
            case Unveiled() as fact if fact.seat == seat and event.cause == "§6 Unveil":
                result.append(("", fact.card))
            case _:
                pass
    return result


def holds(ref: Referee, when: str, asked_for: str, last: Did | None) -> bool:
    """Return whether a condition is true.

    `asked_for` is the kind of question (`asks`), `last` the opponent's last action since the step before.
    """
    if asked_for not in answered_after(when):
        return False
    conflict = ref.position.conflict
    kind, _, card = _parted(when)
    match kind:
        case "attack at dawn" | "attack at dusk":
            return conflict is not None and conflict.kind is not None and kind.endswith(conflict.kind.value)
        case "turn":
            return conflict is None
        case "fight":
            return conflict is not None
        case "passed" | "arcanum" | "ability":
            return last is not None and last[0] == kind and card in ("", last[1])
        case _:
            return True
