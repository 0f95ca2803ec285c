"""Acts of a turn: Abilities, Deeds, lines of the Master, attacks, acquisitions (DD11–DD13, DD27–DD34)."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.words import Happening, KeywordName, Noun, Step
from cards.i18n import line, msg
from engine.dreams_of_dystopia.effects.choices import can_do
from engine.dreams_of_dystopia.effects.helpers import begin, happened, printed_lines
from engine.dreams_of_dystopia.effects.resolution import master_text
from engine.dreams_of_dystopia.facts.turns import AbilityUsed, Acquired, DeedUsed
from engine.dreams_of_dystopia.frames import Act, Declare, RunLine
from engine.dreams_of_dystopia.mutations import change_fame
from engine.dreams_of_dystopia.numbers import acquisitions, fame_of
from engine.dreams_of_dystopia.position import Combat, CombatSide
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic, verb_of
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, USED
from engine.kernel.effects.program import MayOp
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption


def ask_act(m: Referee, frame: Act) -> None:
    """Ask for the next act."""
    seat, is_acquiring = frame.seat, m.position.is_acquiring
    offers = [] if is_acquiring else _from_cards(m, seat)
    others = [*([] if is_acquiring else _of_master(m, seat)), *_acquisitions(m, seat)]
    end = PendingOption(OptionVerb.END, msg("End turn"), verb=OptionVerb.END)
    m.ask_cards(seat, msg("Your turn: what will you do?"), Topic.ACT, offers, *others, end)


def _from_cards(m: Referee, seat: int) -> list[tuple[str, int]]:
    """Return the acts with cards of the hand, and with Minions kept on the table (DD68)."""
    allowed, hand = m.position.allowed, m.zone(HAND, seat)
    offers: list[tuple[str, int]] = []
    for card in hand:
        side = m.side(card)
        if side.ability and allowed.abilities:
            offers.append((OptionVerb.ABILITY, card))
        if side.noun is Noun.DEED and allowed.deeds:
            offers.append((OptionVerb.DEED, card))
        if allowed.combats and can_attack(side):
            offers.append((OptionVerb.ATTACK, card))
    staying = m.staying_minions(seat, Step.ATTACK)
    return offers + [(OptionVerb.ATTACK_AGAIN, card) for card in staying if can_attack(m.side(card))]


def can_attack(side: CompiledSide) -> bool:
    """Return whether a card can attack (DD41)."""
    return side.noun is Noun.MINION and KeywordName.CANNOT_ATTACK not in side.keywords


def _of_master(m: Referee, seat: int) -> list[PendingOption]:
    """Return the lines of the Master that can still be used this turn (DD83)."""
    (card,) = m.seat(seat).master
    options: list[PendingOption] = []
    for number in m.side(card).once:
        if can_use(m, seat, number):
            label = msg("Your Master: {effect}", effect=line(master_text(m, line_of_master(m, seat, number))))
            key, subject = f"{OptionVerb.MASTER} {number}", f"{m.called(card)}#{number}"
            options.append(PendingOption(key, label, verb=OptionVerb.MASTER, subject=subject))
    return options


def line_of_master(m: Referee, seat: int, number: int) -> RunLine:
    """Return a frame that would resolve a line of a player's Master."""
    (card,) = m.seat(seat).master
    return RunLine(seat=seat, source=card, title=m.called(card), line=number)


def can_use(m: Referee, seat: int, number: int) -> bool:
    """Return whether a player can use a line of the Master: unused this turn, and affordable (DD43, DD82)."""
    frame = line_of_master(m, seat, number)
    master = m.side(frame.source)
    first = master.programs[number].ops[0]
    return master.once[number] not in m.seat(seat).once and (
        not isinstance(first, MayOp) or all(can_do(m, frame, part) for part in first.sentence)
    )


def _acquisitions(m: Referee, seat: int) -> list[PendingOption]:
    """Return the sides that can be acquired now (DD27–DD33)."""
    allowed, state, options = m.position.allowed, m.seat(seat), list[PendingOption]()
    if not (allowed.acquisitions or allowed.recruits or allowed.purchases):
        return options
    piles, master = m.piles(), m.master(seat)
    for side in (side for name in m.pool.piles if name in piles for side in m.pool.cards[name]):
        if side.side.loyalty - state.less > state.fame:
            continue  # Most sides are too expensive in any faction.
        needed = fame_of(side, master, state.less, state.waives)
        if needed <= state.fame and acquisitions(m, side):
            verb = OptionVerb.RECRUIT if side.noun is Noun.MINION else OptionVerb.PURCHASE
            detail = msg("needs {needed} of your {fame} Fame", needed=needed, fame=state.fame)
            key, label = f"{verb} {side.title}", m.label(verb, side.title)
            options.append(PendingOption(key, label, detail, verb=verb, subject=side.title))
    return options


def perform(m: Referee, frame: Act) -> None:
    """Perform the chosen act."""
    key, seat = frame.choice[0], frame.seat
    card, verb = frame.card(), verb_of(key)
    subject, allowed = key.removeprefix(f"{verb} "), m.position.allowed
    match verb:
        case OptionVerb.ABILITY:
            allowed.abilities -= 1
            m.move([card], USED, seat)
            m.emit(AbilityUsed(seat, m.called(card)), "DD11")
            begin(m, seat, printed_lines(m, card, m.side(card).ability))
        case OptionVerb.DEED:
            allowed.deeds -= 1
            m.move([card], USED, seat)
            m.emit(DeedUsed(seat, m.called(card)), "DD50")
            happened(m, change_fame(m, [seat], 1, "DD50"), Happening.FAME)
        case OptionVerb.MASTER:
            (master,), line = m.seat(seat).master, int(subject)
            m.seat(seat).once.append(m.side(master).once[line])
            begin(m, seat, printed_lines(m, master, [line]))
        case OptionVerb.ATTACK | OptionVerb.ATTACK_AGAIN:
            # An attack uses up the Combat, unless the Minion was kept on the table for it (DD51, DD66).
            allowed.combats -= verb == OptionVerb.ATTACK
            m.position.attacks += 1
            m.push(Declare(seat=seat))
            m.position.combat = Combat(CombatSide(seat, card), CombatSide(-1))
        case OptionVerb.END:
            m.position.is_ending = True
        case _:
            _acquire(m, seat, m.pool.sides[subject])


def _acquire(m: Referee, seat: int, side: CompiledSide) -> None:
    """Acquire a card into the discard pile or onto the deck, using the narrower allowance first (DD25, DD28)."""
    position, state = m.position, m.seat(seat)
    allowed, is_minion = position.allowed, side.noun is Noun.MINION
    if is_minion and allowed.recruits:
        allowed.recruits -= 1
    elif not is_minion and allowed.purchases:
        allowed.purchases -= 1
    else:
        allowed.acquisitions -= 1
    position.is_acquiring = True
    card = m.pile(m.pool.called(side))[0]
    m.give(card, seat, side)
    on_top = bool(state.on_top)
    state.on_top -= on_top
    m.move([card], DECK if on_top else DISCARD, seat, top=on_top)
    m.emit(Acquired(seat, side.title, is_minion, on_top), "DD27")
    happened(m, [seat], Happening.RECRUIT if is_minion else Happening.PURCHASE)


ACT = Procedure[Referee](Act, ask_act, perform)
