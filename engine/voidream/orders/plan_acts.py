"""Acts of a plan: how they are offered, worded, tried, and put as an answer to a question.

Nothing is ever chosen that was not said: if a card can't be chosen, the plan has no answer.
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
"""To pass whenever it is one's turn in conflicts: it lasts until something else is asked."""
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
"""Acts without a card: in a menu, in a sentence, and as an answer. An evoked card is played or veiled, as it is."""

_WITH: dict[str, tuple[Message, Callable[[Message], Message]]] = {
    DEFEND: (msg("Defend with …"), lambda cards: msg("defend with {cards}", cards=cards)),
    ATTACK: (msg("Attack with …"), lambda cards: msg("attack with {cards}", cards=cards)),
    PLAY: (msg("Play …"), lambda cards: msg("play {card}", card=cards)),
    INVERT: (msg("Play inverted …"), lambda cards: msg("play {card} inverted", card=cards)),
    ACTIVATE: (msg("Activate …"), lambda cards: msg("activate {card}", card=cards)),
    DISCARD: (msg("Avoid it by discarding …"), lambda cards: msg("discard {card}", card=cards)),
    PICK: (msg("Choose …"), lambda cards: msg("choose {cards}", cards=cards)),
}
"""Acts with cards: in a menu, and in a sentence."""

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
"""An act that can answer a question."""

_MOST = 25
"""The maximum number of offered cards."""
_PICKED = 5
"""The maximum number of chosen cards at a time, where a card asks for some."""


def acts(ref: Referee, seat: int, when: str) -> tuple[PlanAct, ...]:
    """Return a seat's possible actions for a condition, as far as it has the cards."""
    named = [act for asked_for in conditions.answered_after(when) for act in _ACTS[asked_for]]
    if when == conditions.FIGHT:
        named.append(THROUGHOUT)
    offered = (_offered(ref, seat, act) for act in named)
    return tuple(one for one in offered if one is not None)


def _offered(ref: Referee, seat: int, act: str) -> PlanAct | None:
    if act in _PLAIN:
        return PlanAct(act, _PLAIN[act][0])
    things = _things(ref, seat, act)[:_MOST]
    least = 0 if act in _ALONE else 1
    if not things and least:
        return None
    most = {DEFEND: len(things), ATTACK: len(things), PICK: min(_PICKED, len(things))}.get(act, 1)
    return PlanAct(act, _WITH[act][0], _told_apart(things), least, most)


def _things(ref: Referee, seat: int, act: str) -> list[str]:
    state = ref.seats[seat]
    match act:
        case "defend" | "attack":
            return [key_of(ref, seat, card) for card in ref.entities(seat) if not ref.cards[card].veiled]
        case "activate":
            return [known.key for known in abilities(ref, seat)]
        case "discard":
            return list(dict.fromkeys(ref.title(card) for card in ref.hand(seat)))
        case "play" | "invert":
            return _arcana(ref, seat)
        case _:
            play = [*ref.seats[1 - seat].play, *state.play]
            known = [card for card in play if is_open(ref, card) or ref.cards[card].controller == seat]
            return list(dict.fromkeys([*(key_of(ref, seat, card) for card in known), *_arcana(ref, seat)]))


def _arcana(ref: Referee, seat: int) -> list[str]:
    """Return the titles of a seat's arcana: those in hand, and those that may come back to it."""
    state = ref.seats[seat]
    return list(dict.fromkeys(ref.title(card) for card in (*ref.hand(seat), *state.arcana_discard)))


def _told_apart(things: list[str]) -> tuple[tuple[str, Message], ...]:
    titles = [OptionSubject.read(thing).name for thing in things]
    return tuple(
        (thing, title(name) if titles.count(name) == 1 else row(title(name), f"({place})"))
        for thing, name, place in zip(things, titles, _counted(titles), strict=True)
    )


def _counted(titles: list[str]) -> list[int]:
    return [titles[: place + 1].count(name) for place, name in enumerate(titles)]


def words(step: PlanStep) -> Message:
    """Return the action of a step as after "if …:": "defend with Guard". A missing card is a gap."""
    if step.act in _PLAIN:
        return _PLAIN[step.act][1]
    if not step.things and step.act in _ALONE:
        return _ALONE[step.act]
    if not step.things:
        return _WITH[step.act][1](row("…"))
    cards = msg("{things}", things=series(*(title(OptionSubject.read(thing).name) for thing in step.things)))
    return _WITH[step.act][1](cards)


def answer(ref: Referee, seat: int, step: PlanStep, question: PendingQuestion) -> Choice | Message:
    """Return the answer of a step to a question, or why it has none."""
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
        # As the options stand, where their order says nothing: as anybody's answer does.
        return choice if question.ordered else tuple(key for key in keys if key in choice)
    return _in_the_way(ref, seat, step) or _NOT_OFFERED


_NOT_OFFERED = msg("Its choice isn't possible.")


def tried(ref: Referee, seat: int, step: PlanStep, place: int, sentence: Message) -> PlannedStep:
    """Return a step with what stands in its way at this moment, regardless of whose turn it is."""
    named = step.act in (PLAY, INVERT, ACTIVATE, DISCARD, DEFEND, ATTACK)
    known = step.act == UNVEIL or (named and bool(step.things))
    return PlannedStep(sentence, _in_the_way(ref, seat, step) if known else None, known)


def _in_the_way(ref: Referee, seat: int, step: PlanStep) -> Message | None:
    """Return why something can't be done as things stand, regardless of whose turn it is; None if nothing is known of that."""
    match step.act:
        case "play" | "invert" | "activate":
            found = why_not.in_itself(ref, seat, f"{step.act} {step.things[0]}")
        case "unveil":
            found = why_not.in_itself(ref, seat, step.act)
        case "defend" | "attack":
            attacks = step.act == ATTACK
            stay = (
                why_not.why_stays_out(ref, seat, OptionSubject.read(one).name, attacks=attacks)
                for one in step.things
            )
            found = next((why for why in stay if why is not None), None)
        case "discard":
            card = step.things[0]
            held = any(ref.title(one) == card for one in ref.seats[seat].hand)
            return None if held else msg("{card} is not in your hand.", card=title(card))
        case _:
            return None
    return None if found is None else found[0]
