"""Attacks, step by step (§Attacking, DW71 to DW84)."""

from __future__ import annotations

from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import msg
from engine.dreamweavers.effects.triggers import settle
from engine.dreamweavers.facts.attacks import AttackCameToNothing, Attacked, Compared, Shielded, SteppedIn
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import Chain, DealDamage, MakeAttack, PlayCard
from engine.dreamweavers.mutations import destroy, forget, tap
from engine.dreamweavers.position import UNTIL_ATTACK, Attack
from engine.dreamweavers.queries.characteristics import shield_of, shields_bonus
from engine.dreamweavers.queries.filters import has, power
from engine.dreamweavers.queries.repetition import remember
from engine.dreamweavers.queries.trigger_matching import hear
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.forced import tell_why_closed
from engine.dreamweavers.turns.legality import ActTime
from engine.dreamweavers.turns.options import defences
from engine.dreamweavers.turns.plays import activation_of
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind


def declare(ref: Referee, frame: MakeAttack) -> None:
    """Declare attacker and target together; attacking taps (DW72, DW75)."""
    position = ref.position
    seat = position.active
    attacker, target = frame.attacker, frame.target
    position.attack = Attack(seat, ref.ref(attacker), None if target is None else ref.ref(target))
    position.attacked = True
    ref.cards[attacker].attacks += 1
    ref.emit(Attacked(seat, ref.title(attacker), "" if target is None else ref.title(target)), "§Attacking")
    if not has(ref, attacker, KeywordName.STEADFAST):
        tap(ref, [attacker], "DW72")
    ref.changed()
    hear(ref, TriggerType.ATTACKS, seat, [attacker])
    if target is None:
        hear(ref, TriggerType.ATTACKS_YOUR_EGO, ref.other(seat), [attacker])
    settle(ref)


def look_whether_both_are_there(ref: Referee, frame: MakeAttack) -> None:
    """End the attack if its attacker is gone; without its target, it fails (DW80, DW81)."""
    attack = ref.position.attack
    assert attack is not None
    attacker = attack.attacker[0]
    if _attacker_is_gone(ref, frame):
        return
    if attack.target is not None and not ref.is_there(attack.target):
        ref.emit(AttackCameToNothing(attack.seat, ref.title(attacker), ref.title(attack.target[0])), "DW80")
        hear(ref, TriggerType.FAILS, attack.seat, [attacker])
        frame.step = "settle_before_the_end"


def _attacker_is_gone(ref: Referee, frame: MakeAttack) -> bool:
    """Return whether the attacker has left play before combat, which ends the attack (DW81)."""
    attack = ref.position.attack
    assert attack is not None
    if ref.is_there(attack.attacker):
        return False
    attacker = ref.title(attack.attacker[0])
    ref.emit(AttackCameToNothing(attack.seat, attacker, attacker), "DW81")
    frame.step = "settle_before_the_end"
    return True


def ask_defence(ref: Referee, frame: MakeAttack) -> None:
    """Ask the defender for a Guardian, a Feeling or ability, or shields, unless they have no options (DW57)."""
    seat = ref.other(ref.position.active)
    attack = ref.position.attack
    assert attack is not None
    options, frame.keys = defences(ref, seat, may_step_in=not frame.has_acted and not attack.has_stepped_in)
    ref.ask(
        seat,
        QuestionKind.ACTION,
        msg("Defend against {card}?", card=card_name(ref.title(attack.attacker[0]))),
        Topic.DEFEND,
        tuple(options),
        cause="DW57",
        subject=ref.title(attack.attacker[0]),
    )


def hear_defence(ref: Referee, frame: MakeAttack) -> None:
    """Perform the defender's choice. Afterwards they are asked again, except after shields (DW57)."""
    (key,) = frame.take_answer()
    keys, frame.keys = frame.keys, {}
    seat = ref.other(ref.position.active)
    attack = ref.position.attack
    assert attack is not None
    if key == OptionVerb.PASS:
        frame.step = "compare_powers"
        if not keys:
            tell_why_closed(ref, seat, ActTime.DEFENCE)
        ref.emit(Shielded(seat, [], 0), "DW76")
    elif key == OptionVerb.SHIELDS:
        pass
    elif key.startswith(OptionVerb.GUARD):
        guardian = keys[key]
        tap(ref, [guardian], ref.title(guardian))
        attack.target = ref.ref(guardian)
        attack.has_stepped_in = True
        ref.emit(SteppedIn(seat, ref.title(guardian)), ref.title(guardian))
        frame.step = "look_whether_both_are_there"
        settle(ref)
    else:
        frame.has_acted = True
        frame.step = "look_whether_both_are_there"
        remember(ref, key)
        ref.push(Chain())
        if key.startswith(OptionVerb.PLAY):
            ref.push(PlayCard(seat=seat, card=keys[key]))
        else:
            ref.push(activation_of(ref, seat, key))


def ask_shields(ref: Referee, frame: MakeAttack) -> None:
    """Ask for the Thoughts to discard as shields, all at once (DW76)."""
    seat = ref.other(ref.position.active)
    cards = [card for card in ref.seats[seat].hand if ref.printed(card).is_thought]
    cards.sort(key=lambda card: (shield_of(ref, card), ref.title(card)))
    frame.keys = {ref.title(card): card for card in cards}
    attack = ref.position.attack
    assert attack is not None
    ref.ask(
        seat,
        QuestionKind.CARDS,
        msg(
            "Shields against {card} (power {power})?",
            card=card_name(ref.title(attack.attacker[0])),
            power=power(ref, attack.attacker[0]),
        ),
        Topic.SHIELDS,
        tuple(
            PendingOption(
                name, card_name(name), msg("shield {value}", value=shield_of(ref, card)), subject=name
            )
            for name, card in frame.keys.items()
        ),
        minimum=0,
        maximum=len(cards),
        cause="DW76",
        subject=ref.title(attack.attacker[0]),
    )


def discard_shields(ref: Referee, frame: MakeAttack) -> None:
    """Discard the shields, whose values are added up (§Attacking 3)."""
    seat = ref.other(ref.position.active)
    cards = [frame.keys[key] for key in frame.take_answer()]
    frame.keys = {}
    attack = ref.position.attack
    assert attack is not None
    if cards:
        attack.shield_value = sum(shield_of(ref, card) for card in cards) + shields_bonus(ref, seat)
        attack.shields = ref.titles(cards)
    ref.emit(Shielded(seat, attack.shields, attack.shield_value), "DW76")
    forget(ref, cards, how="shield", cause="DW76")
    settle(ref)


def compare_powers(ref: Referee, frame: MakeAttack) -> None:
    """Compare powers: the attack succeeds if its power exceeds the shield value (§Attacking 4, DW77, DW78)."""
    look_whether_both_are_there(ref, frame)
    if frame.step == "settle_before_the_end":
        return
    attack = ref.position.attack
    assert attack is not None
    attacker = attack.attacker[0]
    target = None if attack.target is None else attack.target[0]
    shield = attack.shield_value + (0 if target is None else power(ref, target))
    strength = power(ref, attacker)
    frame.succeeds = strength > shield
    ref.emit(
        Compared(
            attack.seat,
            ref.title(attacker),
            "" if target is None else ref.title(target),
            strength,
            shield,
            frame.succeeds,
        ),
        "DW78",
    )
    hear(ref, TriggerType.SUCCEEDS if frame.succeeds else TriggerType.FAILS, attack.seat, [attacker])
    settle(ref)


def resolve_combat(ref: Referee, frame: MakeAttack) -> None:
    """Deal damage, or destroy the target, or the attacker if the target has more power (§Attacking 5, DW79)."""
    attack = ref.position.attack
    assert attack is not None
    attacker = attack.attacker[0]
    if _attacker_is_gone(ref, frame):
        return  # The attack has succeeded or failed, but nothing else happens (DW80).
    if attack.target is not None and not ref.is_there(attack.target):
        frame.step = "settle_before_the_end"  # It has succeeded or failed, and nothing more happens (DW80).
        return
    attack.in_combat = True
    defender = ref.other(attack.seat)
    if attack.target is None:
        frame.step = "settle_before_the_end"
        if frame.succeeds:
            points = 2 if has(ref, attacker, KeywordName.CRUSHING) else 1
            ref.push(DealDamage(todo=[(defender, points)], cause=ref.title(attacker)))
        return
    target = attack.target[0]
    if frame.succeeds:
        destroyed = destroy(ref, [target], "§Attacking")
        if destroyed:
            hear(ref, TriggerType.DESTROYS, attack.seat, [attacker])
        else:
            frame.step = "settle_before_the_end"
    else:
        frame.step = "settle_before_the_end"
        if power(ref, target) > power(ref, attacker):
            destroy(ref, [attacker], "DW79")
    settle(ref)


def relentless_damage(ref: Referee, frame: MakeAttack) -> None:
    """Deal 1 damage for a relentless attacker that destroyed its target. It is still attacking (DW83)."""
    attack = ref.position.attack
    assert attack is not None
    attacker = attack.attacker[0]
    if ref.is_there(attack.attacker) and has(ref, attacker, KeywordName.RELENTLESS):
        ref.push(DealDamage(todo=[(ref.other(attack.seat), 1)], cause=ref.title(attacker)))


def settle_before_the_end(ref: Referee, frame: MakeAttack) -> None:
    """Resolve the triggers of step 5 before the attack ends (DW83)."""
    settle(ref)


def end_attack(ref: Referee, frame: MakeAttack) -> None:
    """End the attack, and effects that last for it (DW83)."""
    position = ref.position
    position.attack = None
    position.lasting = [effect for effect in position.lasting if effect.until != UNTIL_ATTACK]
    ref.texts_changed()


ATTACK = Procedure[Referee](
    MakeAttack,
    declare,
    look_whether_both_are_there,
    ask_defence,
    hear_defence,
    ask_shields,
    discard_shields,
    compare_powers,
    resolve_combat,
    relentless_damage,
    settle_before_the_end,
    end_attack,
)
