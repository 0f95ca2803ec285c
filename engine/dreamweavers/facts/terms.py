"""Terms of facts in sentences (cards, zones, places on the gauge, printed lines), and the changes of a view.

Derived values have no separate changes: power, keywords, costs, possible actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cards.i18n import Message, Series, Value, msg, series, title
from engine.dreamweavers.position import (
    EGO,
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MIND,
    REVEALED,
    THOUGHTS,
    UNTIL_ATTACK,
    UNTIL_TURN,
)
from engine.dreamweavers.program import NOTIONS
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import Names, card_list
from engine.kernel.events.registry import Slots

OVER = Change("over")
TURN = Change("turn")
TRACKER = Change("tracker")
THE_ATTACK = Change("attack")


def in_force(until: str, seat: int | None = None) -> Change:
    """Return the change of effects that last until the end of a turn or attack, optionally of one player's cards."""
    return Change(f"in force this {until}", seat)


def zone(name: str, seat: int, *cards: str) -> list[Change]:
    """Return the changes of a player's zone that these cards enter or leave; without cards, of any card.

    A card revealed by damage has left its Ego when it was revealed.
    """
    if name == REVEALED:
        return []
    key = "play" if name in IN_PLAY else name
    counts = [Change(f"{name} count", seat)] if name in (HAND, MIND, EGO) else []
    return [*counts, *(Change(key, seat, card) for card in cards or (None,))]


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of a player's zones, for any cards."""
    return [change for name in names for change in zone(name, seat)]


def gone(name: str, seat: int, *cards: str) -> list[Change]:
    """Return the changes of a zone that these cards have left.

    Effects on them end if they leave play, and a copy that enters play later is untapped.
    """
    ends = [THE_ATTACK, in_force(UNTIL_TURN), in_force(UNTIL_ATTACK)] if name in IN_PLAY else []
    return [*zone(name, seat, *cards), *ends, *(turned([*cards]) if ends else ())]


def standby(card: str) -> Change:
    """Return the change of the effects of a card on standby."""
    return Change("standby", None, card)


def turned(cards: list[str]) -> list[Change]:
    """Return the change of Thoughts that become tapped or untapped."""
    return [Change("tapped", None, card) for card in cards]


Seat = int

ZONES: Mapping[str, Message] = {
    MIND: msg("the mind"),
    HAND: msg("the hand"),
    EGO: msg("the Ego"),
    ID: msg("the Id"),
    THOUGHTS: msg("the Thoughts"),
    FEELINGS: msg("the Feelings"),
    REVEALED: msg("the Ego"),
}
"""The names of zones. Cards revealed by damage come from an Ego."""


def card_name(name: str) -> Message:
    """Return the name of a card, or of the notion of a cover."""
    return Message(name, context="notion") if name in NOTIONS else title(name)


def titles(cards: Iterable[str]) -> Series:
    """Return cards or notions as a list in a sentence."""
    return series(*map(card_name, cards))


def place(side: int | None, number: int, names: Names) -> Value:
    """Return a place on the gauge: "Ada's 2", or "0"."""
    if side is None:
        return "0"
    return msg("{who}'s {n}", who=names[side], n=number)


def effect_of(text: str) -> str:
    """Return the effect in a printed line, without its label, price or event."""
    if "(A)" in text:
        return text.partition("(A)")[2].partition(": ")[2]
    if "(!)" in text:
        return text.partition(" - ")[2]
    return text.removeprefix("When played: ").removeprefix("Fleeting: ")


def cards_of(cards: Sequence[str]) -> Series:
    """Return a list of cards; if it is long, the first ones and the number of others."""
    return card_list(list(map(card_name, cards)))


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "attacker", "target", "gone"), card_name),
        **dict.fromkeys(("cards", "notions"), titles),
        "zone": ZONES.__getitem__,
    },
    in_story={"notions": cards_of},
    cause=card_name,
    card=card_name,
)
"""The printers of fact fields in sentences."""
