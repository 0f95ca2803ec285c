"""Consequences of each defence: the shields that stop an attack, and the result without any (§Attacking 3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cards.i18n import Message, msg, msg_plural, row, title
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.claims import (
    Damages,
    GuardHolds,
    GuardNeeds,
    IsDestroyed,
    Loses,
    Paid,
    ShieldsStop,
    StopsIt,
)
from engine.dreamweavers.views.question_context import QuestionContext, in_play
from engine.dreamweavers.views.types import AttackView
from engine.kernel.claims import NOW, Claim, Hang
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.question import Choice, Option

CRUSHING = "Crushing"
SETS = 2
"""The number of sets of shields that are described and offered."""
MOST_SHIELDS = 3
"""The maximum number of shields in a described set."""


def attacked(context: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Yield the results of stopping the attack, of doing nothing, and of every other answer (§Attacking 3 to 5)."""
    needed = attack.power - attack.target_power
    if needed <= 0:
        sentence = (
            msg("{card} holds by itself, as it stands.", card=title(attack.target))
            if attack.target
            else msg("It attacks your Ego, and fails by itself, as it stands.")
        )
        claim = StopsIt(hangs=(Hang.ANSWER, Hang.TRIGGERS))
        yield Consequence(None, sentence, claims=(claim,))
    elif attack.target:
        sentence = msg(
            "{card} has power {power}: with it, shields of {n} stop the attack.",
            card=title(attack.target),
            power=attack.target_power,
            n=needed,
        )
        yield Consequence(None, sentence, claims=_stop(context, needed))
    else:
        sentence = msg("It attacks your Ego. Shields of {n} stop it.", n=needed)
        yield Consequence(None, sentence, claims=_stop(context, needed))
    if needed > 0 and (context.question.topic == Topic.SHIELDS or not ways_to_stop(context, attack)):
        yield from enough(
            context, attack
        )  # Otherwise, the sets are offered as whole answers (`at_one_press`).
    yield from undefended(context, attack)
    for option in context.question.options:
        if option.verb == OptionVerb.GUARD:
            yield from guarding(context, attack, option)
    for price in context.prices():
        if price.memory and price.memory > context.memory:
            n = price.memory - context.memory
            claim = Paid(answers=((price.key,),), seat=context.me.seat, memory=-n)
            yield context.beside(
                price.key, msg("{name} then has {n} memory", name=context.their_name, n=n), claim
            )


def _shield_answers(context: QuestionContext, shield_set: Choice) -> tuple[Choice, ...]:
    """Return the answers that choose these shields."""
    return (shield_set,) if context.question.topic == Topic.SHIELDS else ((OptionVerb.SHIELDS,), shield_set)


def _stop(context: QuestionContext, needed: int) -> tuple[Claim, ...]:
    """Return the claims about chosen shields."""
    return (ShieldsStop(needed=needed),) if context.question.topic == Topic.SHIELDS else NOW


def enough(context: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Return the sets of shields that suffice (DW76, DW78)."""
    shields = context.shields()
    shield_sets = ways_to_stop(context, attack)
    if shield_sets:
        set_texts = [
            row(*(row(title(name), str(shields[name])) for name in shield_set), between=" + ")
            for shield_set in shield_sets
        ]
        claims = tuple(StopsIt(answers=_shield_answers(context, shield_set)) for shield_set in shield_sets)
        yield Consequence(None, msg("Enough: {ways}.", ways=row(*set_texts, between="; ")), claims=claims)
    elif shields:
        total = sum(shields.values()) + context.me.shields_bonus
        if total + attack.target_power >= attack.power:
            yield Consequence(None, msg("Many shields together would be enough."))
        else:
            set_texts = msg("All your shields together count {n}: not enough.", n=total)
            claim = StopsIt(answers=_shield_answers(context, tuple(shields)), is_vain=True)
            yield Consequence(None, set_texts, claims=(claim,))
    else:
        yield Consequence(None, msg("You have no Thought in hand."))


def undefended(context: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Return the result of using no shields."""
    key = next((option.key for option in context.question.options if option.verb == OptionVerb.PASS), None)
    answers = _shield_answers(context, ()) if key is None else ((key,),)
    seat = context.me.seat
    if attack.power > attack.target_power and not attack.target:
        attacker = in_play(context.them.thoughts, attack.attacker)
        damage = 2 if attacker is not None and CRUSHING in attacker.keywords else 1
        remaining = len(context.me.ego) - damage
        # The first revealed card can have an effect before the second point of damage.
        dependencies = (Hang.TRIGGERS,) if damage > 1 and context.me.ego else ()
        if remaining < 0:
            sentence = (
                msg(
                    "Without shields you lose the match, unless a revealed card changes that: your Ego is too small."
                )
                if dependencies
                else msg("Without shields you lose the match: your Ego is too small.")
            )
            claims = (Loses(answers=answers, hangs=dependencies, seat=seat),)
            yield Consequence(None, sentence, Gravity.WARNING, claims)
            return
        sentence = (
            msg_plural(
                "{damage} damage; {n} card is left in your Ego.",
                "{damage} damage; {n} cards are left in your Ego.",
                remaining,
                damage=damage,
            )
            if damage == 1
            else msg_plural(
                "{damage} damage unless a revealed card changes that; {n} card is left in your Ego.",
                "{damage} damage unless a revealed card changes that; {n} cards are left in your Ego.",
                remaining,
                damage=damage,
            )
        )
        if not remaining:
            empties = (
                msg("{damage} damage, and your Ego is empty then.")
                if damage == 1
                else msg("{damage} damage unless a revealed card changes that, and your Ego is empty then.")
            )
            sentence = empties.filled(damage=damage)
        claim: Claim = Damages(answers=answers, hangs=dependencies, seat=seat, damage=damage, left=remaining)
    elif attack.power != attack.target_power:
        is_target = attack.power > attack.target_power
        name, side = (attack.target, context.me) if is_target else (attack.attacker, context.them)
        weaker = in_play(side.thoughts, name)
        if weaker is not None and weaker.stands:
            sentence = msg("{card} can't be destroyed.", card=title(name))
            claim = IsDestroyed(answers=answers, card="")
        else:
            sentence = msg("{card} is destroyed.", card=title(name))
            claim = IsDestroyed(answers=answers, card=name)
    else:
        sentence = msg("nothing is destroyed.")
        claim = IsDestroyed(answers=answers, card="")
    if key is not None:
        yield Consequence(key, sentence, claims=(claim,))


def guarding(context: QuestionContext, attack: AttackView, option: Option) -> Iterator[Consequence]:
    """Return the current result of a Guardian stepping in."""
    guardian = in_play(context.me.thoughts, option.subject)
    if guardian is None:
        return
    answers, dependencies = ((option.key,),), (Hang.ANSWER, Hang.TRIGGERS)
    attacker = in_play(context.them.thoughts, attack.attacker)
    if guardian.power > attack.power and not (attacker is not None and attacker.stands):
        sentence = msg("power {n}: as it stands, destroys the attacker.", n=guardian.power)
        claim: Claim = GuardHolds(answers=answers, hangs=dependencies, attacker=attack.attacker)
    elif guardian.power >= attack.power:
        sentence = msg("power {n}: as it stands, holds.", n=guardian.power)
        claim = GuardHolds(answers=answers, hangs=dependencies)
    else:
        excess = attack.power - guardian.power
        sentence = msg("power {n}: as it stands, needs shields of {more}.", n=guardian.power, more=excess)
        claim = GuardNeeds(answers=answers, hangs=dependencies, needed=excess)
    yield Consequence(option.key, sentence, claims=(claim,))


def ways_to_stop(context: QuestionContext, attack: AttackView) -> list[Choice]:
    """Return small, minimal sets of shields that stop an attack, those with the least excess first."""
    shields = context.shields()
    needed = attack.power - attack.target_power - context.me.shields_bonus
    if attack.power <= attack.target_power:
        return []
    result: list[tuple[int, int, Choice]] = []
    for count in range(1, MOST_SHIELDS + 1):
        for shield_set in combinations(shields, count):
            values = [shields[name] for name in shield_set]
            if sum(values) >= needed and (count == 1 or sum(values) - min(values) < needed):
                result.append((count, sum(values), shield_set))
    return [shield_set for _, _, shield_set in sorted(result)[:SETS]]


def at_one_press(context: QuestionContext, attack: AttackView) -> list[WholeAnswer]:
    """Return the smallest sets of shields that stop an attack, and no shields; nothing if no small set suffices."""
    whole_answers = [
        WholeAnswer(
            ((OptionVerb.SHIELDS,), shield_set),
            msg("Shield with {cards}", "dreamweavers", cards=row(*map(title, shield_set), between=" + ")),
            sum_of(context, attack, shield_set) or Message(""),
            (StopsIt(answers=_shield_answers(context, shield_set)),),
        )
        for shield_set in ways_to_stop(context, attack)
    ]
    no_shields = next(undefended(context, attack), None)
    if not whole_answers or no_shields is None:
        return []
    bare = WholeAnswer(
        ((OptionVerb.PASS,),), msg("No shields", "dreamweavers"), no_shields.sentence, no_shields.claims
    )
    return [*whole_answers, bare]


def sum_of(context: QuestionContext, attack: AttackView, choice: Choice) -> Message | None:
    """Return the total of the chosen shields, and whether it suffices."""
    shields = context.shields()
    if not choice:
        return None
    total = sum(shields.get(key, 0) for key in choice) + context.me.shields_bonus
    needed = attack.power - attack.target_power
    if total >= needed:
        return msg("Shield value {n}, {needed} needed: it stops the attack.", n=total, needed=needed)
    return msg("Shield value {n}, {needed} needed: not enough.", n=total, needed=needed)
