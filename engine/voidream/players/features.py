"""The features of the formula: public differences between the two sides of a Voidream position.

Nothing here reads hidden information: the true position and one sampled from a seat's knowledge have the same values.
They are computed at the end of every rollout, in one pass over the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from cards.i18n import Message, msg
from cards.voidream.language.tree import ConflictKind, Stat
from cards.voidream.model import Kind
from engine.voidream.frames import TakeTurn
from engine.voidream.queries.characteristics import stat
from engine.voidream.queries.score import scores
from engine.voidream.referee import Referee

SPARE = 4
"""The number added to the cards left before dividing by it, so that the last cards don't count infinitely."""

LATE = 10
"""The round from which a match is late, so that some features have other weights."""

LATEST = 1.5
"""The maximum lateness, reached in the fifteenth round."""

RIPE = 2
"""The round before which features say less about the result, because little has happened yet."""

EARLY = 0.75
"""The factor of features before that round."""

_ARCANA = msg("arcana left", "feature")
_ENTITIES = msg("entities", "feature")
_DECK = msg("the remaining deck", "feature")
_CONSTRUCTS = msg("constructs", "feature")
_MIND = msg("the mind", "feature")

OF_A_SIDE: Mapping[str, Message] = {
    "arcana": _ARCANA,
    "last arcana": _ARCANA,
    "arcana values": _ARCANA,
    "veiled": msg("veiled cards", "feature"),
    "memories": msg("memories", "feature"),
    "charges": msg("charges", "feature"),
    "entities": _ENTITIES,
    "dawn": _ENTITIES,
    "ready dawn": _ENTITIES,
    "stability": _ENTITIES,
    "dusk": _ENTITIES,
    "layers": _DECK,
    "bare bastion": msg("a bastion with no card on it", "feature"),
    "construct": _CONSTRUCTS,
    "construct stability": _CONSTRUCTS,
    "dawn against layers": _ENTITIES,
    "arcana against layers": _ARCANA,
    "mind against layers": _MIND,
    "mind": _MIND,
    "offerings": msg("offerings", "feature"),
    "discard": _DECK,
    "Void": msg("cards in the Void", "feature"),
}
"""The counts of each side in this order, with their names. Counts of the same thing share a name."""

OF_THE_TABLE: Mapping[str, Message] = {
    "active": msg("who is active", "feature"),
    "turn": msg("who acts next", "feature"),
    "attacker": msg("who attacks", "feature"),
    "falling": msg("the conflict's damage to the deck", "feature"),
}
"""Features that exist once for both sides."""

MORE_LATER = (
    "arcana", "last arcana", "arcana values", "veiled", "memories", "ready dawn", "stability", "dusk", "layers",
    "construct", "construct stability", "dawn against layers", "mind", "discard", "Void", "falling",
)  # fmt: skip
"""The features that exist a second time, multiplied by lateness."""

WORDS: Mapping[str, Message] = {
    **OF_A_SIDE,
    **OF_THE_TABLE,
    **{f"late {key}": (OF_A_SIDE | OF_THE_TABLE)[key] for key in MORE_LATER},
}
"""The names of the features by key, in the order in which `features` returns them."""

FEATURES = tuple(WORDS)
"""The keys of the features, in that order."""

_LATER = tuple(FEATURES.index(key) for key in MORE_LATER)


def features(machine: Referee, seat: int) -> tuple[float, ...]:
    """Return the values of the formula's features for a seat: its own minus the other's. See `WORDS`."""
    layers = _layers(machine, 0), _layers(machine, 1)
    own = _side(machine, seat, layers[seat], layers[1 - seat])
    other = _side(machine, 1 - seat, layers[1 - seat], layers[seat])
    plain = [mine - theirs for mine, theirs in zip(own, other, strict=True)]
    plain += _table(machine, seat, layers)
    if machine.position.round < RIPE:
        plain = [EARLY * value for value in plain]
    late = min(LATEST, machine.position.round / LATE)
    return (*plain, *[late * plain[at] for at in _LATER])


def _layers(ref: Referee, seat: int) -> int:
    """Return the Dream damage needed to destroy the bastion: cards, and the stability of constructs and bastion."""
    layers = len(ref.seats[seat].deck) - 1
    for card in ref.active_constructs(seat):
        layers += stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
    return max(0, layers)


def _side(ref: Referee, seat: int, layers: int, theirs: int) -> tuple[float, ...]:
    """Return the counts of one side, which is protected by `layers`. `theirs` are the other side's layers."""
    state, cards, printed = ref.seats[seat], ref.cards, ref.printed
    arcana = len(state.hand) + len(state.arcana_discard)
    values = sum([printed[card].value for card in state.hand])
    values += sum([printed[card].value for card in state.arcana_discard])
    veiled = memories = charges = entities = dawn = ready_dawn = stability = dusk = 0
    for card in state.play:
        state_of_card = cards[card]
        if state_of_card.veiled:
            veiled += 1
        elif printed[card].kind is Kind.ENTITY:
            points = stat(ref, card, Stat.DAWN)
            entities += 1
            dawn += points
            stability += stat(ref, card, Stat.STABILITY)
            dusk += stat(ref, card, Stat.DUSK)
            if not state_of_card.exhausted:
                ready_dawn += points
        else:
            memories += 1
        for attachment in state_of_card.attached:
            if not cards[attachment].face_up:
                charges += 1
    bare = construct = construct_stability = 0
    for card in ref.active_constructs(seat):
        if printed[card].kind is Kind.BASTION:
            bare = int(card == ref.top(seat))
        else:
            construct += 1
            construct_stability += stat(ref, card, Stat.STABILITY) - cards[card].damage
    reach = 1 / (theirs + SPARE)
    return (
        arcana,
        4 / (arcana + 1),
        values,
        veiled,
        memories,
        charges,
        entities,
        dawn,
        ready_dawn,
        stability,
        dusk,
        layers,
        bare,
        construct,
        construct_stability,
        dawn * reach,
        arcana * reach,
        state.mind * reach,
        state.mind,
        ref.offerings(seat),
        len(state.discard),
        len(state.void),
    )


def _table(ref: Referee, seat: int, layers: tuple[int, int]) -> tuple[float, ...]:
    """Return the features that exist once: 1 if they are the seat's, -1 if they are the other's, otherwise 0."""
    position = ref.position
    turn = attacker = 0
    falling = 0.0
    if len(position.questions) == 1 and type(position.stack[-1]) is TakeTurn:
        turn = _sign(next(iter(position.questions)), seat)
    conflict = position.conflict
    if conflict is not None:
        attacker = _sign(conflict.attacker, seat)
        if conflict.kind is not None:
            falling = attacker * _falling(ref, conflict.attacker, conflict.kind, layers)
    return _sign(position.active, seat), turn, attacker, falling


def _falling(ref: Referee, attacker: int, kind: ConflictKind, layers: tuple[int, int]) -> float:
    """Return the share of the defender's protection destroyed with the current scores, before any roll: 0 to 1."""
    own, other_score = scores(ref, attacker), scores(ref, 1 - attacker)
    points = own[0] - other_score[0] if kind is ConflictKind.DAWN else other_score[1] - own[1]
    if points > 0:
        for card in ref.participants(1 - attacker):
            points -= max(0, stat(ref, card, Stat.STABILITY) - ref.cards[card].damage)
    return min(1.0, max(0, points) / max(1, layers[1 - attacker]))


def _sign(owner: int, seat: int) -> int:
    return 0 if owner < 0 else 1 if owner == seat else -1
