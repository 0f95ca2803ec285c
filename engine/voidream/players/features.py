"""What the formula reckons with: how a position of Voidream differs between the two sides, as far as everybody sees it.

Nothing here reads what is hidden: the true position and one that was drawn from what a seat knows say the same. It is
asked for at the end of every rollout, so it goes over the table once and asks for little.
"""

from __future__ import annotations

from collections.abc import Mapping

from cards.i18n import Message, msg
from cards.voidream.language.tree import ConflictKind, Stat
from cards.voidream.model import Kind
from engine.kernel.machine import AnyMachine
from engine.voidream.frames import TakeTurn
from engine.voidream.queries.characteristics import stat
from engine.voidream.queries.score import scores
from engine.voidream.referee import Referee

FAR = 12
"""By how much more than this a conflict is ahead does not matter."""

SPARE = 4
"""So many cards are added to those left before something is divided by them: the last ones count most, but not without end."""

WORDS: Mapping[str, Message] = {
    "arcana": msg("arcana left", "feature"),
    "last arcana": msg("how close the last arcanum is", "feature"),
    "hand": msg("arcana in hand", "feature"),
    "empty hand": msg("an empty hand", "feature"),
    "arcana values": msg("the values of the arcana", "feature"),
    "veiled": msg("veiled cards", "feature"),
    "memories": msg("memories", "feature"),
    "attachments": msg("what is attached", "feature"),
    "charges": msg("charges", "feature"),
    "entities": msg("entities", "feature"),
    "dawn": msg("the dawn of entities", "feature"),
    "ready dawn": msg("the dawn of ready entities", "feature"),
    "stability": msg("the stability of entities", "feature"),
    "dusk": msg("the dusk of entities", "feature"),
    "layers": msg("what lies above the bastion", "feature"),
    "last layers": msg("how close the bastion is to falling", "feature"),
    "bare bastion": msg("a bastion with nothing on top", "feature"),
    "construct": msg("an active construct", "feature"),
    "construct stability": msg("the stability of constructs", "feature"),
    "dawn against layers": msg("dawn against a thin deck", "feature"),
    "ready dawn against layers": msg("ready dawn against a thin deck", "feature"),
    "entities against layers": msg("entities against a thin deck", "feature"),
    "arcana against layers": msg("arcana against a thin deck", "feature"),
    "mind against layers": msg("the mind against a thin deck", "feature"),
    "mind": msg("the mind", "feature"),
    "depth": msg("the depth", "feature"),
    "offerings": msg("offerings", "feature"),
    "discard": msg("cards in the discard pile", "feature"),
    "Void": msg("cards in the Void", "feature"),
    "active": msg("who is active", "feature"),
    "turn": msg("whose turn it is", "feature"),
    "passed": msg("who has passed", "feature"),
    "Nightmare": msg("who is in Nightmare", "feature"),
    "attacker": msg("who attacks", "feature"),
    "dawn score": msg("the scores of the dawn conflict", "feature"),
    "dusk score": msg("the scores of the dusk conflict", "feature"),
}
"""What people call each feature, in the order in which `features` gives them."""

FEATURES = tuple(WORDS)
"""The keys of the features, in that order."""


def features(machine: AnyMachine, seat: int) -> tuple[float, ...]:
    """Return what the formula reckons with, for a seat: each its own less the other's; see `WORDS`."""
    assert isinstance(machine, Referee)
    layers = _layers(machine, 0), _layers(machine, 1)
    own = _side(machine, seat, layers[seat], layers[1 - seat])
    other = _side(machine, 1 - seat, layers[1 - seat], layers[seat])
    return (*[mine - theirs for mine, theirs in zip(own, other, strict=True)], *_table(machine, seat))


def _layers(ref: Referee, seat: int) -> int:
    """Return how much Dream damage it takes until the bastion falls: cards, and what constructs and it can still bear."""
    layers = len(ref.seats[seat].deck) - 1
    for card in ref.active_constructs(seat):
        layers += stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
    return max(0, layers)


def _side(ref: Referee, seat: int, layers: int, theirs: int) -> tuple[float, ...]:
    """Return what is counted on one side; `layers` lie above its bastion, and `theirs` above the other one."""
    state, cards, printed = ref.seats[seat], ref.cards, ref.printed
    hand, spent = state.hand, state.arcana_discard
    arcana = len(hand) + len(spent)
    veiled = memories = attachments = charges = entities = dawn = ready_dawn = stability = dusk = 0
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
            if cards[under].face_up:
                attachments += 1
            else:
                charges += 1
    bare = construct = construct_stability = 0
    top = ref.top(seat)
    for card in ref.active_constructs(seat):
        if printed[card].kind is Kind.BASTION:
            bare = int(card == top)
        else:
            construct += 1
            construct_stability += stat(ref, card, Stat.STABILITY) - cards[card].damage
    reach = 1 / (theirs + SPARE)
    return (
        arcana,
        4 / (arcana + 1),
        len(hand),
        0 if hand else 1,
        sum([printed[card].value for card in hand]) + sum([printed[card].value for card in spent]),
        veiled,
        memories,
        attachments,
        charges,
        entities,
        dawn,
        ready_dawn,
        stability,
        dusk,
        layers,
        2 * SPARE / (layers + SPARE),
        bare,
        construct,
        construct_stability,
        dawn * reach,
        ready_dawn * reach,
        entities * reach,
        arcana * reach,
        state.mind * reach,
        state.mind,
        0 if top is None else printed[top].value,
        ref.offerings(seat),
        len(state.discard),
        len(state.void),
    )


def _table(ref: Referee, seat: int) -> tuple[float, ...]:
    """Return what there is only one of, from a seat's side: 1 if it is its own, -1 if it is the other's, else 0."""
    position = ref.position
    turn = attacker = dawn_score = dusk_score = 0
    if len(position.questions) == 1 and type(position.stack[-1]) is TakeTurn:
        turn = _sign(next(iter(position.questions)), seat)
    conflict = position.conflict
    if conflict is not None:
        attacker = _sign(conflict.attacker, seat)
        if conflict.kind is not None:
            own, other = scores(ref, seat), scores(ref, 1 - seat)
            if conflict.kind is ConflictKind.DAWN:
                dawn_score = max(-FAR, min(FAR, own[0] - other[0]))
            else:
                dusk_score = max(-FAR, min(FAR, other[1] - own[1]))
    return (
        _sign(position.active, seat),
        turn,
        sum([_sign(one, seat) for one in position.passed]),
        _sign(position.in_nightmare, seat),
        attacker,
        dawn_score,
        dusk_score,
    )


def _sign(one: int, seat: int) -> int:
    return 0 if one < 0 else 1 if one == seat else -1
