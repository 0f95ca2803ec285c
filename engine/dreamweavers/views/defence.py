"""Consequences of each way to defend: which shields stop an attack, and the result of none (§Attacking 3 to 5)."""

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
"""Ways to stop an attack that are told and offered."""
MOST_SHIELDS = 3
"""Shields of a way that is told: who wants to spend more counts for themselves."""


def attacked(asked: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Yield the results of stopping the attack, of doing nothing, and of every other answer (§Attacking 3 to 5)."""
    needed = attack.power - attack.target_power
    if attack.target:
        if needed <= 0:
            said = msg("{card} holds by itself, as it stands.", card=title(attack.target))
            claim = StopsIt(hangs=(Hang.ANSWER, Hang.TRIGGERS))
            yield Consequence(None, said, claims=(claim,))
        else:
            said = msg(
                "{card} has power {power}: with it, shields of {n} stop the attack.",
                card=title(attack.target),
                power=attack.target_power,
                n=needed,
            )
            yield Consequence(None, said, claims=_stop(asked, needed))
    else:
        said = msg("It attacks your Ego. Shields of {n} stop it.", n=needed)
        yield Consequence(None, said, claims=_stop(asked, needed))
    if needed > 0 and (asked.question.topic == Topic.SHIELDS or not ways_to_stop(asked, attack)):
        yield from enough(asked, attack)  # Else the ways are given whole (`at_one_press`).
    yield from undefended(asked, attack)
    for option in asked.question.options:
        if option.verb == OptionVerb.GUARD:
            yield from guarding(asked, attack, option)
    for price in asked.prices():
        if price.memory and price.memory > asked.memory:
            n = price.memory - asked.memory
            claim = Paid(answers=((price.key,),), seat=asked.me.seat, memory=-n)
            yield asked.beside(
                price.key, msg("{name} then has {n} memory", name=asked.their_name, n=n), claim
            )


def _shielding(asked: QuestionContext, way: Choice) -> tuple[Choice, ...]:
    """Return the answers by which these shields are given."""
    return (way,) if asked.question.topic == Topic.SHIELDS else ((OptionVerb.SHIELDS,), way)


def _stop(asked: QuestionContext, needed: int) -> tuple[Claim, ...]:
    """Return the claims about chosen shields."""
    return (ShieldsStop(needed=needed),) if asked.question.topic == Topic.SHIELDS else NOW


def enough(asked: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Return the shields that are enough (DW76, DW78)."""
    shields = asked.shields()
    ways = ways_to_stop(asked, attack)
    if ways:
        said = [row(*(row(title(name), str(shields[name])) for name in way), between=" + ") for way in ways]
        claims = tuple(StopsIt(answers=_shielding(asked, way)) for way in ways)
        yield Consequence(None, msg("Enough: {ways}.", ways=row(*said, between="; ")), claims=claims)
    elif shields:
        total = sum(shields.values()) + asked.me.shields_bonus
        if total + attack.target_power >= attack.power:
            yield Consequence(None, msg("Many shields together would be enough."))
        else:
            said = msg("All your shields together count {n}: not enough.", n=total)
            claim = StopsIt(answers=_shielding(asked, tuple(shields)), is_vain=True)
            yield Consequence(None, said, claims=(claim,))
    else:
        yield Consequence(None, msg("You have no Thought in hand."))


def undefended(asked: QuestionContext, attack: AttackView) -> Iterator[Consequence]:
    """Return the result of no shields."""
    key = next((one.key for one in asked.question.options if one.verb == OptionVerb.PASS), None)
    answers = _shielding(asked, ()) if key is None else ((key,),)
    seat = asked.me.seat
    if attack.power > attack.target_power and not attack.target:
        attacker = in_play(asked.them.thoughts, attack.attacker)
        damage = 2 if attacker is not None and CRUSHING in attacker.keywords else 1
        left = len(asked.me.ego) - damage
        if left < 0:
            said = msg("Without shields you lose the match: your Ego is too small.")
            yield Consequence(None, said, Gravity.WARNING, (Loses(answers=answers, seat=seat),))
            return
        # What the first card does as it is revealed comes before the second damage.
        said = (
            msg_plural(
                "{damage} damage; {n} card is left in your Ego.",
                "{damage} damage; {n} cards are left in your Ego.",
                left,
                damage=damage,
            )
            if damage == 1
            else msg_plural(
                "{damage} damage unless a revealed card changes that; {n} card is left in your Ego.",
                "{damage} damage unless a revealed card changes that; {n} cards are left in your Ego.",
                left,
                damage=damage,
            )
        )
        if not left:
            empties = (
                msg("{damage} damage, and your Ego is empty then.")
                if damage == 1
                else msg("{damage} damage unless a revealed card changes that, and your Ego is empty then.")
            )
            said = empties.filled(damage=damage)
        hangs = (Hang.TRIGGERS,) if damage > 1 else ()
        claim: Claim = Damages(answers=answers, hangs=hangs, seat=seat, damage=damage, left=left)
    elif attack.power != attack.target_power:
        is_target = attack.power > attack.target_power
        name, side = (attack.target, asked.me) if is_target else (attack.attacker, asked.them)
        weaker = in_play(side.thoughts, name)
        if weaker is not None and weaker.stands:
            said = msg("{card} can't be destroyed.", card=title(name))
            claim = IsDestroyed(answers=answers, card="")
        else:
            said = msg("{card} is destroyed.", card=title(name))
            claim = IsDestroyed(answers=answers, card=name)
    else:
        said = msg("nothing is destroyed.")
        claim = IsDestroyed(answers=answers, card="")
    if key is not None:
        yield Consequence(key, said, claims=(claim,))


def guarding(asked: QuestionContext, attack: AttackView, option: Option) -> Iterator[Consequence]:
    """Return the result of a Guardian who steps in, as things are now."""
    guardian = in_play(asked.me.thoughts, option.subject)
    if guardian is None:
        return
    answers, hangs = ((option.key,),), (Hang.ANSWER, Hang.TRIGGERS)
    attacker = in_play(asked.them.thoughts, attack.attacker)
    if guardian.power > attack.power and not (attacker is not None and attacker.stands):
        said = msg("power {n}: as it stands, destroys the attacker.", n=guardian.power)
        claim: Claim = GuardHolds(answers=answers, hangs=hangs, attacker=attack.attacker)
    elif guardian.power >= attack.power:
        said = msg("power {n}: as it stands, holds.", n=guardian.power)
        claim = GuardHolds(answers=answers, hangs=hangs)
    else:
        more = attack.power - guardian.power
        said = msg("power {n}: as it stands, needs shields of {more}.", n=guardian.power, more=more)
        claim = GuardNeeds(answers=answers, hangs=hangs, needed=more)
    yield Consequence(option.key, said, claims=(claim,))


def ways_to_stop(asked: QuestionContext, attack: AttackView) -> list[Choice]:
    """Return sets of few shields that stop an attack and have none to spare, those that waste least first."""
    shields = asked.shields()
    needed = attack.power - attack.target_power - asked.me.shields_bonus
    if attack.power <= attack.target_power:
        return []
    found: list[tuple[int, int, Choice]] = []
    for count in range(1, MOST_SHIELDS + 1):
        for chosen in combinations(shields, count):
            values = [shields[name] for name in chosen]
            if sum(values) >= needed and (count == 1 or sum(values) - min(values) < needed):
                found.append((count, sum(values), chosen))
    return [chosen for _, _, chosen in sorted(found)[:SETS]]


def at_one_press(asked: QuestionContext, attack: AttackView) -> list[WholeAnswer]:
    """Return the smallest sets of shields that stop an attack, and none; nothing where no few shields are enough."""
    found = [
        WholeAnswer(
            ((OptionVerb.SHIELDS,), way),
            msg("Shield with {cards}", "dreamweavers", cards=row(*map(title, way), between=" + ")),
            sum_of(asked, attack, way) or Message(""),
            (StopsIt(answers=_shielding(asked, way)),),
        )
        for way in ways_to_stop(asked, attack)
    ]
    none = next(undefended(asked, attack), None)
    if not found or none is None:
        return []
    bare = WholeAnswer(((OptionVerb.PASS,),), msg("No shields", "dreamweavers"), none.sentence, none.claims)
    return [*found, bare]


def sum_of(asked: QuestionContext, attack: AttackView, choice: Choice) -> Message | None:
    """Return the total of the chosen shields, and whether it is enough."""
    shields = asked.shields()
    if not choice:
        return None
    total = sum(shields.get(key, 0) for key in choice) + asked.me.shields_bonus + attack.target_power
    if total >= attack.power:
        return msg("Shield value {n} of {power}: it stops the attack.", n=total, power=attack.power)
    return msg("Shield value {n} of {power}: not enough.", n=total, power=attack.power)
