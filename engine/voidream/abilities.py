"""Activated abilities: whether they may be activated, their costs, and their effects (§6, §7, R18, R33)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import Prohibition
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.voidream.choosing import key_of
from engine.voidream.lines import begin_line
from engine.voidream.loops import label, taken_here
from engine.voidream.program import COST, COSTS
from engine.voidream.reckoning import is_forbidden
from engine.voidream.referee import Referee
from engine.voidream.restrictions import Reason
from engine.voidream.sentences import would_change
from engine.voidream.texts import Speaker
from engine.voidream.triggers import flush
from engine.voidream.verbs.picking import named

LEADS_BACK = "{} has been used in this very position before: what leads back to it may be done only once."
"""Why an action can't be taken again (§7, R47)."""


@dataclass(slots=True)
class InPlay:
    """An activated ability of a card in play, or of a mind (`card` -1): how it is called, and where it is printed."""

    key: str
    card: int
    title: str
    side: str
    index: int
    ability: tree.Activated


def abilities(ref: Referee, seat: int) -> list[InPlay]:
    """Return the activated abilities of a player's cards; the second one of a card has "/2" after its key."""
    out: list[InPlay] = []
    for owner, card, title, side, _ in ref.texts_in_force():
        if owner != seat:
            continue
        for number, (index, ability) in enumerate(ref.pool[title].sides[side].activated.items(), 1):
            name = title if card < 0 else key_of(ref, seat, card)
            key = name if number == 1 else f"{name}/{number}"
            out.append(InPlay(key, card, title, side, index, ability))
    return out


def why_not_activate(ref: Referee, seat: int, key: str) -> Reason | None:
    """Return why an ability can't be activated now; None if it can (§4, §7, R18, R33)."""
    found = next((known for known in abilities(ref, seat) if known.key == key), None)
    if found is None:
        return "That card has no activated ability of yours in play.", "§6 Activated Ability"
    return why_not_ability(ref, seat, found, taken_here(ref))


def why_not_ability(ref: Referee, seat: int, known: InPlay, taken: frozenset[str]) -> Reason | None:
    """Return why an ability that is in play can't be activated now; None if it can.

    `taken` are the labels of the actions that have been taken in this very position before (see `loops`).
    """
    ability, card = known.ability, known.card
    title = known.key.partition("#")[0]
    if is_forbidden(ref, seat, Prohibition.ACTIVATE):
        return "An effect in force says that you cannot activate abilities.", "§7"
    speaker = ref.speaker(seat, card)
    with ExitStack() as taken_back:
        for cost in ability.cost:
            if not would_change(ref, speaker, cost) or not _is_whole(ref, speaker, cost):
                return f"The cost of {title} can't be paid now.", "§6 Activated Ability"
            _pretend(ref, seat, card, cost, taken_back)
        if not _effect_changes(ref, seat, card, ability):
            return f"{title} would change nothing besides its cost.", "§7"
    if taken and label(ref, seat, f"activate {known.key}", card) in taken:
        return LEADS_BACK.format(title), "§7"
    return None


def _is_own_mind(cost: tree.ChangeMind) -> bool:
    return cost.less and cost.who is tree.Player.YOU


def _is_whole(ref: Referee, speaker: Speaker, cost: tree.Instruction) -> bool:
    """Whether a cost can be paid in full: enough cards to choose from, enough mind."""
    if isinstance(cost, tree.ChangeMind) and isinstance(cost.amount, tree.Number) and _is_own_mind(cost):
        return ref.seats[speaker.seat].mind >= cost.amount.n
    what = getattr(cost, "what", None)
    if isinstance(what, tree.Chosen) and what.at_least > 1:
        one = replace(cost, what=tree.It())  # type: ignore[call-arg]
        able = [
            card for card in named(ref, speaker, what) if would_change(ref, _pointing(speaker, card), one)
        ]
        return len(able) >= what.at_least
    if isinstance(what, tree.TopOf) and isinstance(what.amount, tree.Number):
        return len(named(ref, speaker, what)) >= what.amount.n
    return True


def _pointing(speaker: Speaker, card: int) -> Speaker:
    return Speaker(speaker.seat, speaker.card, speaker.value, [card], n=1)


def _pretend(ref: Referee, seat: int, card: int, cost: tree.Instruction, taken_back: ExitStack) -> None:
    """Pay what can be paid and taken back without a trace: the effect is judged with the cost paid (R18)."""
    if isinstance(cost, tree.Exhaust) and isinstance(cost.what, tree.This):
        ref.cards[card].exhausted = True
        ref.touch()
        taken_back.callback(_ready_again, ref, card)
    elif isinstance(cost, tree.ChangeMind) and isinstance(cost.amount, tree.Number) and _is_own_mind(cost):
        count = ref.seats[seat].mind
        _turn_mind(ref, seat, count - cost.amount.n)
        taken_back.callback(_turn_mind, ref, seat, count)


def _ready_again(ref: Referee, card: int) -> None:
    ref.cards[card].exhausted = False
    ref.touch()


def _turn_mind(ref: Referee, seat: int, count: int) -> None:
    ref.seats[seat].mind = count
    ref.resource()


def _effect_changes(ref: Referee, seat: int, card: int, ability: tree.Activated) -> bool:
    speaker = ref.speaker(seat, card)
    first = ability.effect[0][0]
    if not any(_changes_once_paid(ref, first, way) for way in _ways_to_pay(ref, speaker, ability)):
        return False
    for cost in ability.cost:
        if isinstance(cost, tree.Exhaust) and isinstance(cost.what, tree.This):
            if isinstance(first, tree.Ready) and first.what == cost.what:
                return False
        if (
            isinstance(cost, tree.ChangeMind)
            and isinstance(first, tree.ChangeMind)
            and first.amount == cost.amount
            and first.less != cost.less
            and first.who is cost.who
        ):
            return False
    return True


_TAKING = (tree.Sacrifice, tree.Destroy, tree.Discard, tree.Void, tree.Put, tree.ReturnToHand)
"""Costs that take cards away from where they lie."""

Payment = tuple[Speaker, list[int]]
"""Whom the effect speaks for, "it" being what the cost was paid with, and the cards that are gone by then."""


def _ways_to_pay(ref: Referee, speaker: Speaker, ability: tree.Activated) -> list[Payment]:
    """How the effect may find the table once the cost is paid."""
    taking = [cost for cost in ability.cost if isinstance(cost, _TAKING)]
    gone = [speaker.card] if any(isinstance(cost.what, tree.This) for cost in taking) else []
    for cost in reversed(ability.cost):
        what = getattr(cost, "what", None)
        if what is None:
            continue
        if not isinstance(cost, _TAKING):
            return [(_pointing(speaker, card), gone) for card in named(ref, speaker, what)] or [
                (speaker, gone)
            ]
        one = replace(cost, what=tree.It())
        able = [
            card for card in named(ref, speaker, what) if would_change(ref, _pointing(speaker, card), one)
        ]
        return [(_pointing(speaker, card), [*gone, card]) for card in able] or [(speaker, gone)]
    return [(speaker, gone)]


def _changes_once_paid(ref: Referee, first: tree.Instruction, way: Payment) -> bool:
    speaker, gone = way
    if not gone:
        return would_change(ref, speaker, first)
    with _taken_away(ref, gone):
        return would_change(ref, speaker, first)


@contextmanager
def _taken_away(ref: Referee, cards: list[int]) -> Generator[None]:
    """Judge what is asked inside as if these cards lay nowhere any more."""
    unsettled = ref.unsettled
    piles = [pile for state in ref.seats for pile in (state.play, state.hand, state.deck)]
    piles += [ref.cards[host].attached for state in ref.seats for host in state.play]
    holding = [pile for pile in piles if any(card in cards for card in pile)]
    before = [list(pile) for pile in holding]
    for pile in holding:
        pile[:] = [card for card in pile if card not in cards]
    ref.resource()
    try:
        yield
    finally:
        for pile, cards_before in zip(holding, before, strict=True):
            pile[:] = cards_before
        ref.resource()
        ref.unsettled = unsettled


def activate(ref: Referee, seat: int, known: InPlay) -> None:
    """Begin to activate an ability."""
    ref.tell("activated", known.title, seat=seat, card=known.title)
    ref.push(
        "activate", seat=seat, card=known.card, title=known.title, side=known.side, index=known.index, paid=0, after=[]
    )  # fmt: skip


def pay_cost(ref: Referee, frame: Frame) -> None:
    """Pay the costs, in the order in which they are printed."""
    v = frame.vars
    ability = ref.pool[v["title"]].sides[v["side"]].activated[v["index"]]
    if not v.get("did", True):
        frame.step = "after_ability"
        return
    if v["paid"] < len(ability.cost):
        frame.step = "pay_cost"
        number = v["paid"]
        v["paid"] += 1
        begin_line(
            ref, (v["title"], v["side"] + COST, v["index"] * COSTS + number), v["seat"], v["card"],
            part=True, said=v.get("said"),
        )  # fmt: skip


def resolve_effect(ref: Referee, frame: Frame) -> None:
    """Then resolve the effect."""
    v = frame.vars
    if v.get("did", True):
        said = v.get("said")
        begin_line(ref, (v["title"], v["side"], v["index"]), v["seat"], v["card"], part=True, said=said)


def after_ability(ref: Referee, frame: Frame) -> None:
    """After triggers come after the whole line, cost and effect."""
    if flush(ref, frame):
        frame.step = "after_ability"


ACTIVATE: Procedure = (pay_cost, resolve_effect, after_ability)
