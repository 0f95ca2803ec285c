"""Verbs: the functions that perform each instruction of the cards (T10–T43)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from cards.dreams_of_dystopia.language import continuous_effects, instructions
from cards.dreams_of_dystopia.language.selections import All, Chosen, Master, Opposing, ThisCard
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.dreams_of_dystopia.language.words import Allowance, Happening, Noun, OtherPlayer, Score, Zone
from cards.language.nodes import It, Player
from cards.language.records import Node
from engine.dreams_of_dystopia import mutations
from engine.dreams_of_dystopia.effects import choices
from engine.dreams_of_dystopia.effects.departures import fall
from engine.dreams_of_dystopia.effects.helpers import add_helper, happened
from engine.dreams_of_dystopia.effects.rules import effect_text
from engine.dreams_of_dystopia.facts.cards import CardPutOnTop as PutOnTopFact
from engine.dreams_of_dystopia.facts.cards import ReturnedToSupply, Revealed, Searched, Shuffled, TookBack
from engine.dreams_of_dystopia.facts.turns import AllowanceGained, CameIntoForce
from engine.dreams_of_dystopia.frames import RunLine
from engine.dreams_of_dystopia.position import Added
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, SUPPLY
from engine.kernel.effects.line import set_meanings
from engine.kernel.effects.verbs import verbs_for

WAITS = True
"""The result of a verb that waits for an answer or another procedure."""

Verb = Callable[..., bool | None]
"""Performs an instruction: (referee, frame of the line, instruction, seats of the performers)."""

I = TypeVar("I", bound=Node)  # noqa: E741 - an instruction


# ---------------------------------------------------------------------------------------------------------------- cards


def _picked(m: Referee, frame: RunLine, op: Node) -> list[int] | None:
    """Return the cards of an instruction; None, with the frame's stage set, if they must be asked for first."""
    match getattr(op, "what", None):
        case It():
            return frame.it[:1]
        case Master():
            return m.seat(frame.seat).master
        case ThisCard():
            return [frame.source]
        case _ if frame.picked is not None:
            return frame.picked
        case _:
            pick = choices.pick_of(m, frame, op)
            if choices.is_open(m, frame, op, pick):
                frame.stage = choices.CARDS
                return None
            return pick.cards[: pick.high]


def _of_cards(change: Callable[[Referee, RunLine, I, list[int]], None]) -> Verb:
    """Return a verb that applies a change to the cards of its instruction, if there are any."""

    def verb(m: Referee, frame: RunLine, op: I, _seats: list[int]) -> bool | None:
        cards = _picked(m, frame, op)
        if cards is None:
            return WAITS
        frame.undone |= not cards
        if cards:
            change(m, frame, op, cards)
        return None

    return verb


def _draw(m: Referee, frame: RunLine, op: instructions.Draw, seats: list[int]) -> None:
    frame.undone |= not sum([mutations.draw(m, seat, op.n, frame.title) for seat in seats])


def _gain(
    m: Referee, frame: RunLine, op: instructions.GainCards | instructions.GiveCurses, seats: list[int]
) -> None:
    is_gift = isinstance(op, instructions.GiveCurses)
    count, noun = (op.n, Noun.CURSE) if is_gift else (op.what.at_least, op.what.filter.noun)
    pile = m.pool.curse if noun is Noun.CURSE else m.pool.deed
    frame.undone |= not sum([mutations.gain(m, seat, pile, count, frame.title) for seat in seats])


def _discard_some(m: Referee, frame: RunLine, op: instructions.DiscardSome, seats: list[int]) -> bool | None:
    if not op.random:
        return _of_cards(_discard)(m, frame, op, seats)
    for seat in seats:
        mutations.discard_at_random(m, seat, op.n, frame.title)
    return None


def _discard(m: Referee, frame: RunLine, _op: Node, cards: list[int]) -> None:
    mutations.discard(m, frame.seat, cards, frame.title)


def _return_to_supply(m: Referee, frame: RunLine, op: instructions.ReturnToSupply, cards: list[int]) -> None:
    name = m.called(cards[0])
    m.move(cards, SUPPLY)
    for card in cards:
        m.card(card).owner, m.card(card).side = -1, 0
    source = DISCARD if op.what.filter.zone is Zone.DISCARD else HAND
    m.emit(ReturnedToSupply(frame.seat, name, len(cards), source), frame.title)


def _search(m: Referee, frame: RunLine, op: instructions.Search, _seats: list[int]) -> bool | None:
    seat, cards = frame.seat, frame.picked
    if cards is None:
        return _ask_search(m, frame)
    assert isinstance(op.what, Chosen)
    if op.what.filter.noun is Noun.CARD:
        m.choose_unseen(cards)
    else:
        m.look(cards)
    titles = m.titles(cards)
    if cards:
        m.move(cards, HAND, seat)
    m.emit_known(cards, Searched(seat, len(cards), titles), Searched(seat, len(cards)), frame.title)
    _shuffle(m, seat)
    frame.undone |= not cards
    return None


def _search_and_use(m: Referee, frame: RunLine, _op: Node, _seats: list[int]) -> bool | None:
    seat, fighter = frame.seat, m.fighter(frame.seat)
    if frame.stage != choices.USING:
        if frame.picked is None:
            return _ask_search(m, frame, can_use=fighter is not None)
        if frame.picked and fighter is not None:
            add_helper(m, fighter, frame.picked[0], frame.title)
            if m.position.stack[-1] is not frame:  # The Weapon's effects come first.
                frame.stage = choices.USING
                return WAITS
        else:
            frame.undone = True
            m.emit(Searched(seat, 0), frame.title)
    _shuffle(m, seat)
    return None


def _ask_search(m: Referee, frame: RunLine, *, can_use: bool = True) -> bool:
    """Wait for the choice of a card from the deck, if it has any. Return whether the instruction waits."""
    mutations.ready_deck(m, frame.seat)
    is_asked = can_use and bool(m.zone(DECK, frame.seat))
    frame.stage = choices.SEARCH if is_asked else frame.stage
    frame.undone |= not is_asked
    return is_asked


def _shuffle(m: Referee, seat: int) -> None:
    m.shuffle(DECK, seat)
    m.emit(Shuffled(seat), "DD21")


def _put_into_hand(m: Referee, frame: RunLine, _op: Node, cards: list[int]) -> None:
    for card in cards:
        source = m.card(card).zone
        m.move([card], HAND, frame.seat)
        m.emit(TookBack(frame.seat, m.called(card), source), frame.title)


def _put_on_top(m: Referee, frame: RunLine, _op: Node, cards: list[int]) -> None:
    m.move(cards, DECK, frame.seat, top=True)
    m.emit_known(cards, PutOnTopFact(frame.seat, m.titles(cards)), PutOnTopFact(frame.seat), frame.title)


def _reveal(m: Referee, frame: RunLine, _op: Node, _seats: list[int]) -> None:
    mutations.ready_deck(m, frame.seat)
    top = m.zone(DECK, frame.seat)[:1]
    m.look(top)
    for card in top:
        m.emit(Revealed(frame.seat, m.called(card)), frame.title)
    set_meanings(frame, top)
    frame.undone |= not top


def _turn(m: Referee, frame: RunLine, op: instructions.Turn, cards: list[int]) -> None:
    fighter = m.fighter(frame.seat)
    if isinstance(op.what, ThisCard) and fighter is not None:
        fighter.turning += cards
        _in_force(m, frame, op)
        return
    for card in cards:
        mutations.turn_over(m, frame.seat, card, frame.title)


# ------------------------------------------------------------------------------------------------------------- numbers


def _change_score(m: Referee, frame: RunLine, op: instructions.ChangeScore, seats: list[int]) -> None:
    amount = -op.n if op.less else op.n
    if op.score is Score.LP:
        fall(m, mutations.change_lp(m, seats, amount, frame.title), frame.title)
    else:
        happened(m, mutations.change_fame(m, seats, amount, frame.title), Happening.FAME)


def _take_lp(m: Referee, frame: RunLine, op: instructions.TakeLP, _seats: list[int]) -> bool | None:
    if frame.player < 0:
        frame.stage = choices.PLAYER
        return WAITS
    player, frame.player = frame.player, -1
    fall(m, mutations.change_lp(m, [player], -op.n, frame.title), frame.title)
    return None


_FIELDS: Mapping[Allowance, str] = {
    Allowance.ABILITY: "abilities",
    Allowance.COMBAT: "combats",
    Allowance.DEED: "deeds",
    Allowance.ACQUISITION: "acquisitions",
    Allowance.RECRUIT: "recruits",
    Allowance.PURCHASE: "purchases",
}


def _allow(m: Referee, frame: RunLine, op: instructions.Allow, _seats: list[int]) -> None:
    is_own, allowed, field = frame.seat == m.position.active, m.position.allowed, _FIELDS[op.allowance]
    if is_own:
        setattr(allowed, field, getattr(allowed, field) + op.n.n)
    m.emit(AllowanceGained(frame.seat, op.allowance.value, op.n.n, not is_own), frame.title)


# ------------------------------------------------------------------------------------------------------------- lasting


def _in_force(m: Referee, frame: RunLine, op: Node) -> None:
    m.emit(CameIntoForce(frame.seat, frame.title, effect_text(frame, frame.seat, ((op,),))), frame.title)


def _in_combat(m: Referee, frame: RunLine, op: Node, _seats: list[int]) -> None:
    """Change the player's own fighter, or the opposing one, until Clean-Up."""
    own, opposing = m.fighter(frame.seat), m.opposing(frame.seat)
    if own is None or opposing is None:
        frame.undone = True
        return
    match op:
        case continuous_effects.Modify(amount, stat, to, each):
            fighter = opposing if isinstance(to, Opposing) else own
            fighter.added.append(Added(stat.value, amount.n, each.value if each else ""))
        case continuous_effects.GainKeyword():
            own.defender = True
        case instructions.LoseLess(n):
            own.less += n
        case instructions.OnceMore(step=step):
            own.again.append(step.value)
        case continuous_effects.CannotUse(_, what):
            opposing.barred.append(what.value)
        case _:
            raise TypeError(f"{op!r} doesn't change a Combat")
    _in_force(m, frame, op)


def _in_turn(m: Referee, frame: RunLine, op: Node, _seats: list[int]) -> None:
    """Change the rules of this turn for a player."""
    state = m.seat(frame.seat)
    match op:
        case continuous_effects.Modify(amount, stat):
            state.stats[stat.value] = state.stats.get(stat.value, 0) + amount.n
        case instructions.NextOnTop():
            state.on_top = 1  # A second such effect applies to the same card (DD130).
        case continuous_effects.RequireLess(_, by):
            state.less += by
        case continuous_effects.WaiveFaction():
            state.waives = True
        case _:
            raise TypeError(f"{op!r} doesn't change a turn")
    _in_force(m, frame, op)


def _modify(m: Referee, frame: RunLine, op: continuous_effects.Modify, seats: list[int]) -> None:
    (_in_turn if isinstance(op.to, All) else _in_combat)(m, frame, op, seats)


# --------------------------------------------------------------------------------------------------------- all of them

_BY_INSTRUCTION: Mapping[type[Node], Verb] = {
    instructions.Allow: _allow,
    continuous_effects.CannotUse: _in_combat,
    instructions.ChangeScore: _change_score,
    instructions.Discard: _of_cards(_discard),
    instructions.DiscardSome: _discard_some,
    instructions.Draw: _draw,
    instructions.GainCards: _gain,
    continuous_effects.GainKeyword: _in_combat,
    instructions.GiveCurses: _gain,
    instructions.LoseLess: _in_combat,
    continuous_effects.Modify: _modify,
    instructions.NextOnTop: _in_turn,
    instructions.OnceMore: _in_combat,
    instructions.PutIntoHand: _of_cards(_put_into_hand),
    instructions.PutOnTop: _of_cards(_put_on_top),
    continuous_effects.RequireLess: _in_turn,
    instructions.ReturnToSupply: _of_cards(_return_to_supply),
    instructions.Reveal: _reveal,
    instructions.Search: _search,
    instructions.SearchAndUse: _search_and_use,
    instructions.TakeLP: _take_lp,
    instructions.Turn: _of_cards(_turn),
    continuous_effects.WaiveFaction: _in_turn,
}

VERBS: Mapping[type[Node], Verb] = verbs_for(DYSTOPIA, _BY_INSTRUCTION)


def performers(op: Node) -> Player | OtherPlayer:
    """Return the performers of an instruction; for given Curses, the recipients."""
    if isinstance(op, instructions.GiveCurses):
        return Player.OPPONENT
    return Player.YOU if isinstance(op, continuous_effects.CannotUse) else getattr(op, "who", Player.YOU)
