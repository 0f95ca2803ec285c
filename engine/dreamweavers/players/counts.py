"""The counts in hints for Dreamweavers, for each side of the table."""

from __future__ import annotations

from collections.abc import Callable

from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers.queries.filters import has, power
from engine.dreamweavers.referee import Referee
from engine.kernel.ai.counts import Count


def by_then(ref: Referee) -> Message:
    """Return the time until which an answer is simulated."""
    if ref.position.turn == 0:
        return msg("when the first turn begins", "hint")
    return msg("when the next turn begins", "hint")


def _with(keyword: KeywordName) -> Callable[[Referee, int], float]:
    return lambda ref, seat: sum(has(ref, card, keyword) for card in ref.seats[seat].thoughts)


def _recurring(ref: Referee, seat: int) -> float:
    return sum(KeywordName.RECURRING in ref.printed(card).text.keywords for card in ref.seats[seat].id)


def _power(ref: Referee, seat: int) -> float:
    return sum(power(ref, card) for card in ref.seats[seat].thoughts)


COUNTS: tuple[Count[Referee], ...] = (
    Count(
        "Ego",
        lambda ref, seat: len(ref.seats[seat].ego),
        msg_plural("you keep one more card in your Ego", "you keep about {n} more cards in your Ego", 0),
        msg_plural("{who} has one card fewer in the Ego", "{who} has about {n} fewer cards in the Ego", 0),
        unit=0.5,
    ),
    Count(
        "Thoughts",
        lambda ref, seat: len(ref.seats[seat].thoughts),
        msg_plural("you have one more Thought in play", "you have about {n} more Thoughts in play", 0),
        msg_plural("{who} has one Thought fewer in play", "{who} has about {n} fewer Thoughts in play", 0),
    ),
    Count(
        "power",
        _power,
        msg_plural("your Thoughts have 1 more power", "your Thoughts have about {n} more power in all", 0),
        msg_plural(
            "{who}'s Thoughts have 1 less power", "{who}'s Thoughts have about {n} less power in all", 0
        ),
        unit=3,
        part_of="Thoughts",
    ),
    Count(
        "untapped",
        lambda ref, seat: sum(not ref.cards[card].tapped for card in ref.seats[seat].thoughts),
        msg_plural("you have one more untapped Thought", "you have about {n} more untapped Thoughts", 0),
        msg_plural("{who} has one untapped Thought fewer", "{who} has about {n} fewer untapped Thoughts", 0),
        part_of="Thoughts",
        unit=1.5,
    ),
    Count(
        "guardians",
        _with(KeywordName.GUARDIAN),
        msg_plural(
            "you have one more Thought with guardian", "you have about {n} more Thoughts with guardian", 0
        ),
        msg_plural(
            "{who} has one Thought with guardian fewer", "{who} has about {n} fewer Thoughts with guardian", 0
        ),
        part_of="Thoughts",
    ),
    Count(
        "crushing",
        _with(KeywordName.CRUSHING),
        msg_plural(
            "you have one more Thought with crushing", "you have about {n} more Thoughts with crushing", 0
        ),
        msg_plural(
            "{who} has one Thought with crushing fewer", "{who} has about {n} fewer Thoughts with crushing", 0
        ),
        part_of="Thoughts",
    ),
    Count(
        "recurring",
        _recurring,
        msg_plural(
            "you have one more recurring card in the Id",
            "you have about {n} more recurring cards in the Id",
            0,
        ),
        msg_plural(
            "{who} has one recurring card fewer in the Id",
            "{who} has about {n} fewer recurring cards in the Id",
            0,
        ),
    ),
    Count(
        "Feelings",
        lambda ref, seat: len(ref.seats[seat].feelings),
        msg_plural("you have one more Feeling in play", "you have about {n} more Feelings in play", 0),
        msg_plural("{who} has one Feeling fewer in play", "{who} has about {n} fewer Feelings in play", 0),
    ),
    Count(
        "hand",
        lambda ref, seat: len(ref.seats[seat].hand),
        msg_plural("you hold one more card", "you hold about {n} more cards", 0),
        msg_plural("{who} holds one card fewer", "{who} holds about {n} fewer cards", 0),
        unit=2,
    ),
    Count(
        "memory",
        lambda ref, seat: ref.memory(seat),
        msg_plural("you have 1 more memory", "you have about {n} more memory", 0),
        msg_plural("{who} has 1 less memory", "{who} has about {n} less memory", 0),
        unit=2,
    ),
    Count(
        "mind",
        lambda ref, seat: len(ref.seats[seat].mind),
        msg_plural("you have one more card in your mind", "you have about {n} more cards in your mind", 0),
        msg_plural("{who} has one card fewer in the mind", "{who} has about {n} fewer cards in the mind", 0),
        unit=4,
    ),
)
"""The counts, in order of precedence."""
