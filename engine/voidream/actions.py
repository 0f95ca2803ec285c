"""Turns and the actions that a player may take in them (§4 Main phase, R15, R16, R18, R33)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from cards.voidream.language import tree
from cards.voidream.language.tree import Prohibition
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream import changes
from engine.voidream.choosing import key_of
from engine.voidream.lines import begin_line
from engine.voidream.loops import digest
from engine.voidream.playing import Reason, can_be_unveiled, mind_turned, why_unplayable
from engine.voidream.program import COST, COSTS, INVERTED, TEXT
from engine.voidream.reckoning import is_forbidden
from engine.voidream.referee import Referee, Speaker
from engine.voidream.sentences import would_change
from engine.voidream.triggers import flush
from engine.voidream.verbs.picking import named

PASS = "pass"  # noqa: S105
UNVEIL_ACTION = "unveil"


def take_turns(ref: Referee) -> bool:
    """Begin the next turn, unless both players have passed consecutively; returns whether a turn was begun."""
    if len(ref.position.passed) >= 2:
        return False
    ref.push("turn", after=[])
    return True


# ------------------------------------------------------------------------------------------------------- the turn


def choose_action(ref: Referee, frame: Frame) -> None:
    """The active player performs one of the actions, or passes."""
    position = ref.position
    seat = position.active
    where = "the conflict" if position.conflict is not None else "the main phase"
    ref.ask(
        seat, QuestionKind.ACTION, f"Your turn in {where}: what do you do?", "an action",
        tuple(options(ref, seat)), cause="§4",
    )  # fmt: skip


def perform_action(ref: Referee, frame: Frame) -> None:
    """Do what was chosen."""
    position = ref.position
    seat = position.active
    key: str = frame.vars.pop("choice")[0]
    if key == PASS:
        position.passed.append(seat)
        position.last_passer = seat
        ref.tell("passed", "§4", seat=seat)
        return
    position.passed = []
    verb, _, rest = key.partition(" ")
    if verb == "activate":
        position.history.append((digest(ref), key))
        _activate(ref, seat, rest)
        return
    position.history.clear()
    if key == UNVEIL_ACTION:
        ref.push("unveil", seat=seat, after=[])
        return
    card = next(card for card in ref.seats[seat].hand if ref.title(card) == rest)
    ref.push("play_arcanum", card=card, seat=seat, inverted=verb == "invert")


def triggers_of_the_action(ref: Referee, frame: Frame) -> None:
    """All triggered abilities that are a consequence of it resolve fully."""
    if flush(ref, frame):
        frame.step = "triggers_of_the_action"


def turn_passes(ref: Referee, frame: Frame) -> None:
    """The turn ends and the opponent becomes the active player; damage is cleared (§4, R27)."""
    position = ref.position
    position.active = position.passed[0] if len(position.passed) == 2 else 1 - position.active
    changes.clear_damage(ref)


def play_conflict(ref: Referee, frame: Frame) -> None:
    """A conflict that the action initiated is played now; outside it, the turn order goes on as before (R21)."""
    conflict = ref.position.conflict
    if conflict is not None and not conflict.begun:
        frame.step = "play_conflict"
        ref.push("conflict", after=[])


TURN: Procedure = (choose_action, perform_action, triggers_of_the_action, turn_passes, play_conflict)


# ------------------------------------------------------------------------------------------------ what may be done


def options(ref: Referee, seat: int) -> list[Option]:
    """Return the actions that a player may take now. Passing is always one."""
    out: list[Option] = []
    state = ref.seats[seat]
    if state.mind > 0:
        for card in sorted(state.hand, key=lambda c: (ref.printed[c].value, ref.title(c))):
            title = ref.title(card)
            for verb, side, how in (("play", TEXT, ""), ("invert", INVERTED, " inverted")):
                if why_not_arcanum(ref, seat, card, inverted=side == INVERTED) is None:
                    detail = f"{ref.printed[card].value}: {ref.pool.arcanum_text(title, side)}"
                    out.append(Option(f"{verb} {title}", f"Play {title}{how}", detail))
    for key, title, ability, (card, _, side, index) in _abilities(ref, seat):
        if _why_not(ref, seat, key, ability, card) is None:
            out.append(Option(f"activate {key}", f"Activate {title}", ref.pool.text(title, side, index)))
    if why_not_unveil(ref, seat) is None:
        count = len(ref.veiled(seat))
        out.append(Option(UNVEIL_ACTION, "Unveil", f"{count} veiled card{'' if count == 1 else 's'}"))
    out.append(Option(PASS, "Pass"))
    return out


def why_not_arcanum(ref: Referee, seat: int, card: int, *, inverted: bool) -> Reason | None:
    """Return why an arcanum in hand can't be played now; None if it can.

    It is judged with the mind as turned (R16), whatever text that brings into force.
    """
    state = ref.seats[seat]
    if state.mind == 0:
        return "Your mind is spent: no arcanum can be played until it is refreshed.", "R16"
    depth = ref.depth(seat)
    value = ref.printed[card].value
    if value < depth:
        return f"{ref.title(card)} has value {value}, below your depth of {depth}.", "§2 The Depth Rule"
    with mind_turned(ref, seat):
        return _why_not_with_mind(ref, seat, card, inverted=inverted)


def _why_not_with_mind(ref: Referee, seat: int, card: int, *, inverted: bool) -> Reason | None:
    if inverted and is_forbidden(ref, seat, Prohibition.PLAY_INVERTED):
        return "An effect in force says that you cannot play inverted arcana.", "§7"
    return why_unplayable(ref, seat, card, inverted=inverted)


def why_not_unveil(ref: Referee, seat: int) -> Reason | None:
    """Return why a player can't take the action to unveil; None if they can (§6 Unveil, R37)."""
    veiled = ref.veiled(seat)
    if not veiled:
        return "You control no veiled card.", "§6 Unveil"
    if ref.seats[seat].mind == 0:
        return "Your mind is spent: nothing can be unveiled until it is refreshed.", "R16"
    with mind_turned(ref, seat):
        if is_forbidden(ref, seat, Prohibition.UNVEIL):
            return "An effect in force says that you cannot unveil.", "§7"
        reasons = [can_be_unveiled(ref, seat, card) for card in veiled]
    return None if None in reasons else reasons[0]


# ------------------------------------------------------------------------------------------------ activated abilities


def _abilities(ref: Referee, seat: int) -> list[tuple[str, str, tree.Activated, tuple[int, str, str, int]]]:
    """The activated abilities of a player's cards: (key, title, ability, (card, title, side, number))."""
    out: list[tuple[str, str, tree.Activated, tuple[int, str, str, int]]] = []
    for owner, card, title, side, _ in ref.texts_in_force():
        if owner != seat:
            continue
        abilities = ref.pool[title].sides[side].activated
        for number, (index, ability) in enumerate(abilities):
            name = title if card < 0 else key_of(ref, seat, card)
            key = name if number == 0 else f"{name}/{number + 1}"
            out.append((key, title, ability, (card, title, side, index)))
    return out


def why_not_activate(ref: Referee, seat: int, key: str) -> Reason | None:
    """Return why an ability can't be activated now; None if it can (§4, §7, R18, R33)."""
    found = next((entry for entry in _abilities(ref, seat) if entry[0] == key), None)
    if found is None:
        return "That card has no activated ability of yours in play.", "§6 Activated Ability"
    _, _, ability, (card, _, _, _) = found
    return _why_not(ref, seat, key, ability, card)


def _why_not(ref: Referee, seat: int, key: str, ability: tree.Activated, card: int) -> Reason | None:
    title = key.partition("#")[0]
    if is_forbidden(ref, seat, Prohibition.ACTIVATE):
        return "An effect in force says that you cannot activate abilities.", "§7"
    speaker = ref.speaker(seat, card)
    undo: list[tuple[str, int]] = []
    try:
        for cost in ability.cost:
            if not would_change(ref, speaker, cost) or not _is_whole(ref, speaker, cost):
                return f"The cost of {title} can't be paid now.", "§6 Activated Ability"
            _pretend(ref, seat, card, cost, undo)
        if not _effect_changes(ref, seat, card, ability):
            return f"{title} would change nothing besides its cost.", "§7"
    finally:
        for what, number in reversed(undo):
            if what == "mind":
                ref.seats[seat].mind = number
                ref.resource()
            else:
                ref.cards[number].exhausted = False
                ref.touch()
    if ref.position.history and (digest(ref), f"activate {key}") in ref.position.history:
        return f"{title} would only lead back to the same position again.", "§7"
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


def _pretend(ref: Referee, seat: int, card: int, cost: tree.Instruction, undo: list[tuple[str, int]]) -> None:
    """Pay what can be paid and taken back without a trace: the effect is judged with the cost paid (R18)."""
    if isinstance(cost, tree.Exhaust) and isinstance(cost.what, tree.This):
        ref.cards[card].exhausted = True
        undo.append(("card", card))
        ref.touch()
    elif isinstance(cost, tree.ChangeMind) and isinstance(cost.amount, tree.Number) and _is_own_mind(cost):
        undo.append(("mind", ref.seats[seat].mind))
        ref.seats[seat].mind -= cost.amount.n
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


def _activate(ref: Referee, seat: int, key: str) -> None:
    _, title, _, (card, _, side, index) = next(entry for entry in _abilities(ref, seat) if entry[0] == key)
    ref.tell("activated", title, seat=seat, card=title)
    ref.push("activate", seat=seat, card=card, title=title, side=side, index=index, paid=0, after=[])


def pay_cost(ref: Referee, frame: Frame) -> None:
    """Pay the costs, in the order in which they are printed."""
    v = frame.vars
    ability = next(a for i, a in ref.pool[v["title"]].sides[v["side"]].activated if i == v["index"])
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
