"""The features of Dreamweavers' formula: public values of each side, minus the other side's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Message, msg
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.program import NOTIONS
from engine.dreamweavers.queries.filters import has, power
from engine.dreamweavers.referee import Referee

ON_TABLE: Mapping[str, Message] = {
    "turn": msg("whose turn it is", "feature"),
    "memory": msg("memory", "feature"),
    "Ego": msg("cards in the Ego", "feature"),
    "bare Ego": msg("an empty Ego", "feature"),
    "one in Ego": msg("at most one card in the Ego", "feature"),
    "two in Ego": msg("at most two cards in the Ego", "feature"),
    "hand": msg("cards in hand", "feature"),
    "mind": msg("cards in the mind", "feature"),
    "Thoughts": msg("Thoughts in play", "feature"),
    "power": msg("the power of Thoughts in play", "feature"),
    "tapped": msg("tapped Thoughts", "feature"),
    "guardians": msg("Thoughts with guardian", "feature"),
    "crushing": msg("Thoughts with crushing", "feature"),
    "quick": msg("Thoughts with quick", "feature"),
    "recurring": msg("recurring cards in the Id", "feature"),
}
"""The features of a side in the middle of a match, by key, in this order."""


def of_notion(notion: str) -> str:
    """Return the key of the feature "has drafted a notion"."""
    return f"notion {notion}"


def of_intent(notion: str) -> str:
    """Return the key of the feature "has a notion as the Intent"."""
    return f"Intent {notion}"


DRAFTED = tuple(sorted(NOTIONS))
"""The notions with a feature for their drafter, in this order. Unknown notions are ignored."""

LATE = 20
"""The turn from which a match is late, so that the features of the table have other weights."""

LATEST = 1.5
"""The maximum lateness, reached in the thirtieth turn."""

WORDS: Mapping[str, Message] = {
    **ON_TABLE,
    **{
        of_notion(notion): msg("{notion} in the mind", "feature", notion=card_name(notion))
        for notion in DRAFTED
    },
    **{
        of_intent(notion): msg("{notion} as the Intent", "feature", notion=card_name(notion))
        for notion in DRAFTED
    },
    **{f"late {key}": words for key, words in ON_TABLE.items()},
}
"""The names of the features in order. Those of the table occur a second time, multiplied by lateness."""

_FEW, _ONE = 2, 1


def features_of(ref: Referee, seat: int) -> Sequence[float]:
    """Return a seat's features for the formula, in the order of `WORDS`."""
    plain = [mine - theirs for mine, theirs in zip(_side(ref, seat), _side(ref, 1 - seat), strict=True)]
    late = min(LATEST, ref.position.turn / LATE)
    return [*plain, *[late * value for value in plain[: len(ON_TABLE)]]]


def _side(ref: Referee, seat: int) -> list[float]:
    state = ref.seats[seat]
    ego, thoughts = len(state.ego), state.thoughts
    return [
        ref.position.active == seat,
        ref.memory(seat),
        ego,
        ego == 0,
        ego <= _ONE,
        ego <= _FEW,
        len(state.hand),
        len(state.mind),
        len(thoughts),
        sum(power(ref, card) for card in thoughts),
        sum(ref.cards[card].tapped for card in thoughts),
        sum(has(ref, card, KeywordName.GUARDIAN) for card in thoughts),
        sum(has(ref, card, KeywordName.CRUSHING) for card in thoughts),
        sum(has(ref, card, KeywordName.QUICK) for card in thoughts),
        sum(KeywordName.RECURRING in ref.printed(card).text.keywords for card in state.id),
        *(notion in state.notions for notion in DRAFTED),
        *(notion == state.intent for notion in DRAFTED),
    ]
