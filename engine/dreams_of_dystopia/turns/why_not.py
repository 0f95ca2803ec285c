"""Why can't I? For every action that a player might expect, the rule that stands in the way (§Turn, §Combat)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cards.dreams_of_dystopia.language.words import Helpers, Noun, Stat, Step
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import Message, msg, title
from engine.dreams_of_dystopia.numbers import acquisitions, fame_needed, number
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic, verb_of
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.turns.main_phase import can_attack, can_use
from engine.dreams_of_dystopia.zones import HAND, MASTERS, TABLE, USED
from engine.kernel.game import Reason


def why_not(m: Referee, seat: int, wish: str) -> Reason | None:
    """Return why a seat can't do `wish` now, in a sentence and with the rule behind it.

    A wish is the key of an option: "ability TITLE", "deed TITLE", "master LINE", "attack TITLE", "attack again TITLE", "recruit
    TITLE", "purchase TITLE", "helper TITLE", "block TITLE", "block again TITLE", "seat N" of who is attacked, "end". None when
    it can be done, or when nothing is known of such a wish.
    """
    question, wished = m.position.questions.get(seat), wish.strip()
    if question is not None and any(one.key.casefold() == wished.casefold() for one in question.options):
        return None
    if m.position.outcome is not None:
        return msg("This match is over."), "DD73"
    if m.position.is_out(seat):
        return msg("You are out of this match."), "DD114"
    if wished.startswith("seat "):
        return _why_not_target(m, seat, wished)
    if not (verb := verb_of(wished)):
        return _why_not_master(m, wished)
    if m.position.turn == 0:
        return msg("Masters are still being chosen."), "DD8"
    reason = _REASONS.get(verb)
    return None if reason is None else reason(m, seat, wished.removeprefix(verb).strip())


def _why_not_master(m: Referee, wished: str) -> Reason | None:
    """Return why a side of a Master can't be chosen: a player has the card, whichever side is up (DD8)."""
    side = _side(m, wished)
    if side is None or side.card.kind is not Kind.MASTER:
        return None
    if m.position.turn:
        return msg("Masters are chosen before the first turn."), "DD8"
    if any(m.card(card).title == m.pool.called(side) for card in m.zone(MASTERS)):
        return msg("It is not your turn to choose."), "DD8"
    return msg("{card} is taken, with both sides.", card=title(side.title)), "DD8"


def _topic(m: Referee, seat: int) -> str:
    question = m.position.questions.get(seat)
    return question.topic if question is not None else ""


def _not_your_act(m: Referee, seat: int) -> Reason | None:
    """Return why a seat can do nothing of a Main Phase now; None where it is asked what to do."""
    if m.position.active != seat:
        return msg("It is not your turn."), "DD90"
    if _topic(m, seat) != Topic.ACT:
        return msg("Something else is being decided first."), "DD12"
    return None


def _not_in_main_phase(m: Referee, seat: int) -> Reason | None:
    """Return why nothing but acquiring can be done now."""
    if reason := _not_your_act(m, seat):
        return reason
    if m.position.is_acquiring:
        return msg("You have acquired a card: you can only acquire more, or end your turn."), "DD13"
    return None


def _side(m: Referee, name: str) -> CompiledSide | None:
    return next((side for called, side in m.pool.sides.items() if called.casefold() == name.casefold()), None)


def _not_in_hand(m: Referee, seat: int, name: str) -> Reason | None:
    """Return why a card is not one of the hand."""

    def lies(zone: str) -> bool:
        return any(m.called(card).casefold() == name.casefold() for card in m.zone(zone, seat))

    if lies(HAND):
        return None
    if lies(TABLE):
        return msg("{card} lies on the table, and is not in your hand.", card=title(name)), "DD68"
    if lies(USED):
        return msg("{card} has been used in this turn.", card=title(name)), "DD17"
    return msg("You hold no card called “{card}”.", card=name[:60]), "DD40"


def _ability(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat) or _not_in_hand(m, seat, name):
        return reason
    side = _side(m, name)
    if side is not None and not side.ability:
        return _useless(side) or (msg("{card} has no ABILITY.", card=title(side.title)), "DD41")
    if not m.position.allowed.abilities:
        return msg("You have used your Ability of this turn."), "DD11"
    return None


def _useless(side: CompiledSide) -> Reason | None:
    """Return why a card of another sort has no ABILITY."""
    match side.noun:
        case Noun.CURSE:
            return msg("A Curse can't be used for anything."), "DD49"
        case Noun.WEAPON:
            return msg("A Weapon is only used by a Minion that fights."), "DD48"
        case _:
            return None


def _deed(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat) or _not_in_hand(m, seat, name):
        return reason
    side = _side(m, name)
    if side is not None and side.noun is not Noun.DEED:
        return _useless(side) or (msg("{card} is no Heroic Deed.", card=title(side.title)), "DD50")
    if not m.position.allowed.deeds:
        return msg("You have used your Heroic Deed of this turn."), "DD50"
    return None


def _master(m: Referee, seat: int, line: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat):
        return reason
    master = m.master(seat)
    number = line.rpartition("#")[2]
    if master is None or not number.isdecimal() or int(number) not in master.once:
        return msg("Your Master has no such line to use once per turn."), "DD83"
    if master.once[int(number)] in m.seat(seat).once:
        return msg("You have used that line of your Master in this turn."), "DD82"
    return None if can_use(m, seat, int(number)) else (msg("You don't have what it costs."), "DD43")


def _attack(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat) or _not_in_hand(m, seat, name) or _no_fighter(m, name):
        return reason
    if (side := _side(m, name)) is not None and not can_attack(side):
        return msg("{card} can't attack.", card=title(side.title)), "DD41"
    return (
        (msg("You have used your Combat of this turn."), "DD11") if not m.position.allowed.combats else None
    )


def _no_fighter(m: Referee, name: str) -> Reason | None:
    side = _side(m, name)
    if side is not None and side.noun is not Noun.MINION:
        return _useless(side) or (msg("Only Minions fight."), "DD51")
    return None


def _attack_again(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_in_main_phase(m, seat) or _not_kept(m, seat, name, Step.ATTACK, "DD66"):
        return reason
    side = _side(m, name)
    return (msg("{card} can't attack.", card=title(name)), "DD41") if side and not can_attack(side) else None


def _not_kept(m: Referee, seat: int, name: str, step: Step, rule: str) -> Reason | None:
    if any(m.called(card).casefold() == name.casefold() for card in m.kept(seat, step)):
        return None
    return msg("{card} does not stay on the table to fight once more.", card=title(name)), rule


def _acquire(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_your_act(m, seat):
        return reason
    side = _side(m, name)
    if side is None:
        return msg("There is no card called “{card}”.", card=name[:60]), "DD27"
    if side.card.kind not in (Kind.MINION, Kind.WEAPON):
        return msg("Only Minions and Weapons of the Supply can be acquired."), "DD27"
    if m.pool.called(side) not in m.piles():
        return msg("That pile is empty."), "DD33"
    if not acquisitions(m, side):
        return _no_acquisition(side), "DD11"
    needed, fame = fame_needed(m, seat, side), m.seat(seat).fame
    if needed > fame:
        return _no_fame(side, needed, fame, side.side.loyalty - m.seat(seat).less <= fame)
    return None


def _recruit(m: Referee, seat: int, name: str) -> Reason | None:
    return _of_another_sort(m, seat, name, Kind.WEAPON) or _acquire(m, seat, name)


def _purchase(m: Referee, seat: int, name: str) -> Reason | None:
    return _of_another_sort(m, seat, name, Kind.MINION) or _acquire(m, seat, name)


def _of_another_sort(m: Referee, seat: int, name: str, kind: Kind) -> Reason | None:
    side = _side(m, name)
    if side is None or side.card.kind is not kind:
        return None
    return _not_your_act(m, seat) or (msg("Minions are recruited, Weapons are purchased."), "DD27")


def _no_acquisition(side: CompiledSide) -> Message:
    if side.noun is Noun.MINION:
        return msg("You can't recruit any more Minions in this turn.")
    return msg("You can't purchase any more Weapons in this turn.")


def _no_fame(side: CompiledSide, needed: int, fame: int, by_faction: bool) -> Reason:
    card = title(side.title)
    if by_faction:
        said = msg(
            "{card} is of the other faction: it needs {needed} Fame, 2 of them for that, and you have {fame}.",
            card=card, needed=needed, fame=fame,
        )  # fmt: skip
        return said, "DD30"
    return msg(
        "{card} needs {needed} Fame, and you have {fame}.", card=card, needed=needed, fame=fame
    ), "DD29"


def _helper(m: Referee, seat: int, name: str) -> Reason | None:
    fighter = m.fighter(seat)
    if (
        fighter is None
        or fighter.card < 0
        or _topic(m, seat) not in (Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)
    ):
        return msg("Helpers are added as you attack or block."), "DD51"
    if reason := _not_in_hand(m, seat, name):
        return reason
    side, own = _side(m, name), m.side(fighter.card)
    if side is None or not side.is_helper:
        return msg("{card} can't help a Minion.", card=title(name)), "DD41"
    if side.faction is not own.faction:
        return msg(
            "{card} is not of the faction of {fighter}.", card=title(name), fighter=title(own.title)
        ), "DD59"
    barred = Helpers.WEAPONS if side.noun is Noun.WEAPON else Helpers.SUPPORTERS
    if barred in fighter.barred:
        return msg("A text forbids that in this Combat."), "DD42"
    skl = number(m, fighter, Stat.SKL)
    if side.noun is Noun.WEAPON and side.side.skl > skl:
        said = msg("{card} needs {needed} SKL, and {fighter} has {skl}.", card=title(name), needed=side.side.skl,
                   fighter=title(own.title), skl=skl)  # fmt: skip
        return said, "DD60"
    return None


def _block(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_blocking(m, seat) or _not_in_hand(m, seat, name) or _no_fighter(m, name):
        return reason
    side = _side(m, name)
    return (msg("{card} can't block.", card=title(name)), "DD41") if side and not can_block(side) else None


def _block_again(m: Referee, seat: int, name: str) -> Reason | None:
    if reason := _not_blocking(m, seat) or _not_kept(m, seat, name, Step.BLOCK, "DD67"):
        return reason
    side = _side(m, name)
    return (msg("{card} can't block.", card=title(name)), "DD41") if side and not can_block(side) else None


def _not_blocking(m: Referee, seat: int) -> Reason | None:
    if _topic(m, seat) == Topic.BLOCK:
        return None
    return msg("You block as you are attacked, once for each attack."), "DD52"


def _why_not_target(m: Referee, seat: int, wish: str) -> Reason | None:
    if wish == f"seat {seat}":
        return msg("You can't attack yourself."), "DD51"
    number = wish.removeprefix("seat ")
    if not number.isdecimal() or int(number) >= m.seat_count:
        return None
    if m.position.is_out(int(number)):
        return msg("That player is out of the match."), "DD51"
    return msg("You choose whom you attack as you declare an attack."), "DD51"


_REASONS: Mapping[str, Callable[[Referee, int, str], Reason | None]] = {
    OptionVerb.ABILITY: _ability,
    OptionVerb.DEED: _deed,
    OptionVerb.MASTER: _master,
    OptionVerb.ATTACK: _attack,
    OptionVerb.ATTACK_AGAIN: _attack_again,
    OptionVerb.RECRUIT: _recruit,
    OptionVerb.PURCHASE: _purchase,
    OptionVerb.HELPER: _helper,
    OptionVerb.BLOCK: _block,
    OptionVerb.BLOCK_AGAIN: _block_again,
    OptionVerb.NO_BLOCK: lambda m, seat, name: _not_blocking(m, seat),
    OptionVerb.END: lambda m, seat, name: _not_your_act(m, seat),
}
