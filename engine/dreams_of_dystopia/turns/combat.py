"""A Combat: declaring, blocking, damage, hit, Clean-Up (DD51–DD70, DD92–DD94, DD103, DD104)."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.words import Happening, KeywordName, Noun, Stat, Step
from cards.i18n import msg, seat_name, title
from engine.dreams_of_dystopia.effects import helpers
from engine.dreams_of_dystopia.effects.choices import player_option, seat_of_key
from engine.dreams_of_dystopia.effects.departures import fall
from engine.dreams_of_dystopia.facts import combats
from engine.dreams_of_dystopia.facts.terms import DAMAGE, cards_of
from engine.dreams_of_dystopia.frames import AddHelpers, BlockAttack, Declare, ResolveCombat
from engine.dreams_of_dystopia.mutations import change_lp, turn_over
from engine.dreams_of_dystopia.numbers import fits, has_defender, loss, number
from engine.dreams_of_dystopia.position import MOST_FIGHTS, CombatSide, Fought
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic, verb_of
from engine.dreams_of_dystopia.zones import HAND, TABLE, USED
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind

# ----------------------------------------------------------------------------------------------------- declaring (step 1)


def choose_target(m: Referee, frame: Declare) -> None:
    """Take the only opponent as target, if there is just one (DD51, DD112)."""
    others = m.opponents(frame.seat)
    if len(others) == 1:
        m.combat.defender.seat = others[0]
        frame.step = "send_attacker"


def ask_target(m: Referee, frame: Declare) -> None:
    """Ask for the target."""
    purpose = msg("Which player do you attack with {card}?", card=title(m.called(m.combat.attacker.card)))
    options = tuple(player_option(seat, OptionVerb.TARGET) for seat in m.opponents(frame.seat))
    m.ask(frame.seat, QuestionKind.ONE, purpose, Topic.TARGET, options)


def take_target(m: Referee, frame: Declare) -> None:
    """Take the chosen target."""
    m.combat.defender.seat = seat_of_key(frame.choice[0])
    frame.choice = []


def send_attacker(m: Referee, frame: Declare) -> None:
    """Put the Minion onto the table and begin its effects (DD51)."""
    _send(m, m.combat.attacker, Step.ATTACK)


def support_attacker(m: Referee, frame: Declare) -> None:
    """Ask for helpers (DD62)."""
    m.push(AddHelpers(seat=frame.seat, is_attack=True))


def announce(m: Referee, frame: Declare) -> None:
    """Announce the complete attack (DD92)."""
    combat, attacker = m.combat, m.combat.attacker
    combat.is_declared = True
    if m.combat_continues():
        card, added = m.called(attacker.card), m.titles(attacker.helpers)
        atk, defender = number(m, attacker, Stat.ATK), has_defender(m, attacker)
        m.emit(combats.Attacked(frame.seat, combat.defender.seat, card, added, atk, defender), "DD92")


DECLARE = Procedure[Referee](
    Declare, choose_target, ask_target, take_target, send_attacker, support_attacker, announce
)


def _send(m: Referee, fighter: CombatSide, step: Step) -> None:
    """Put a Minion onto the table to fight, unless it is there already, and begin its effects."""
    seat, card = fighter.seat, fighter.card
    fought = m.fought(seat, card, step)
    if fought is None:
        fought = Fought(card, step.value, 0)
        m.seat(seat).fought.append(fought)
    fought.times += 1
    fought.stays = False
    if m.card(card).zone == HAND:
        m.move([card], TABLE, seat)
    m.emit(combats.SentToFight(seat, m.called(card)), "DD51")
    helpers.begin_fighting(m, fighter)


# ----------------------------------------------------------------------------------------------------------- helpers


def fitting(m: Referee, seat: int) -> list[int]:
    """Return the cards in a player's hand that can be added to their fighter now (DD59–DD62)."""
    fighter = m.fighter(seat)
    if fighter is None or fighter.card < 0:
        return []
    return [card for card in m.zone(HAND, seat) if fits(m, fighter, m.side(card))]


def next_helper(m: Referee, frame: AddHelpers) -> None:
    """Go on to ask for a helper if a card of the hand fits, or finish, also if the Combat is over (DD69).

    If others notice the question, a player with any card in hand is asked (DD128).
    """
    is_asked = fitting(m, frame.seat) or (m.is_noticed(frame.seat) and m.zone(HAND, frame.seat))
    if not m.combat_continues() or not is_asked:
        frame.step = ""


def ask_helper(m: Referee, frame: AddHelpers) -> None:
    """Ask for a helper, or to finish."""
    fighter = m.fighter(frame.seat)
    assert fighter is not None
    card, attack = title(m.called(fighter.card)), number(m, m.combat.attacker, Stat.ATK)
    if frame.is_attack:
        topic, purpose = Topic.SUPPORT_ATTACK, msg("{card}: {n} ATK. What do you add?", card=card, n=attack)
    else:
        text = msg("{card}: {n} DEF against {attack} ATK. What do you add?")
        purpose = text.filled(card=card, n=number(m, fighter, Stat.DEF), attack=attack)
        topic = Topic.SUPPORT_BLOCK
    offers = [(OptionVerb.HELPER, card) for card in fitting(m, frame.seat)]
    done = PendingOption(OptionVerb.DONE, msg("Done", "helpers"), verb=OptionVerb.DONE)
    m.ask_cards(frame.seat, purpose, topic, offers, done)


def take_helper(m: Referee, frame: AddHelpers) -> None:
    """Add the chosen helper. Its effects come before the next question (DD51)."""
    card, fighter = frame.card(), m.fighter(frame.seat)
    if card >= 0 and fighter is not None:
        frame.step = "next_helper"
        helpers.add_helper(m, fighter, card, "DD62")


ADD_HELPERS = Procedure[Referee](AddHelpers, next_helper, ask_helper, take_helper)

# ------------------------------------------------------------------------------------------------------ blocking (step 2)


def can_block(side: CompiledSide) -> bool:
    """Return whether a card can block (DD41, DD52)."""
    return side.noun is Noun.MINION and KeywordName.CANNOT_BLOCK not in side.keywords


def ask_block(m: Referee, frame: BlockAttack) -> None:
    """Ask for a blocker or none. A player with any card is asked (DD94)."""
    seat, attacker = frame.seat, m.combat.attacker
    cards = [(OptionVerb.BLOCK, card) for card in m.zone(HAND, seat)]
    cards += [(OptionVerb.BLOCK_AGAIN, card) for card in m.staying_minions(seat, Step.BLOCK)]
    offers = [(verb, card) for verb, card in cards if can_block(m.side(card))]
    purpose = msg(
        "{who} attacks you with {cards}: {n} ATK. Do you block?",
        who=seat_name(attacker.seat),
        cards=cards_of(m.titles([attacker.card, *attacker.helpers])),
        n=number(m, attacker, Stat.ATK),
    )
    no = PendingOption(OptionVerb.NO_BLOCK, msg("Don't block"), verb=OptionVerb.NO_BLOCK)
    m.ask_cards(seat, purpose, Topic.BLOCK, offers, no)


def send_blocker(m: Referee, frame: BlockAttack) -> None:
    """Put the blocker onto the table and begin its effects (DD52)."""
    verb, card = verb_of(frame.choice[0]), frame.card()
    if verb == OptionVerb.NO_BLOCK:
        m.emit(combats.NotBlocked(frame.seat), "DD53")
        frame.step = ""
        return
    m.combat.defender.card = card
    _send(m, m.combat.defender, Step.BLOCK)


def support_blocker(m: Referee, frame: BlockAttack) -> None:
    """Ask for helpers (DD62)."""
    m.push(AddHelpers(seat=frame.seat, is_attack=False))


def announce_block(m: Referee, frame: BlockAttack) -> None:
    """Announce the complete block (DD93)."""
    blocker = m.combat.defender
    if m.combat_continues():
        card, added = m.called(blocker.card), m.titles(blocker.helpers)
        m.emit(combats.AttackBlocked(frame.seat, card, added, number(m, blocker, Stat.DEF)), "DD93")


BLOCK = Procedure[Referee](BlockAttack, ask_block, send_blocker, support_blocker, announce_block)

# ------------------------------------------------------------------------------------------ the result (steps 3, 4)


def begin_block(m: Referee, frame: ResolveCombat) -> None:
    """Have the attacked player block in a sitting. Others learn nothing before it is complete (DD93, DD119).

    A player without any card that could be sent isn't asked, which is public (DD94, DD118).
    """
    seat = m.combat.defender.seat
    if not m.combat_continues():
        return
    if m.zone(HAND, seat) or m.staying_minions(seat, Step.BLOCK):
        m.sit(seat)
        m.push(BlockAttack(seat=seat))
    else:
        m.emit(combats.NotBlocked(seat), "DD94")


def damage(m: Referee, frame: ResolveCombat) -> None:
    """Take the difference from the LP of the player with the lower number (DD53–DD56, DD70)."""
    combat = m.combat
    if not m.combat_continues():
        out = next(seat for seat in (combat.attacker.seat, combat.defender.seat) if m.position.is_out(seat))
        m.emit(combats.CombatStopped(out), "DD69")
        frame.step = "clean_up"
        return
    seat, lost = loss(m, combat)
    combat.is_over = True
    if not lost:
        attack, defence = number(m, combat.attacker, Stat.ATK), number(m, combat.defender, Stat.DEF)
        m.emit(combats.NoHit(attack, defence), DAMAGE)
        frame.step = "clean_up"
        return
    frame.hit = combat.attacker.seat if seat == combat.defender.seat else combat.defender.seat
    fall(m, change_lp(m, [seat], -lost, DAMAGE), DAMAGE)


def upon_hit(m: Referee, frame: ResolveCombat) -> None:
    """Resolve the hit effects of the Minion, then of its helpers (DD57)."""
    fighter = m.fighter(frame.hit)
    assert fighter is not None
    helpers.begin(m, frame.hit, helpers.hit_lines(m, fighter))


def masters_upon_hit(m: Referee, frame: ResolveCombat) -> None:
    """Resolve the hit effects of its Master last (DD57)."""
    if not m.position.is_out(frame.hit):
        helpers.begin(m, frame.hit, helpers.triggered_lines(m, frame.hit, Happening.HIT))


def clean_up(m: Referee, frame: ResolveCombat) -> None:
    """Turn cards over as announced; use up helpers, and fighters that may not fight again (DD63, DD66, DD103)."""
    combat = m.combat
    m.position.combat = None
    for fighter, step in ((combat.attacker, Step.ATTACK), (combat.defender, Step.BLOCK)):
        if fighter.card >= 0 and not m.position.is_out(fighter.seat):
            _clean_up(m, fighter, step)


def _clean_up(m: Referee, fighter: CombatSide, step: Step) -> None:
    seat, card = fighter.seat, fighter.card
    for turning in fighter.turning:
        turn_over(m, seat, turning, "DD103")
    fought = m.fought(seat, card, step)
    stays = fought is not None and step in fighter.again and fought.times < MOST_FIGHTS
    if fought is not None:
        fought.stays = stays
    used = [*([] if stays else [card]), *fighter.helpers]
    m.move([each for each in used if m.card(each).zone in (HAND, TABLE)], USED, seat)
    m.emit(combats.CleanedUp(seat, m.called(card) if stays else ""), "DD63")


RESOLVE_COMBAT = Procedure[Referee](ResolveCombat, begin_block, damage, upon_hit, masters_upon_hit, clean_up)
