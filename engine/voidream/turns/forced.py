"""Answers forced by public knowledge, which a spectator could name (§4 Main phase).

The rules never ask a question without a choice if everyone can see that (§7, R48). The remaining cases are: an order
of abilities with the same result in every order (`trigger_commutation`), which then resolve as listed; damage of a
conflict that is too little to destroy anything, which the first entity takes; and the turn of a player who can only
pass. The latter must be as public as its reasons: arcana can't be played with a spent mind, or at a
depth above every back in hand; nothing can be unveiled without veiled cards; exhausted cards can't activate
abilities. If a hidden face could make a difference, nothing is forced, whatever that face is, because an immediate
answer would reveal that the player had no choice. Printed texts of hidden cards in hands and decks are ignored too: a
forced answer would reveal them.

Every other question has at least two legal answers, or a single one for a private reason: the evoked card can't be
played, or only one of several veiled cards can be unveiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast, get_args

from cards.language.parts import inner_parts
from cards.voidream.language import tree
from cards.voidream.language.tree import Noun, Prohibition, Trait, Zone
from engine.kernel.question import Choice
from engine.voidream.conflict.harmless_damage import is_any_distribution_alike
from engine.voidream.events.trigger_commutation import is_any_order_alike
from engine.voidream.frames import ResolveTriggers
from engine.voidream.program import CompiledCard, texts_of
from engine.voidream.queries.characteristics import asks_for_the_face
from engine.voidream.queries.nouns import has_open_text
from engine.voidream.queries.restrictions import is_forbidden, mind_turned
from engine.voidream.queries.this_round import is_used
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.abilities import InPlay, abilities
from engine.voidream.turns.costs import judge


def forced(ref: Referee) -> tuple[int, Choice] | None:
    """Return the seat and answer that public knowledge forces; None if there is none.

    The seat can only pass, or is asked for an order of abilities or a distribution that makes no difference.
    """
    for seat, question in ref.position.questions.items():
        if question.topic == Topic.TRIGGERS:
            frame = ref.position.stack[-1]
            if isinstance(frame, ResolveTriggers) and is_any_order_alike(ref, frame.waiting):
                return seat, tuple(option.key for option in question.options)
            continue
        if question.topic == Topic.DAMAGE:
            if all(
                option.limit > question.maximum for option in question.options
            ) and is_any_distribution_alike(ref):
                return seat, (f"{question.options[0].key}={question.maximum}",)
            continue
        if question.topic == Topic.ACTION and len(question.options) == 1 and not may_act(ref, seat):
            return seat, (OptionVerb.PASS.value,)
    return None


def may_act(ref: Referee, seat: int) -> bool:
    """Return whether a player could do something other than pass, according to public knowledge."""
    return _may_use_mind(ref, seat) or any(
        _may_activate(ref, seat, ability) for ability in abilities(ref, seat)
    )


def _may_use_mind(ref: Referee, seat: int) -> bool:
    """Return whether an arcanum could be played or a card unveiled, judging by backs and effects in force."""
    state = ref.seats[seat]
    if state.mind == 0:
        return False
    depth = ref.depth(seat)
    playable = any(ref.printed[card].value >= depth for card in state.hand)
    veiled = bool(ref.veiled(seat))
    if not playable and not veiled:
        return False
    with mind_turned(ref, seat):
        return (playable and not _is_publicly_forbidden(ref, seat, Prohibition.PLAY_ARCANA)) or (
            veiled and not _is_publicly_forbidden(ref, seat, Prohibition.UNVEIL)
        )


def _may_activate(ref: Referee, seat: int, in_play: InPlay) -> bool:
    if _is_publicly_forbidden(ref, seat, Prohibition.ACTIVATE):
        return False
    cost = in_play.ability.cost
    if in_play.ability.once and is_used(ref, seat, in_play.card, in_play.side, in_play.index):
        return False
    if any(_is_publicly_unpayable(ref, seat, in_play.card, part_of_cost) for part_of_cost in cost):
        return False
    if not is_open(cost) or not _are_continuous_effects_public(ref):
        return True
    payable, changes = judge(ref, ref.context(seat, in_play.card), in_play.ability)
    return payable and (changes or not is_open(in_play.ability.effect[0][0]))


def _is_publicly_unpayable(ref: Referee, seat: int, card: int, cost: tree.Instruction) -> bool:
    """Return whether a cost publicly can't be paid, whatever effects apply and whatever the other costs are paid with."""
    match cost:
        case tree.Exhaust(tree.This()):
            return card < 0 or ref.cards[card].exhausted
        case tree.ChangeMind(tree.Number(n), less=True, who=tree.Player.YOU):
            return ref.seats[seat].mind < n
        case _:
            return False


def _is_publicly_forbidden(ref: Referee, seat: int, action: Prohibition) -> bool:
    """Return whether an action is publicly forbidden to a player."""
    return _are_continuous_effects_public(ref) and is_forbidden(ref, seat, action)


# --------------------------------------------------------------------------------------------------------- public texts

_OPEN_INSTRUCTIONS = (
    tree.ChangeMind,
    tree.Discard,
    tree.DreamDamage,
    tree.Evoke,
    tree.Exhaust,
    tree.LookAt,
    tree.Ready,
    tree.Reveal,
    tree.Roll,
    tree.Sacrifice,
    tree.SwitchConflict,
    tree.Void,
    *get_args(tree.Ongoing),
)
"""Instructions whose possibility is public if their cards are public."""

_FACES = (Noun.ENTITY, Noun.CONSTRUCT, Noun.MEMORY, Noun.CARD)
"""The nouns of face-up cards for a filter on cards in play."""
_BACKS = (Noun.VEILED_CARD, Noun.CHARGE, Noun.ATTACHMENT)
"""The nouns of cards that can be face down there."""


def _are_continuous_effects_public(ref: Referee) -> bool:
    """Return whether everyone can tell the results of all texts that may be in force."""
    return not has_open_text(ref, _has_hidden_effects)


@lru_cache(maxsize=1024)
def _has_hidden_effects(compiled: CompiledCard) -> bool:
    return not _is_effect_public(texts_of(compiled.card))


def _is_effect_public(part: object) -> bool:
    if isinstance(part, tuple):
        return all(_is_effect_public(inner) for inner in cast("tuple[object, ...]", part))
    if not isinstance(part, tree.Node):
        return True
    if isinstance(part, tree.Static | tree.Ongoing):
        return is_open(part)
    return all(_is_effect_public(inner) for inner in inner_parts(part))


def is_open(part: object) -> bool:
    """Return whether a text only depends on public information, so that everyone gets the same result."""
    if isinstance(part, tuple):
        return all(is_open(inner) for inner in cast("tuple[object, ...]", part))
    match part:
        case tree.Filter():
            return _is_open_filter(part) and all(is_open(inner) for inner in inner_parts(part))
        case (
            tree.MatchesFilter() | tree.OnTop(what=tree.It()) | tree.StatOf(of=tree.It()) | tree.BottomOf()
            | tree.OfThem() | tree.Others()
        ):  # fmt: skip
            return False
        case tree.ReturnToHand(tree.Chosen(described) | tree.All(described)):
            return described.zone in (Zone.DISCARD, Zone.VOID) and is_open(described)
        case tree.Node():
            is_public_kind = not isinstance(part, tree.Instruction) or isinstance(part, _OPEN_INSTRUCTIONS)
            return is_public_kind and all(is_open(inner) for inner in inner_parts(part))
        case _:
            return True


def _is_open_filter(described: tree.Filter) -> bool:
    """Return whether everyone can tell the cards that a filter matches, without hidden faces."""
    plain = not asks_for_the_face(described)
    match described.zone:
        case Zone.DISCARD | Zone.VOID:
            return True
        case Zone.HAND:
            return plain and described.noun in (Noun.ARCANUM, Noun.CARD)
        case Zone.IN_PLAY:
            if described.or_noun is not None and described.or_noun not in _FACES:
                return False
            return described.noun in _FACES or (
                described.noun in _BACKS and plain and Trait.INSPIRED not in described.traits
            )
