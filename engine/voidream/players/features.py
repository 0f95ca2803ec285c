"""Features of the formula: public differences between the two sides of a position of Voidream.

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
"""So many cards are added to those left before something is divided by them: the last ones count most, but not without end."""

LATE = 10
"""In this round a match is late: some things count more then than at its beginning, and some less."""

LATEST = 1.5
"""The upper bound of lateness: the fifteenth round."""

RIPE = 2
"""Before this round, all that can be counted says less of how the match will end: nobody has done much yet."""

EARLY = 0.75
"""So much of a feature counts before that."""

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
"""The counts of each side, in this order, with their names: one word for what is counted in several ways."""

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
"""Features that count a second time, by how late it is."""

WORDS: Mapping[str, Message] = {
    **OF_A_SIDE,
    **OF_THE_TABLE,
    **{f"late {key}": (OF_A_SIDE | OF_THE_TABLE)[key] for key in MORE_LATER},
}
"""The name of each feature, by key, in the order in which `features` gives them."""

FEATURES = tuple(WORDS)
"""The keys of the features, in that order."""

_LATER = tuple(FEATURES.index(key) for key in MORE_LATER)


def features(machine: Referee, seat: int) -> tuple[float, ...]:
    """Return the values of the formula's features, for a seat: each its own less the other's; see `WORDS`."""
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
    """Return the Dream damage needed to destroy the bastion: cards, and the remaining stability of constructs and
    bastion.
    """
    layers = len(ref.seats[seat].deck) - 1
    for card in ref.active_constructs(seat):
        layers += stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
    return max(0, layers)


def _side(ref: Referee, seat: int, layers: int, theirs: int) -> tuple[float, ...]:
    """Return the counts of one side, which is protected by `layers`; `theirs` is the other side."""
    state, cards, printed = ref.seats[seat], ref.cards, ref.printed
    arcana = len(state.hand) + len(state.arcana_discard)
    values = sum([printed[card].value for card in state.hand])
    values += sum([printed[card].value for card in state.arcana_discard])
    veiled = memories = charges = entities = dawn = ready_dawn = stability = dusk = 0
    for card in state.play:
        held = cards[card]
        if held.veiled:
            veiled += 1
        elif printed[card].kind is Kind.ENTITY:
            points = stat(ref, card, Stat.DAWN)
            entities += 1
            dawn += points
            stability += stat(ref, card, Stat.STABILITY)
            dusk += stat(ref, card, Stat.DUSK)
            if not held.exhausted:
                ready_dawn += points
        else:
            memories += 1
        for under in held.attached:
            if not cards[under].face_up:
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
    """Return unique things from a seat's side: 1 if its own, -1 if the other's, else 0."""
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
    own, other = scores(ref, attacker), scores(ref, 1 - attacker)
    points = own[0] - other[0] if kind is ConflictKind.DAWN else other[1] - own[1]
    if points > 0:
        for card in ref.participants(1 - attacker):
            points -= max(0, stat(ref, card, Stat.STABILITY) - ref.cards[card].damage)
    return min(1.0, max(0, points) / max(1, layers[1 - attacker]))


def _sign(one: int, seat: int) -> int:
    return 0 if one < 0 else 1 if one == seat else -1
