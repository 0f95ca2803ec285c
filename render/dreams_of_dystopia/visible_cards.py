"""The cards that a viewer can look at: the Combat, the hand, Masters, the table, used cards, and the Supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.i18n import ENGLISH, Translator, Value, msg, title
from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.question import Question
from render.dreams_of_dystopia.faces import face_of
from render.dreams_of_dystopia.words import kind_line
from render.table.words import from_viewer
from render.visible_card import InSight, first_of_each


def cards_in_sight(
    view: DystopiaView, names: Sequence[str], translator: Translator = ENGLISH
) -> list[InSight]:
    """Return the visible cards, nearest first: the Combat, the hand, each player's side, the Supply."""
    return first_of_each(
        InSight(
            f"{key}:{card}",
            card,
            translator(where),
            translator(title(card)),
            kind_line(face_of(card, view.printed), translator),
        )
        for key, card, where in _all(view, names)
    )


def _all(view: DystopiaView, names: Sequence[str]) -> Iterator[tuple[str, str, Value]]:
    if view.combat is not None:
        for fighter in (view.combat.attacker, view.combat.defender):
            for card in (fighter.card, *fighter.helpers):
                if card:
                    yield f"c{fighter.seat}", card, msg("In the Combat", "place")
    for player in from_viewer(view.players, view.viewer):
        name = names[player.seat]
        if player.seat == view.viewer:
            for card in player.hand:
                yield f"h{player.seat}", card, msg("Your hand")
        if player.master:
            yield f"m{player.seat}", player.master, msg("Masters", "place")
        for card in (*player.table, *player.used):
            yield f"p{player.seat}", card, msg("{name}: in play", name=name)
        for card in player.discard:
            yield f"d{player.seat}", card, msg("{name}: discard pile", "place", name=name)
    for sides in view.masters if not view.turn else ():
        for card in sides:
            yield "f", card, msg("Masters", "place")
    for pile in view.supply:
        for card in pile.sides:
            yield "s", card, msg("Supply", "place")


_OF_THE_HAND = (Topic.ACT, Topic.BLOCK, Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)


def is_about_hand(view: DystopiaView, question: Question) -> bool:
    """Return whether an answer may be a card of the asked player's hand, as in turns and blocks."""
    if view.viewer is None:
        return False
    hand = set(view.players[view.viewer].hand)
    return question.topic in _OF_THE_HAND or any(option.subject in hand for option in question.options)
