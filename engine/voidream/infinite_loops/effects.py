"""The cost, gain and triggers of an instruction, in the best case (§6, §7)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import Noun, Player, TriggerType, Zone
from cards.voidream.model import Card
from engine.voidream.infinite_loops.resources import (
    ANY_THOUGHT,
    READIED,
    Cause,
    Resource,
    ResourceBalance,
    fewest,
    filter_of,
    least,
    most,
    place_of,
    size_of,
)

Plain = tree.PlainInstruction | tree.Ongoing
"""An instruction without others inside."""


def pay(balance: ResourceBalance, card: Card, cost: Plain) -> None:
    """Add the minimum cost of a payment."""
    payer = getattr(cost, "who", Player.YOU)
    if payer not in (Player.YOU, Player.EACH):
        return
    match cost:
        case tree.Exhaust(selection):
            balance.exhaust(card, selection)
        case tree.Sacrifice(selection):
            balance.add(Resource.TABLE, -fewest(selection))
            balance.add(Resource.DISCARD, size_of(selection))
        case (
            tree.Destroy(selection)
            | tree.Veil(selection)
            | tree.Discard(selection)
            | tree.Void(selection)
            | tree.Put(selection)
        ):
            place = place_of(selection)
            if place is not None:
                balance.add(place, -fewest(selection))
            if isinstance(cost, tree.Void) and place is Resource.HAND:
                balance.add(Resource.ARCANA, -fewest(selection))
            if isinstance(cost, tree.Destroy | tree.Discard) and place is not Resource.HAND:
                balance.add(Resource.DISCARD, size_of(selection))
            if isinstance(cost, tree.Put) and not isinstance(selection, tree.TopOf | tree.BottomOf):
                balance.add(Resource.DECK, size_of(selection))
        case tree.ChangeMind(amount, less):
            balance.add(Resource.MIND, -least(amount) if less else most(amount))
        case tree.DreamDamage(amount, to):
            if to in (Player.YOU, Player.EACH):
                balance.add(Resource.DECK, -least(amount))
        case tree.Charge():
            balance.add(Resource.DECK, -1)
            balance.add(Resource.CHARGES, 1)
        case _:
            give(balance, card, cost, from_deck=False)


_THEM = (tree.It, tree.OfThem, tree.Others)
"""Selections that can refer to cards named before the line."""


def give(balance: ResourceBalance, card: Card, instruction: Plain, *, from_deck: bool) -> None:
    """Add the maximum gain of an effect. `from_deck`: "it" is a card of a deck."""
    match instruction:
        case tree.Ready(selection):
            balance.ready(card, selection)
        case tree.Unveil(selection):
            _enter(balance, size_of(selection))
        case tree.Play(selection):
            size = 1 if isinstance(selection, _THEM) else min(balance.moved, size_of(selection))
            _enter(balance, size)
            balance.add(Resource.TABLE, size)
            if (
                filter_of(selection) is not None
                or from_deck
                or isinstance(selection, tree.TopOf | tree.BottomOf)
            ):
                balance.add(Resource.DISCARD if filter_of(selection) is not None else Resource.DECK, -size)
        case tree.ReturnToHand(selection):
            balance.add(Resource.HAND, size_of(selection))
            described = filter_of(selection)
            if described is None or described.zone is Zone.VOID:
                balance.add(Resource.ARCANA, size_of(selection))
        case tree.Put(tree.TopOf() | tree.BottomOf()) | tree.Roll() | tree.Shuffle() | tree.ReturnLooked():
            balance.add(Resource.TOP, 1)
        case tree.Put(selection) if not (from_deck and isinstance(selection, _THEM)):
            size = min(balance.moved, size_of(selection))
            balance.add(Resource.DECK, size)
            balance.add(Resource.TOP, 1)
            described = filter_of(selection)
            if (
                described is None
                or Noun.CARD is described.noun
                or Noun.THOUGHT in (described.noun, described.or_noun)
            ):
                balance.add(ANY_THOUGHT, size)
            if described is not None:
                balance.add(Resource.DISCARD if described.zone is Zone.DISCARD else Resource.TABLE, -size)
        case tree.Put():
            balance.add(Resource.TOP, 1)
        case tree.ChangeMind(amount, less, player):
            if not less and player in (Player.YOU, Player.EACH, Player.ITS_CONTROLLER):
                balance.add(Resource.MIND, most(amount))
        case tree.Sacrifice(selection) | tree.Destroy(selection) | tree.Discard(selection):
            balance.add(Resource.DISCARD, size_of(selection))
        case _:
            pass


def _enter(balance: ResourceBalance, size: int) -> None:
    """Add the gains from a card that enters play, which is ready."""
    for kind in READIED:
        balance.add(kind, size)


def take_from_deck(balance: ResourceBalance, instruction: Plain) -> None:
    """Add the gains of an effect that takes cards from the deck."""
    match instruction:
        case tree.Evoke(player) if player is not Player.OPPONENT:
            balance.add(Resource.TABLE, 1)
            _enter(balance, 1)
            balance.causes |= _ARRIVING
        case tree.Charge(host):
            balance.add(Resource.CHARGES, size_of(host))
            balance.add(Resource.DECK, -1)
            balance.add(Resource.TOP, 1)
            return
        case tree.Veil(tree.TopOf() as selection):
            balance.add(Resource.TABLE, size_of(selection))
        case _:
            return
    balance.add(Resource.DECK, -1)
    balance.add(Resource.TOP, 1)


_H = TriggerType
_ARRIVING: frozenset[Cause] = frozenset({(_H.ENTER_PLAY, None, None), (_H.PLAY, Player.YOU, None)})
_GONE = (_H.LEAVE_PLAY, _H.DISCARDED, _H.VOIDED)
_FOUGHT = (_H.CONFLICT_INITIATED, _H.CONFLICT_ENDS, _H.CONFLICT_WON, _H.CONFLICT_LOST)
_IN_CONFLICT = (_H.ATTACKS, _H.DEFENDS, _H.EXHAUSTED, _H.DAMAGED, _H.DESTROYED, *_GONE)

_TO_CARDS: dict[type[Plain], tuple[TriggerType, ...]] = {
    tree.Ready: (_H.READIED,),
    tree.Exhaust: (_H.EXHAUSTED,),
    tree.Inspire: (_H.INSPIRED,),
    tree.Charge: (_H.CHARGED, _H.ATTACHED),
    tree.Attach: (_H.ATTACHED,),
    tree.Damage: (_H.DAMAGED, _H.DESTROYED, *_GONE),
    tree.Destroy: (_H.DESTROYED, *_GONE),
    tree.Sacrifice: (_H.SACRIFICED, *_GONE),
    tree.Discard: _GONE,
    tree.Void: _GONE,
    tree.Put: (_H.LEAVE_PLAY,),
    tree.ReturnToHand: (_H.LEAVE_PLAY,),
    tree.Veil: (_H.VEILED, *_GONE),
    tree.Unveil: (_H.UNVEILED, _H.ENTER_PLAY, _H.LEAVE_PLAY),
    tree.Play: (_H.ENTER_PLAY, _H.ATTACHED),
    tree.Evoke: (_H.VEILED,),
    tree.Modify: (_H.DESTROYED, *_GONE),
    tree.Initiate: _IN_CONFLICT,
    tree.DreamDamage: (_H.DESTROYED, *_GONE),
}
"""The events that an instruction may cause for cards."""

_TO_PLAYERS: dict[type[Plain], tuple[TriggerType, ...]] = {
    tree.Evoke: (_H.EVOKE,),
    tree.Roll: (_H.ROLL,),
    tree.Shuffle: (_H.SHUFFLE,),
    tree.Play: (_H.PLAY,),
    tree.Unveil: (_H.PLAY,),
}
"""The events that an instruction may cause for its player."""


def add_causes(causes: set[Cause], instruction: Plain) -> None:
    """Add the possible triggers of an instruction."""
    kind = type(instruction)
    player = getattr(instruction, "who", Player.YOU)
    causes |= {(trigger_type, None, None) for trigger_type in _TO_CARDS.get(kind, ())}
    causes |= {(trigger_type, player, None) for trigger_type in _TO_PLAYERS.get(kind, ())}
    match instruction:
        case tree.ChangeMind(_, less) if less:
            causes |= {(_H.MIND_REDUCED, player, None), (_H.MIND_SPENT, player, None)}
        case tree.DreamDamage(_, to):
            causes.add((_H.DREAM_DAMAGE, to, None))
        case tree.Initiate():
            causes |= {(trigger_type, None, None) for trigger_type in (*_FOUGHT, _H.ROLL, _H.DREAM_DAMAGE)}
        case _:
            pass
