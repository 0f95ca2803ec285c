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
"""An instruction that isn't a sentence around others."""


def pay(known: ResourceBalance, card: Card, cost: Plain) -> None:
    """Return the least that paying takes."""
    who = getattr(cost, "who", Player.YOU)
    if who not in (Player.YOU, Player.EACH):
        return
    match cost:
        case tree.Exhaust(what):
            known.exhaust(card, what)
        case tree.Sacrifice(what):
            known.add(Resource.TABLE, -fewest(what))
            known.add(Resource.DISCARD, size_of(what))
        case tree.Destroy(what) | tree.Veil(what) | tree.Discard(what) | tree.Void(what) | tree.Put(what):
            place = place_of(what)
            if place is not None:
                known.add(place, -fewest(what))
            if isinstance(cost, tree.Void) and place is Resource.HAND:
                known.add(Resource.ARCANA, -fewest(what))
            if isinstance(cost, tree.Destroy | tree.Discard) and place is not Resource.HAND:
                known.add(Resource.DISCARD, size_of(what))
            if isinstance(cost, tree.Put) and not isinstance(what, tree.TopOf | tree.BottomOf):
                known.add(Resource.DECK, size_of(what))
        case tree.ChangeMind(amount, less):
            known.add(Resource.MIND, -least(amount) if less else most(amount))
        case tree.DreamDamage(amount, to):
            if to in (Player.YOU, Player.EACH):
                known.add(Resource.DECK, -least(amount))
        case tree.Charge():
            known.add(Resource.DECK, -1)
            known.add(Resource.CHARGES, 1)
        case _:
            give(known, card, cost, from_deck=False)


_THEM = (tree.It, tree.OfThem, tree.Others)
"""The meaning of "it" before the line."""


def give(known: ResourceBalance, card: Card, instruction: Plain, *, from_deck: bool) -> None:
    """Return the most that an effect may give back; `from_deck`: "it" is a card of a deck."""
    match instruction:
        case tree.Ready(what):
            known.ready(card, what)
        case tree.Unveil(what):
            _enter(known, size_of(what))
        case tree.Play(what):
            size = 1 if isinstance(what, _THEM) else min(known.moved, size_of(what))
            _enter(known, size)
            known.add(Resource.TABLE, size)
            if filter_of(what) is not None or from_deck or isinstance(what, tree.TopOf | tree.BottomOf):
                known.add(Resource.DISCARD if filter_of(what) is not None else Resource.DECK, -size)
        case tree.ReturnToHand(what):
            known.add(Resource.HAND, size_of(what))
            wanted = filter_of(what)
            if wanted is None or wanted.zone is Zone.VOID:
                known.add(Resource.ARCANA, size_of(what))
        case tree.Put(tree.TopOf() | tree.BottomOf()) | tree.Roll() | tree.Shuffle() | tree.ReturnLooked():
            known.add(Resource.TOP, 1)
        case tree.Put(what) if not (from_deck and isinstance(what, _THEM)):
            size = min(known.moved, size_of(what))
            known.add(Resource.DECK, size)
            known.add(Resource.TOP, 1)
            wanted = filter_of(what)
            if wanted is None or Noun.CARD is wanted.noun or Noun.THOUGHT in (wanted.noun, wanted.or_noun):
                known.add(ANY_THOUGHT, size)
            if wanted is not None:
                known.add(Resource.DISCARD if wanted.zone is Zone.DISCARD else Resource.TABLE, -size)
        case tree.Put():
            known.add(Resource.TOP, 1)
        case tree.ChangeMind(amount, less, who):
            if not less and who in (Player.YOU, Player.EACH, Player.ITS_CONTROLLER):
                known.add(Resource.MIND, most(amount))
        case tree.Sacrifice(what) | tree.Destroy(what) | tree.Discard(what):
            known.add(Resource.DISCARD, size_of(what))
        case _:
            pass


def _enter(known: ResourceBalance, size: int) -> None:
    """Return the gains from a card that enters play: it is ready."""
    for kind in READIED:
        known.add(kind, size)


def take_from_deck(known: ResourceBalance, instruction: Plain) -> None:
    """Return the gains of an effect for cards of the deck."""
    match instruction:
        case tree.Evoke(who) if who is not Player.OPPONENT:
            known.add(Resource.TABLE, 1)
            _enter(known, 1)
            known.causes |= _ARRIVING
        case tree.Charge(host):
            known.add(Resource.CHARGES, size_of(host))
            known.add(Resource.DECK, -1)
            known.add(Resource.TOP, 1)
            return
        case tree.Veil(tree.TopOf() as what):
            known.add(Resource.TABLE, size_of(what))
        case _:
            return
    known.add(Resource.DECK, -1)
    known.add(Resource.TOP, 1)


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
"""The events of an instruction for its player."""


def add_causes(causes: set[Cause], instruction: Plain) -> None:
    """Return the possible triggers of an instruction."""
    kind = type(instruction)
    who = getattr(instruction, "who", Player.YOU)
    causes |= {(trigger_type, None, None) for trigger_type in _TO_CARDS.get(kind, ())}
    causes |= {(trigger_type, who, None) for trigger_type in _TO_PLAYERS.get(kind, ())}
    match instruction:
        case tree.ChangeMind(_, less) if less:
            causes |= {(_H.MIND_REDUCED, who, None), (_H.MIND_SPENT, who, None)}
        case tree.DreamDamage(_, to):
            causes.add((_H.DREAM_DAMAGE, to, None))
        case tree.Initiate():
            causes |= {(trigger_type, None, None) for trigger_type in (*_FOUGHT, _H.ROLL, _H.DREAM_DAMAGE)}
        case _:
            pass
