"""Conflicts, Nightmare, and the end of a match (§4, §5)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, Value, msg, row, title
from engine.kernel.endings import result
from engine.kernel.events.event import Ended
from engine.kernel.events.story import Weight
from engine.kernel.events.story_builder import ATTACK, CHANGE, signed
from engine.voidream import facts as told
from engine.voidream.endings import ENDINGS
from engine.voidream.facts import Told
from engine.voidream.wording.story.teller import Handler, Teller, cards_of

_A_CONFLICT = {"dawn": msg("a dawn conflict"), "dusk": msg("a dusk conflict")}
_THE_CONFLICT = {"dawn": msg("the dawn conflict"), "dusk": msg("the dusk conflict")}


def _begins(t: Teller, at: int, fact: told.ConflictCalled) -> None:
    """A conflict begins: with its attackers, if they are known by now."""
    declared = t.later(at, lambda one: isinstance(one, told.AttackersDeclared))[:1]
    for place in declared:
        attackers = t.facts[place]
        assert isinstance(attackers, told.AttackersDeclared)
        _attack(t, at, attackers, None if fact.conflict is None else fact.conflict.value, place)
        return
    kind = msg("a conflict") if fact.conflict is None else _A_CONFLICT[fact.conflict.value]
    text = t.of(
        fact.seat,
        msg("You begin {conflict}", conflict=kind),
        lambda who: msg("{who} begins {conflict}", who=who, conflict=kind),
    )
    t.add(Weight.DETAIL, ATTACK, text, at)


def _attackers(t: Teller, at: int, fact: told.AttackersDeclared) -> None:
    _attack(t, at, fact, None)


def _attack(t: Teller, at: int, fact: told.AttackersDeclared, kind: str | None, *covers: int) -> None:
    chosen = t.later(at, lambda one: isinstance(one, told.ConflictChosen))[:1]
    for place in chosen:
        choice = t.facts[place]
        assert isinstance(choice, told.ConflictChosen)
        kind = choice.conflict.value
    cards = cards_of(fact.cards)
    if fact.cards:
        text = t.of(
            fact.seat,
            msg("You attack with {cards}", cards=cards),
            lambda who: msg("{who} attacks with {cards}", who=who, cards=cards),
        )
    else:
        text = t.of(fact.seat, msg("You attack alone"), lambda who: msg("{who} attacks alone", who=who))
    if kind is not None:
        text = msg("{told}: {conflict}", told=text, conflict=_A_CONFLICT[kind])
    t.add(Weight.NOTABLE, ATTACK, text, at, *covers, *chosen)


def _chosen(t: Teller, at: int, fact: told.ConflictChosen) -> None:
    kind = _A_CONFLICT[fact.conflict.value]
    text = t.of(
        fact.seat,
        msg("You choose {conflict}", conflict=kind),
        lambda who: msg("{who} chooses {conflict}", who=who, conflict=kind),
    )
    t.add(Weight.NOTABLE, ATTACK, text, at)


def _defenders(t: Teller, at: int, fact: told.DefendersDeclared) -> None:
    cards = cards_of(fact.cards)
    if fact.cards:
        text = t.of(
            fact.seat,
            msg("You defend with {cards}", cards=cards),
            lambda who: msg("{who} defends with {cards}", who=who, cards=cards),
        )
        t.add(Weight.NOTABLE, ATTACK, text, at)
    else:
        text = t.of(fact.seat, msg("You defend alone"), lambda who: msg("{who} defends alone", who=who))
        t.add(Weight.DETAIL, ATTACK, text, at)


def _scored(t: Teller, at: int, fact: told.ConflictScored) -> None:
    kind = _THE_CONFLICT[fact.conflict.value]
    if fact.winner < 0:
        text = msg("Nobody won {conflict}, {n} : {n}", conflict=kind, n=signed(fact.totals[0]))
    else:
        won, lost = signed(fact.totals[fact.winner]), signed(fact.totals[1 - fact.winner])
        text = t.of(
            fact.winner,
            msg("You won {conflict} {won} : {lost}", conflict=kind, won=won, lost=lost),
            lambda who: msg(
                "{who} won {conflict} {won} : {lost}", who=who, conflict=kind, won=won, lost=lost
            ),
        )
    t.add(Weight.DECISIVE, ATTACK, text, at, reason=_sums(t, fact), is_result=True)


def _sums(t: Teller, fact: told.ConflictScored) -> Message:
    """Return how both scores came about, the winner's first; a side that has nothing but its depth is told, too."""
    order = (1, 0) if fact.winner == 1 else (0, 1)
    sums = [
        t.of(
            seat,
            msg("you {total} = {parts}", total=signed(fact.totals[seat]), parts=_sum(fact.parts[seat])),
            lambda who, seat=seat: msg(
                "{who} {total} = {parts}",
                who=who,
                total=signed(fact.totals[seat]),
                parts=_sum(fact.parts[seat]),
            ),
        )
        for seat in order
    ]
    return msg("{first}; {second}.", first=sums[0], second=sums[1])


def _sum(parts: Sequence[tuple[str, str, int]]) -> Message:
    """Return the parts of a score as a sum: "depth 4 + Chalk Sentinel 2 − Barrier Gate 1", alike ones added."""
    numbers: dict[tuple[str, str], int] = {}
    for what, card, number in parts:
        numbers[what, card] = numbers.get((what, card), 0) + number
    texts: list[Value] = []
    for (what, card), number in numbers.items():
        if texts:
            texts.append("−" if number < 0 else "+")
            number = abs(number)
        name = _PARTS.get(what) or title(card)
        texts.append(msg("{part} {number}", part=name, number=signed(number)))
    return row(*texts)


_PARTS = {
    "depth": msg("depth", "part of a score"),
    "mind": msg("mind", "part of a score"),
    "limit": msg("limit", "part of a score"),
}
"""What a part of a score is called that has no card, or whose card everybody knows: else by the title of its card."""


def _faces(t: Teller, at: int, fact: told.FacesNightmare) -> None:
    match fact.why:
        case "empty hand":
            text = t.of(
                fact.seat,
                msg("You are out of arcana and must face Nightmare"),
                lambda who: msg("{who} is out of arcana and must face Nightmare", who=who),
            )
        case "highest mind":
            text = t.of(
                fact.seat,
                msg("You have the highest mind and must face Nightmare"),
                lambda who: msg("{who} has the highest mind and must face Nightmare", who=who),
            )
        case _:
            text = t.of(
                fact.seat,
                msg("You passed last and must face Nightmare"),
                lambda who: msg("{who} passed last and must face Nightmare", who=who),
            )
    t.add(Weight.DECISIVE, CHANGE, text, at)


def _avoided(t: Teller, at: int, fact: told.AvoidedNightmare) -> None:
    text = t.of(
        fact.seat, msg("You avoided Nightmare"), lambda who: msg("{who} avoided Nightmare", who=who)
    )  # fmt: skip
    t.add(Weight.DECISIVE, CHANGE, text, at)


def _entered_nightmare(t: Teller, at: int, fact: told.EnteredNightmare) -> None:
    """Nightmare, with what it costs at once: the arcana return, and one goes to the Void (§4 Entering Nightmare)."""
    text = t.of(
        fact.seat, msg("You entered Nightmare"), lambda who: msg("{who} entered Nightmare", who=who)
    )  # fmt: skip
    covers = [at]
    price: Message | None = None
    for place in t.later(at, lambda one: isinstance(one, told.ReturnedToHand | told.Voided)):
        if not t.by_rule(place):
            continue
        covers.append(place)
        match t.facts[place]:
            case told.Voided(card=card):
                price = msg("{card} went to the Void for it.", card=title(card))
            case _:
                pass
    t.add(Weight.DECISIVE, CHANGE, text, *covers, reason=price, is_result=True)


def _ended(t: Teller, at: int, fact: Ended) -> None:
    """How the match ended (§5, §4 Entering Nightmare; R99)."""
    text = result(fact.places, ENDINGS[fact.ending], t.names, t.reader)
    t.add(Weight.DECISIVE, CHANGE, text, at, is_result=True)


HANDLERS: dict[type[Told], Handler] = {
    told.ConflictCalled: _begins,
    told.AttackersDeclared: _attackers,
    told.ConflictChosen: _chosen,
    told.DefendersDeclared: _defenders,
    told.ConflictScored: _scored,
    told.FacesNightmare: _faces,
    told.AvoidedNightmare: _avoided,
    told.EnteredNightmare: _entered_nightmare,
    told.MatchWon: _ended,
    Ended: _ended,
}
