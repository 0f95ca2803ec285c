"""Answers to "why can't I …?": the rule that prevents an expected action (§Turn, §Combat)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from cards.dreams_of_dystopia.language.instructions import Search, SearchAndUse, Turn
from cards.dreams_of_dystopia.language.words import Helpers, Noun, Stat, Step
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import Message, line, msg, title
from cards.language.records import Node
from engine.dreams_of_dystopia.effects.resolution import master_text
from engine.dreams_of_dystopia.effects.rules import program_of
from engine.dreams_of_dystopia.frames import RunLine
from engine.dreams_of_dystopia.numbers import acquisitions, fame_needed, number
from engine.dreams_of_dystopia.position import CombatSide
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic, verb_of
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.turns.main_phase import can_attack, can_use, line_of_master
from engine.dreams_of_dystopia.zones import DISCARD, HAND, MASTERS, TABLE, USED
from engine.kernel.game import Reason


def why_not(m: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now: a sentence, and the rule behind it. None if it can, or for an unknown wish.

    A wish is the key of an option: a verb with the title of a card, such as "attack again TITLE"; "master LINE"; "seat
    N" for the target of an attack; "end".
    """
    question, wished = m.position.questions.get(seat), wish.strip()
    if question is not None and any(
        option.key.casefold() == wished.casefold() for option in question.options
    ):
        return None
    if m.position.outcome is not None:
        return msg("This match is over."), "DD73"
    if m.position.is_out(seat):
        return msg("You are out of this match."), "DD114"
    if wished.startswith("seat "):
        return _why_not_target(m, seat, wished)
    if not (verb := verb_of(wished)):
        return _why_not_fitting(m, seat, wished) or _why_not_master(m, wished)
    if m.position.turn == 0:
        return msg("Masters are still being chosen."), "DD8"
    reason, name = _REASONS.get(verb), wished.removeprefix(verb).strip()
    side = _side(m, name)
    return None if reason is None else reason(m, seat, side.title if side else name)


def _why_not_fitting(m: Referee, seat: int, wished: str) -> Reason | None:
    """Return why a card can't be chosen for the text that asks a seat."""
    side, frame, topic = _side(m, wished), m.position.stack[-1], _topic(m, seat)
    if side is None or topic not in (Topic.CARDS, Topic.SEARCH) or not isinstance(frame, RunLine):
        return None
    is_there = any(side.title in m.titles(m.zone(zone, seat)) for zone in (HAND, DISCARD))
    if topic == Topic.CARDS and not is_there:
        return _not_in_hand(m, seat, side.title)
    op = program_of(m, frame).ops[frame.pc]
    rule = next((rule for kind, rule in _CHOICES.items() if isinstance(op, kind)), "DD42")
    effect = line(m.position.questions[seat].quoted)
    return msg("{card} doesn't fit: “{effect}”", card=title(side.title), effect=effect), rule


_CHOICES: Mapping[type[Node], str] = {Turn: "DD107", SearchAndUse: "DD22", Search: "DD21"}


def _why_not_master(m: Referee, wished: str) -> Reason | None:
    """Return why a side of a Master can't be chosen: a player may have the card, with either side up (DD8)."""
    side = _side(m, wished)
    if side is None or side.card.kind is not Kind.MASTER:
        return None
    if m.position.turn:
        return msg("Masters are chosen before the first turn."), "DD8"
    if any(m.card(card).title == m.pool.called(side) for card in m.zone(MASTERS)):
        return msg("It isn't your turn to choose."), "DD8"
    return msg("{card} is taken, including its other side.", card=title(side.title)), "DD8"


def _side(m: Referee, name: str) -> CompiledSide | None:
    return next((side for called, side in m.pool.sides.items() if called.casefold() == name.casefold()), None)


def _topic(m: Referee, seat: int) -> str:
    question = m.position.questions.get(seat)
    return question.topic if question is not None else ""


def _when(applies: object, sentence: Message, rule: str) -> Reason | None:
    return (sentence, rule) if applies else None


def _not_your_act(m: Referee, seat: int) -> Reason | None:
    """Return why a seat can't act in a Main Phase now, or None if it is asked for an act."""
    return _when(m.position.active != seat, msg("It isn't your turn."), "DD90") or _when(
        _topic(m, seat) != Topic.ACT, msg("Another decision comes first."), "DD12"
    )


def _not_in_main_phase(m: Referee, seat: int) -> Reason | None:
    """Return why a seat can't do anything but acquire now."""
    sentence = msg("You acquired a card, so you can only acquire more or end your turn.")
    return _not_your_act(m, seat) or _when(m.position.is_acquiring, sentence, "DD13")


def _not_in_hand(m: Referee, seat: int, name: str) -> Reason | None:
    if name in m.titles(m.zone(HAND, seat)):
        return None
    table, used = (name in m.titles(m.zone(zone, seat)) for zone in (TABLE, USED))
    return (
        _when(table, msg("{card} is on the table, not in your hand.", card=title(name)), "DD68")
        or _when(used, msg("You already used {card} this turn.", card=title(name)), "DD17")
        or (msg("You hold no card called “{card}”.", card=name[:60]), "DD40")
    )


def _useless(side: CompiledSide | None) -> Reason | None:
    noun = side.noun if side else None
    return _when(noun is Noun.CURSE, msg("A Curse can't be used for anything."), "DD49") or _when(
        noun is Noun.WEAPON, msg("Only a fighting Minion can use a Weapon."), "DD48"
    )


def _ability(m: Referee, seat: int, name: str) -> Reason | None:
    side = m.pool.sides.get(name)
    return (
        _not_in_main_phase(m, seat)
        or _not_in_hand(m, seat, name)
        or _useless(side)
        or _when(side and not side.ability, msg("{card} has no ABILITY.", card=title(name)), "DD41")
        or _when(not m.position.allowed.abilities, msg("You already used an Ability this turn."), "DD11")
    )


def _deed(m: Referee, seat: int, name: str) -> Reason | None:
    side = m.pool.sides.get(name)
    is_other = side is not None and side.noun is not Noun.DEED
    return (
        _not_in_main_phase(m, seat)
        or _not_in_hand(m, seat, name)
        or _useless(side)
        or _when(is_other, msg("{card} isn't a Heroic Deed.", card=title(name)), "DD50")
        or _when(not m.position.allowed.deeds, msg("You already used a Heroic Deed this turn."), "DD50")
    )


def _master(m: Referee, seat: int, wished: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat):
        return reason
    master = m.master(seat)
    number = wished.rpartition("#")[2]
    if master is None or not number.isdecimal() or int(number) not in master.once:
        return msg("Your Master has no such ability to use once per turn."), "DD83"
    is_used = master.once[int(number)] in m.seat(seat).once
    cost = line(master_text(m, line_of_master(m, seat, int(number))))
    return _when(is_used, msg("You already used that ability of your Master this turn."), "DD82") or _when(
        not can_use(m, seat, int(number)),
        msg("You can't pay for this right now: “{effect}”", effect=cost),
        "DD43",
    )


def _not_now(m: Referee, seat: int, step: Step) -> Reason | None:
    if step is Step.ATTACK:
        return _not_in_main_phase(m, seat)
    sentence = msg("You can only block when you're attacked, once per attack.")
    return _when(_topic(m, seat) != Topic.BLOCK, sentence, "DD52")


def _cannot(m: Referee, name: str, step: Step) -> Reason | None:
    side, card = m.pool.sides[name], title(name)
    if step is Step.ATTACK:
        return _when(not can_attack(side), msg("{card} can't attack.", card=card), "DD41")
    return _when(not can_block(side), msg("{card} can't block.", card=card), "DD41")


def _fight(step: Step, m: Referee, seat: int, name: str) -> Reason | None:
    has_none, side = step is Step.ATTACK and not m.position.allowed.combats, m.pool.sides.get(name)
    return (
        _not_now(m, seat, step)
        or _not_in_hand(m, seat, name)
        or _useless(side)
        or _when(side and side.noun is not Noun.MINION, msg("Only Minions fight."), "DD51")
        or _cannot(m, name, step)
        or _when(has_none, msg("You already had a Combat this turn."), "DD11")
    )


def _fight_again(step: Step, rule: str, m: Referee, seat: int, name: str) -> Reason | None:
    sentence = msg("{card} doesn't stay on the table to fight again.", card=title(name))
    is_kept = name in m.titles(m.staying_minions(seat, step))
    return _not_now(m, seat, step) or _when(not is_kept, sentence, rule) or _cannot(m, name, step)


def _acquire(other: Kind, m: Referee, seat: int, name: str) -> Reason | None:
    """Return why a card can't be recruited, or purchased. `other` is the kind that isn't acquired this way."""
    if reason := _not_your_act(m, seat):
        return reason
    side = m.pool.sides.get(name)
    if side is None:
        return msg("There is no card called “{card}”.", card=name[:60]), "DD27"
    card, needed, fame = title(name), fame_needed(m, seat, side), m.seat(seat).fame
    is_enough = side.side.loyalty - m.seat(seat).less <= fame
    no_more = (
        msg("You can't recruit any more Minions this turn.")
        if side.noun is Noun.MINION
        else msg("You can't purchase any more Weapons this turn.")
    )
    more = msg("{card} is from the other faction, which adds 2: it needs {needed} Fame, and you have {fame}.")
    short = msg("{card} needs {needed} Fame, and you have {fame}.")
    more, short = (sentence.filled(card=card, needed=needed, fame=fame) for sentence in (more, short))
    is_strange = side.card.kind not in (Kind.MINION, Kind.WEAPON)
    only = msg("You can only acquire Minions and Weapons from the Supply.")
    return (
        _when(side.card.kind is other, msg("Minions are recruited, Weapons are purchased."), "DD27")
        or _when(is_strange, only, "DD27")
        or _when(m.pool.called(side) not in m.piles(), msg("That pile is empty."), "DD33")
        or _when(not acquisitions(m, side), no_more, "DD11")
        or _when(needed > fame and is_enough, more, "DD30")
        or _when(needed > fame, short, "DD29")
    )


_NO_FIGHTER: Reason = msg("You add helpers when you attack or block."), "DD51"


def _latest_fighter(m: Referee, seat: int) -> CombatSide | None:
    """Return a player's fighter; outside a Combat, the Minion that fought last this turn."""
    fighter, fought = m.fighter(seat), m.seat(seat).fought
    if fighter is not None and fighter.card >= 0:
        return fighter
    return CombatSide(seat, fought[-1].card) if fought else None


def _helper(m: Referee, seat: int, name: str) -> Reason | None:
    fighter = _latest_fighter(m, seat)
    if fighter is None:
        return _NO_FIGHTER
    if reason := _not_in_hand(m, seat, name):
        return reason
    side, own = m.pool.sides[name], m.side(fighter.card)
    card, mine, skl = title(name), title(own.title), number(m, fighter, Stat.SKL)
    is_weapon, needed = side.noun is Noun.WEAPON, side.side.skl
    barred = Helpers.WEAPONS if is_weapon else Helpers.SUPPORTERS
    wrong_faction = msg("{card} isn't from {fighter}'s faction.", card=card, fighter=mine)
    low_skl = msg(
        "{card} needs {needed} SKL, and {fighter} has {skl}.", card=card, needed=needed, fighter=mine, skl=skl
    )
    return (
        (_useless(side) if side.noun is Noun.CURSE else None)
        or _when(not side.is_helper, msg("{card} can't help a Minion.", card=card), "DD41")
        or _when(side.faction is not own.faction, wrong_faction, "DD59")
        or _when(barred in fighter.barred, msg("A card's text forbids that in this Combat."), "DD42")
        or _when(is_weapon and needed > skl, low_skl, "DD60")
        or _NO_FIGHTER
    )


def _why_not_target(m: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a player can't be attacked, or chosen for a text."""
    number = wish.removeprefix("seat ")
    if not number.isdecimal() or int(number) >= m.seat_count:
        return None
    is_for_text = _topic(m, seat) in (Topic.OPPONENT, Topic.PLAYER)
    if m.position.is_out(int(number)):
        return msg("That player is out of the match."), "DD114" if is_for_text else "DD51"
    if is_for_text:
        return msg("You aren't your own opponent."), "DD44"
    if int(number) == seat:
        return msg("You can't attack yourself."), "DD51"
    return msg("You choose the player when you declare an attack."), "DD51"


_REASONS: Mapping[str, Callable[[Referee, int, str], Reason | None]] = {
    OptionVerb.ABILITY: _ability,
    OptionVerb.DEED: _deed,
    OptionVerb.MASTER: _master,
    OptionVerb.ATTACK: partial(_fight, Step.ATTACK),
    OptionVerb.ATTACK_AGAIN: partial(_fight_again, Step.ATTACK, "DD66"),
    OptionVerb.RECRUIT: partial(_acquire, Kind.WEAPON),
    OptionVerb.PURCHASE: partial(_acquire, Kind.MINION),
    OptionVerb.HELPER: _helper,
    OptionVerb.BLOCK: partial(_fight, Step.BLOCK),
    OptionVerb.BLOCK_AGAIN: partial(_fight_again, Step.BLOCK, "DD67"),
    OptionVerb.NO_BLOCK: lambda m, seat, name: _not_now(m, seat, Step.BLOCK),
    OptionVerb.DONE: lambda m, seat, name: _NO_FIGHTER,
    OptionVerb.END: lambda m, seat, name: _not_your_act(m, seat),
}
