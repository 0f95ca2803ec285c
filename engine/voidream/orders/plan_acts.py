"""Actions of a plan: the offered ones, their wording, their feasibility, and their answers to questions.

A plan never chooses anything that its owner didn't name. If a card can't be chosen, the plan has no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.i18n import Message, msg, row, series, title
from engine.kernel.orders.plan import PlanAct, PlannedStep, PlanStep
from engine.kernel.question import Choice, OptionSubject, PendingQuestion
from engine.voidream.orders import conditions
from engine.voidream.queries.nouns import is_open
from engine.voidream.questions.card_choices import key_of
from engine.voidream.questions.topics import OptionVerb, action_key
from engine.voidream.referee import Referee
from engine.voidream.turns import why_not
from engine.voidream.turns.abilities import abilities
from engine.voidream.turns.actions import PASS
from engine.voidream.turns.actions import UNVEIL as UNVEIL_KEY
from engine.voidream.turns.nightmare import ENTER as ENTER_KEY

THROUGHOUT: Final = "throughout"
"""Passing on every turn of a conflict, until another question."""
PASSING: Final = "pass"
DEFEND: Final = "defend"
ATTACK: Final = "attack"
PLAY: Final = "play"
INVERT: Final = "invert"
ACTIVATE: Final = "activate"
UNVEIL: Final = "unveil"
DISCARD: Final = "discard"
ENTER: Final = "enter"
PICK: Final = "pick"

_PLAIN: dict[str, tuple[Message, Message, Choice]] = {
    PASSING: (msg("Pass"), msg("pass"), (PASS,)),
    UNVEIL: (msg("Unveil"), msg("unveil"), (UNVEIL_KEY,)),
    THROUGHOUT: (msg("Pass until it is over"), msg("pass until it is over"), (PASS,)),
    ENTER: (msg("Enter Nightmare"), msg("enter Nightmare"), (ENTER_KEY,)),
    "dawn": (msg("Dawn"), msg("choose dawn"), ("dawn",)),
    "dusk": (msg("Dusk"), msg("choose dusk"), ("dusk",)),
    "yes": (msg("Yes"), msg("say yes"), ("yes",)),
    "no": (msg("No"), msg("say no"), ("no",)),
    "take": (msg("Play it, or place it veiled"), msg("play it, or place it veiled"), ()),
    "return": (msg("Return it"), msg("return it"), ("return",)),
}
"""Actions without a card: in a menu, in a sentence, and as an answer. An evoked card is played or veiled as it is."""

_WITH: dict[str, tuple[Message, Callable[[Message], Message]]] = {
    DEFEND: (msg("Defend with …"), lambda cards: msg("defend with {cards}", cards=cards)),
    ATTACK: (msg("Attack with …"), lambda cards: msg("attack with {cards}", cards=cards)),
    PLAY: (msg("Play …"), lambda cards: msg("play {card}", card=cards)),
    INVERT: (msg("Play inverted …"), lambda cards: msg("play {card} inverted", card=cards)),
    ACTIVATE: (msg("Activate …"), lambda cards: msg("activate {card}", card=cards)),
    DISCARD: (msg("Avoid it by discarding …"), lambda cards: msg("discard {card}", card=cards)),
    PICK: (msg("Choose …"), lambda cards: msg("choose {cards}", cards=cards)),
}
"""Actions with cards: in a menu, and in a sentence."""

_ALONE = {DEFEND: msg("defend with no entities"), ATTACK: msg("attack with no entities")}

_ACTS: dict[str, tuple[str, ...]] = {
    conditions.ACTION: (PLAY, INVERT, ACTIVATE, UNVEIL, PASSING),
    conditions.DEFENDERS: (DEFEND,),
    conditions.ATTACKERS: (ATTACK,),
    conditions.DAWN_OR_DUSK: ("dawn", "dusk"),
    conditions.CARDS: (PICK,),
    conditions.YES_OR_NO: ("yes", "no"),
    conditions.EVOKED: ("take", "return"),
    conditions.FACED: (DISCARD, ENTER),
}
"""The actions that can answer each kind of question."""

_MOST = 25
"""The maximum number of offered cards."""
_PICKED = 5
"""The maximum number of chosen cards, if a card asks for several."""


def acts(ref: Referee, seat: int, when: str) -> tuple[PlanAct, ...]:
    """Return a seat's possible actions for a condition, as far as it has the cards."""
    keys = [act for asked_for in conditions.answered_after(when) for act in _ACTS[asked_for]]
    if when == conditions.FIGHT:
        keys.append(THROUGHOUT)
    acts_offered = (_offered(ref, seat, act) for act in keys)
    return tuple(offered_act for offered_act in acts_offered if offered_act is not None)


def _offered(ref: Referee, seat: int, act: str) -> PlanAct | None:
    if act in _PLAIN:
        return PlanAct(act, _PLAIN[act][0])
    choices = _things(ref, seat, act)[:_MOST]
    minimum = 0 if act in _ALONE else 1
    if not choices and minimum:
        return None
    maximum = {DEFEND: len(choices), ATTACK: len(choices), PICK: min(_PICKED, len(choices))}.get(act, 1)
    return PlanAct(act, _WITH[act][0], _told_apart(choices), minimum, maximum)


def _things(ref: Referee, seat: int, act: str) -> list[str]:
    state = ref.seats[seat]
    match act:
        case "defend" | "attack":
            return [key_of(ref, seat, card) for card in ref.entities(seat) if not ref.cards[card].veiled]
        case "activate":
            return [visible.key for visible in abilities(ref, seat)]
        case "discard":
            return list(dict.fromkeys(ref.title(card) for card in ref.hand(seat)))
        case "play" | "invert":
            return _arcana(ref, seat)
        case _:
            play = [*ref.seats[1 - seat].play, *state.play]
            visible = [card for card in play if is_open(ref, card) or ref.cards[card].controller == seat]
            return list(dict.fromkeys([*(key_of(ref, seat, card) for card in visible), *_arcana(ref, seat)]))


def _arcana(ref: Referee, seat: int) -> list[str]:
    """Return the titles of a seat's arcana: those in hand, and those that may return to it."""
    state = ref.seats[seat]
    return list(dict.fromkeys(ref.title(card) for card in (*ref.hand(seat), *state.arcana_discard)))


def _told_apart(subjects: list[str]) -> tuple[tuple[str, Message], ...]:
    titles = [OptionSubject.read(subject).name for subject in subjects]
    return tuple(
        (subject, title(name) if titles.count(name) == 1 else row(title(name), f"({place})"))
        for subject, name, place in zip(subjects, titles, _counted(titles), strict=True)
    )


def _counted(titles: list[str]) -> list[int]:
    return [titles[: place + 1].count(name) for place, name in enumerate(titles)]


def words(step: PlanStep) -> Message:
    """Return the action of a step as after "if …:": "defend with Guard". A missing card is shown as a gap."""
    if step.act in _PLAIN:
        return _PLAIN[step.act][1]
    if not step.things and step.act in _ALONE:
        return _ALONE[step.act]
    if not step.things:
        return _WITH[step.act][1](row("…"))
    cards = msg(
        "{things}", things=series(*(title(OptionSubject.read(subject).name) for subject in step.things))
    )
    return _WITH[step.act][1](cards)


def answer(ref: Referee, seat: int, step: PlanStep, question: PendingQuestion) -> Choice | Message:
    """Return the answer of a step to a question, or the reason why it has none."""
    keys = [option.key for option in question.options]
    match step.act:
        case "take":
            evoked = (OptionVerb.PLAY, OptionVerb.VEIL)
            choice = tuple(option.key for option in question.options if option.verb in evoked)
        case "play" | "invert" | "activate":
            choice = (action_key(OptionVerb(step.act), step.things[0]),)
        case act if act in _PLAIN:
            choice = _PLAIN[act][2]
        case _:
            choice = step.things
    if all(key in keys for key in choice) and question.minimum <= len(choice) <= question.maximum:
        # In the order of the options, if their order doesn't matter, as in any player's answer.
        return choice if question.ordered else tuple(key for key in keys if key in choice)
    return _obstacle(ref, seat, step) or _NOT_OFFERED


_NOT_OFFERED = msg("Its choice isn't possible.")


def tried(ref: Referee, seat: int, step: PlanStep, place: int, sentence: Message) -> PlannedStep:
    """Return a step with the current obstacles to it, regardless of whose turn it is."""
    has_title = step.act in (PLAY, INVERT, ACTIVATE, DISCARD, DEFEND, ATTACK)
    can_check = step.act == UNVEIL or (has_title and bool(step.things))
    return PlannedStep(sentence, _obstacle(ref, seat, step) if can_check else None, can_check)


def _obstacle(ref: Referee, seat: int, step: PlanStep) -> Message | None:
    """Return the current obstacle to a step, regardless of whose turn it is; None if there is no known one."""
    match step.act:
        case "play" | "invert" | "activate":
            reason = why_not.in_itself(ref, seat, f"{step.act} {step.things[0]}")
        case "unveil":
            reason = why_not.in_itself(ref, seat, step.act)
        case "defend" | "attack":
            attacks = step.act == ATTACK
            stay = (
                why_not.why_stays_out(ref, seat, OptionSubject.read(hand_card).name, attacks=attacks)
                for hand_card in step.things
            )
            reason = next((why for why in stay if why is not None), None)
        case "discard":
            card = step.things[0]
            has_in_hand = any(ref.title(hand_card) == card for hand_card in ref.seats[seat].hand)
            return None if has_in_hand else msg("{card} is not in your hand.", card=title(card))
        case _:
            return None
    return None if reason is None else reason[0]
