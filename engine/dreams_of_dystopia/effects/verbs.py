"""What each instruction of the cards does (T10–T43). A verb returns False where it waits for an answer or another procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from cards.dreams_of_dystopia.language import instructions, lasting
from cards.dreams_of_dystopia.language.selections import All, Chosen, Master, Opposing, ThisCard
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.dreams_of_dystopia.language.words import Allowance, Happening, Noun, OtherPlayer, Score, Zone
from cards.language.nodes import It, Player
from cards.language.records import Node
from engine.dreams_of_dystopia import mutations
from engine.dreams_of_dystopia.effects import choices
from engine.dreams_of_dystopia.effects.rules import in_words
from engine.dreams_of_dystopia.facts.cards import PutOnTop as PutOnTopFact
from engine.dreams_of_dystopia.facts.cards import ReturnedToSupply, Revealed, Searched, Shuffled, TookBack
from engine.dreams_of_dystopia.facts.turns import AllowanceGained, CameIntoForce
from engine.dreams_of_dystopia.falling import fall
from engine.dreams_of_dystopia.frames import RunLine
from engine.dreams_of_dystopia.helpers import add_helper, happened
from engine.dreams_of_dystopia.position import Added, Fighter
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, SUPPLY
from engine.kernel.effects.line import speak
from engine.kernel.effects.verbs import verbs_for

I = TypeVar("I", bound=Node)  # noqa: E741 - an instruction
I_co = TypeVar("I_co", covariant=True)
"""An instruction. Covariant although functions take one: a verb is only looked up by the class of its instruction."""


class Verb(msgspec.Struct, Generic[I_co], frozen=True):
    """Carries an instruction out for the players who perform it; returns False where that waits."""

    perform: Callable[[Referee, RunLine, I_co, list[int]], bool]


# ---------------------------------------------------------------------------------------------------------------- cards


def _picked(m: Referee, frame: RunLine, op: Node) -> list[int] | None:
    """Return the cards that an instruction is about; None where they must be asked for first."""
    if frame.picked is not None:
        return frame.picked
    pick = choices.pick_of(m, frame, op)
    if choices.is_open(m, frame, op, pick):
        frame.stage = choices.CARDS
        return None
    return pick.cards[: pick.high]


def _draw(m: Referee, frame: RunLine, op: instructions.Draw, seats: list[int]) -> bool:
    frame.undone |= not sum([mutations.draw(m, seat, op.n, frame.title) for seat in seats])
    return True


def _discard_some(m: Referee, frame: RunLine, op: instructions.DiscardSome, seats: list[int]) -> bool:
    if op.random:
        for seat in seats:
            mutations.discard_at_random(m, seat, op.n, frame.title)
        return True
    return _discard(m, frame, op, seats)


def _discard(
    m: Referee, frame: RunLine, op: instructions.Discard | instructions.DiscardSome, _seats: list[int]
) -> bool:
    cards = _picked(m, frame, op)
    if cards is None:
        return False
    mutations.discard(m, frame.seat, cards, frame.title)
    frame.undone |= not cards
    return True


def _gain_cards(m: Referee, frame: RunLine, op: instructions.GainCards, seats: list[int]) -> bool:
    name = m.pool.curse if op.what.filter.noun is Noun.CURSE else m.pool.deed
    frame.undone |= not sum([mutations.gain(m, seat, name, op.what.at_least, frame.title) for seat in seats])
    return True


def _give_curses(m: Referee, frame: RunLine, op: instructions.GiveCurses, seats: list[int]) -> bool:
    frame.undone |= not sum([mutations.gain(m, seat, m.pool.curse, op.n, frame.title) for seat in seats])
    return True


def _return_to_supply(m: Referee, frame: RunLine, op: instructions.ReturnToSupply, _seats: list[int]) -> bool:
    cards = _picked(m, frame, op)
    if cards is None:
        return False
    frame.undone |= not cards
    if cards:
        name = m.called(cards[0])
        m.move(cards, SUPPLY)
        for card in cards:
            m.card(card).owner, m.card(card).side = -1, 0
        source = DISCARD if op.what.filter.zone is Zone.DISCARD else HAND
        m.tell(ReturnedToSupply(frame.seat, name, len(cards), source), frame.title)
    return True


def _search(m: Referee, frame: RunLine, op: instructions.Search, _seats: list[int]) -> bool:
    seat = frame.seat
    if frame.picked is None:
        mutations.ready_deck(m, seat)
        if not m.zone(DECK, seat):
            frame.undone = True
            return True
        frame.stage = choices.SEARCH
        return False
    cards = frame.picked
    assert isinstance(op.what, Chosen)
    if op.what.filter.noun is not Noun.CARD:
        m.look(cards)
    titles = m.titles(cards)
    if cards:
        m.move(cards, HAND, seat)
    m.tell_of(cards, Searched(seat, len(cards), titles), Searched(seat, len(cards)), frame.title)
    _shuffle(m, seat)
    frame.undone |= not cards
    return True


def _search_and_use(m: Referee, frame: RunLine, _op: instructions.SearchAndUse, _seats: list[int]) -> bool:
    seat, fighter = frame.seat, m.fighter(frame.seat)
    if frame.stage == choices.USING:
        _shuffle(m, seat)
        return True
    if frame.picked is None:
        mutations.ready_deck(m, seat)
        if fighter is None or not m.zone(DECK, seat):
            frame.undone = True
            return True
        frame.stage = choices.SEARCH
        return False
    if not frame.picked or fighter is None:
        frame.undone = True
        m.tell(Searched(seat, 0), frame.title)
        _shuffle(m, seat)
        return True
    add_helper(m, fighter, frame.picked[0], frame.title)
    if m.position.stack[-1] is not frame:  # What the Weapon does comes first.
        frame.stage = choices.USING
        return False
    _shuffle(m, seat)
    return True


def _shuffle(m: Referee, seat: int) -> None:
    m.shuffle(DECK, seat)
    m.tell(Shuffled(seat), "DD21")


def _put_into_hand(m: Referee, frame: RunLine, op: instructions.PutIntoHand, _seats: list[int]) -> bool:
    cards = frame.it[:1] if isinstance(op.what, It) else _picked(m, frame, op)
    if cards is None:
        return False
    frame.undone |= not cards
    for card in cards:
        source = m.card(card).zone
        m.move([card], HAND, frame.seat)
        m.tell(TookBack(frame.seat, m.called(card), source), frame.title)
    return True


def _put_on_top(m: Referee, frame: RunLine, op: instructions.PutOnTop, _seats: list[int]) -> bool:
    cards = _picked(m, frame, op)
    if cards is None:
        return False
    frame.undone |= not cards
    if cards:
        m.move(cards, DECK, frame.seat, top=True)
        m.tell_of(cards, PutOnTopFact(frame.seat, m.titles(cards)), PutOnTopFact(frame.seat), frame.title)
    return True


def _next_on_top(m: Referee, frame: RunLine, op: instructions.NextOnTop, _seats: list[int]) -> bool:
    m.seat(frame.seat).on_top = 1  # Said twice, it is the same card (DD130).
    return _in_force(m, frame, op)


def _reveal(m: Referee, frame: RunLine, _op: instructions.Reveal, _seats: list[int]) -> bool:
    mutations.ready_deck(m, frame.seat)
    top = m.zone(DECK, frame.seat)[:1]
    m.look(top)
    for card in top:
        m.tell(Revealed(frame.seat, m.called(card)), frame.title)
    speak(frame, top)
    frame.undone |= not top
    return True


def _turn(m: Referee, frame: RunLine, op: instructions.Turn, _seats: list[int]) -> bool:
    match op.what:
        case Master():
            cards: list[int] | None = m.seat(frame.seat).master
        case ThisCard():
            fighter = m.fighter(frame.seat)
            if fighter is not None:
                fighter.turning.append(frame.source)
                return _in_force(m, frame, op)
            cards = [frame.source]
        case _:
            cards = _picked(m, frame, op)
    if cards is None:
        return False
    frame.undone |= not cards
    for card in cards:
        mutations.turn_over(m, frame.seat, card, frame.title)
    return True


# ------------------------------------------------------------------------------------------------------------- numbers


def _change_score(m: Referee, frame: RunLine, op: instructions.ChangeScore, seats: list[int]) -> bool:
    amount = -op.n if op.less else op.n
    if op.score is Score.LP:
        fall(m, mutations.change_lp(m, seats, amount, frame.title), frame.title)
    else:
        happened(m, mutations.change_fame(m, seats, amount, frame.title), Happening.FAME)
    return True


def _take_lp(m: Referee, frame: RunLine, op: instructions.TakeLP, _seats: list[int]) -> bool:
    if frame.player < 0:
        frame.stage = choices.PLAYER
        return False
    player, frame.player = frame.player, -1
    fall(m, mutations.change_lp(m, [player], -op.n, frame.title), frame.title)
    return True


_FIELDS: Mapping[Allowance, str] = {
    Allowance.ABILITY: "abilities",
    Allowance.COMBAT: "combats",
    Allowance.DEED: "deeds",
    Allowance.ACQUISITION: "acquisitions",
    Allowance.RECRUIT: "recruits",
    Allowance.PURCHASE: "purchases",
}


def _allow(m: Referee, frame: RunLine, op: instructions.Allow, _seats: list[int]) -> bool:
    is_own, allowed, field = frame.seat == m.position.active, m.position.allowed, _FIELDS[op.allowance]
    if is_own:
        setattr(allowed, field, getattr(allowed, field) + op.n.n)
    m.tell(AllowanceGained(frame.seat, op.allowance.value, op.n.n, not is_own), frame.title)
    return True


def _once_more(m: Referee, frame: RunLine, op: instructions.OnceMore, _seats: list[int]) -> bool:
    fighter = m.fighter(frame.seat)
    if fighter is None:
        frame.undone = True
        return True
    fighter.again.append(op.step.value)
    return _in_force(m, frame, op)


# ------------------------------------------------------------------------------------------------------------- lasting


def _in_force(m: Referee, frame: RunLine, op: Node) -> bool:
    m.tell(CameIntoForce(frame.seat, frame.title, in_words(frame, frame.seat, ((op,),))), frame.title)
    return True


def _in_combat(change: Callable[[Fighter, Fighter, I], None]) -> Verb[I]:
    """Return a verb that changes something of the player's own fighter, or of the opposing one: (own, opposing, op)."""

    def verb(m: Referee, frame: RunLine, op: I, _seats: list[int]) -> bool:
        own, opposing = m.fighter(frame.seat), m.opposing(frame.seat)
        if own is None or opposing is None:
            frame.undone = True
            return True
        change(own, opposing, op)
        return _in_force(m, frame, op)

    return Verb(verb)


def _modify_fighter(own: Fighter, opposing: Fighter, op: lasting.Modify) -> None:
    fighter = opposing if isinstance(op.to, Opposing) else own
    fighter.added.append(Added(op.stat.value, op.amount.n, op.each.value if op.each else ""))


def _gain_keyword(own: Fighter, _opposing: Fighter, _op: lasting.GainKeyword) -> None:
    own.defender = True


def _lose_less(own: Fighter, _opposing: Fighter, op: instructions.LoseLess) -> None:
    own.less += op.n


def _cannot_use(_own: Fighter, opposing: Fighter, op: lasting.CannotUse) -> None:
    opposing.barred.append(op.what.value)


def _modify(m: Referee, frame: RunLine, op: lasting.Modify, seats: list[int]) -> bool:
    if not isinstance(op.to, All):
        return _in_combat(_modify_fighter).perform(m, frame, op, seats)
    stats = m.seat(frame.seat).stats
    stats[op.stat.value] = stats.get(op.stat.value, 0) + op.amount.n
    return _in_force(m, frame, op)


def _require_less(m: Referee, frame: RunLine, op: lasting.RequireLess, _seats: list[int]) -> bool:
    m.seat(frame.seat).less += op.by
    return _in_force(m, frame, op)


def _waive_faction(m: Referee, frame: RunLine, op: lasting.WaiveFaction, _seats: list[int]) -> bool:
    m.seat(frame.seat).waives = True
    return _in_force(m, frame, op)


# --------------------------------------------------------------------------------------------------------- all of them

_BY_INSTRUCTION: dict[type[Node], Verb[Node]] = {
    instructions.Allow: Verb(_allow),
    lasting.CannotUse: _in_combat(_cannot_use),
    instructions.ChangeScore: Verb(_change_score),
    instructions.Discard: Verb(_discard),
    instructions.DiscardSome: Verb(_discard_some),
    instructions.Draw: Verb(_draw),
    instructions.GainCards: Verb(_gain_cards),
    lasting.GainKeyword: _in_combat(_gain_keyword),
    instructions.GiveCurses: Verb(_give_curses),
    instructions.LoseLess: _in_combat(_lose_less),
    lasting.Modify: Verb(_modify),
    instructions.NextOnTop: Verb(_next_on_top),
    instructions.OnceMore: Verb(_once_more),
    instructions.PutIntoHand: Verb(_put_into_hand),
    instructions.PutOnTop: Verb(_put_on_top),
    lasting.RequireLess: Verb(_require_less),
    instructions.ReturnToSupply: Verb(_return_to_supply),
    instructions.Reveal: Verb(_reveal),
    instructions.Search: Verb(_search),
    instructions.SearchAndUse: Verb(_search_and_use),
    instructions.TakeLP: Verb(_take_lp),
    instructions.Turn: Verb(_turn),
    lasting.WaiveFaction: Verb(_waive_faction),
}

VERBS = verbs_for(DYSTOPIA, _BY_INSTRUCTION)
"""By instruction."""


def performers(op: Node) -> Player | OtherPlayer:
    """Return who performs an instruction: for Curses that are given, who gets them."""
    if isinstance(op, instructions.GiveCurses):
        return Player.OPPONENT
    return Player.YOU if isinstance(op, lasting.CannotUse) else getattr(op, "who", Player.YOU)
