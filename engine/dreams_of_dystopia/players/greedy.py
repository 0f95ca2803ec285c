"""Answer questions greedily: value all possible actions from the seat's view, and take the best.

On its own turn it considers every fighter together with every Ability. The question's topic tells what is asked, and
every answer is legal whatever the options are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.language.instructions import PutIntoHand, Turn
from cards.dreams_of_dystopia.language.lines import Effect, Line
from cards.dreams_of_dystopia.language.printer import print_sentence
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.selections import Chosen, ThisCard
from cards.dreams_of_dystopia.language.words import Moment, Noun
from cards.language.errors import CardError
from cards.language.nodes import IfYouDo, May
from engine.dreams_of_dystopia.effects.choices import seat_called
from engine.dreams_of_dystopia.numbers import fame_of
from engine.dreams_of_dystopia.players import combats
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.orders import orders_of
from engine.dreams_of_dystopia.players.purchases import BadHabit, best_offers, habit_of
from engine.dreams_of_dystopia.players.turns import (
    DECKS,
    Pair,
    TurnAllowance,
    TurnValuation,
    loss_of_cards,
    without,
)
from engine.dreams_of_dystopia.players.valuation import Valuation, hand_value, is_of_master
from engine.dreams_of_dystopia.program import CompiledSide, effect_of
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.main_phase import can_attack
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Option, Question, QuestionKind, random_choice
from engine.kernel.simulation import See

_OTHER_SIDE = 0.3
"""The value, for the rest of the match, of a card on the better side."""
_OF_FACTION = 0.12
"""The value for the Master of one more card of its own faction instead of the other."""
_BOOST = 2
"""The additional ATK with which an attack is tried, where a Master can give some."""
_FEW = 2
"""So few LP a card may take at once."""


class Greedy:
    """A player that does what looks best. `chance` chooses the Master and deals imagined hands to the others.

    With a `bad` habit it should lose.
    """

    def __init__(self, chance: Chance, bad: BadHabit | None = None) -> None:
        self.chance = chance
        self.bad = bad

    def answer(self, question: Question, see: See[DystopiaView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        options = question.options
        if question.topic == Topic.MASTER:
            return random_choice(question, self.chance)
        if len(options) == 1 == question.minimum:
            return (options[0].key,)
        look = _Look(BoardSummary(see(), question.seat, self.chance), self.bad)
        match question.topic:
            case Topic.ACT:
                return look.act(question)
            case Topic.TARGET:
                return look.target()
            case Topic.SUPPORT_ATTACK:
                return look.help_attack(question)
            case Topic.BLOCK:
                return look.block(question)
            case Topic.SUPPORT_BLOCK:
                return look.help_block(question)
            case Topic.MAY:
                return look.option(question)
            case Topic.MODE:
                return _best(question, lambda option: look.turning.effect(_read(option.subject)))
            case Topic.CARDS | Topic.SEARCH:
                return look.name_cards(question)
            case Topic.OPPONENT:
                return _best(question, look.strength)
            case Topic.PLAYER:
                return _best(question, look.weakness)
            case _:
                return random_choice(question, self.chance)

    def orders(
        self,
        seat: int,
        see: See[DystopiaView],
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return its blocks until its next turn as orders and, after an attack, its plan for the rest of the turn."""
        look = _Look(BoardSummary(see(), seat, self.chance))
        return orders_of(look.worth, forms, standing, plan, look.wanted)


class _Look:
    """One look at the table: what to do now."""

    def __init__(self, sight: BoardSummary, bad: BadHabit | None = None) -> None:
        self.sight = sight
        self.bad = bad
        self.worth = Valuation(sight)
        self.turning = Valuation(sight, self.turn_over, self.gain_of_holding)
        """The worth of texts, with that of turning cards over and of cards put into the hand weighed out."""
        self.turns = TurnValuation(self.worth)
        self.decks = sight.draws(DECKS)

    # ------------------------------------------------------------------------------------------------------- own turn

    def act(self, question: Question) -> Choice:
        """Do a Deed; then the best Ability, a line of the Master, an attack, an acquisition, if they pay; or end the turn."""
        offers: dict[str, list[Option]] = {}
        for option in question.options:
            offers.setdefault(option.verb, []).append(option)
        buying = [*offers.get(OptionVerb.RECRUIT, ()), *offers.get(OptionVerb.PURCHASE, ())]
        if self.sight.view.is_acquiring:
            return self.acquire(buying)
        if OptionVerb.DEED in offers:
            return (offers[OptionVerb.DEED][0].key,)
        again = [self.sight.side(one.subject) for one in offers.get(OptionVerb.ATTACK_AGAIN, ())]
        pair = self.weigh(self.sight.hand, again)
        if pair.ability is not None:
            return (f"{OptionVerb.ABILITY} {pair.ability.title}",)
        lines = [(self.line_of_master(option), option.key) for option in offers.get(OptionVerb.MASTER, ())]
        if lines and max(lines)[0] > 0:
            return (max(lines)[1],)
        if pair.fighter is not None:
            verb = OptionVerb.ATTACK_AGAIN if pair.fighter in again else OptionVerb.ATTACK
            return (f"{verb} {pair.fighter.title}",)
        return self.acquire(buying)

    def weigh(self, hand: Sequence[CompiledSide], again: Sequence[CompiledSide] = ()) -> Pair:
        """Return the best pair of an Ability and an attacker with the current allowances, ignoring draws."""
        said = self.sight.view.allowed
        allowed, found = TurnAllowance(said.abilities, said.combats, said.deeds), dict[str, list[Pair]]()
        for deck in self.decks:
            for pair in self.turns.pairs(hand, deck, allowed, again):
                found.setdefault(pair.ability.title if pair.ability else "", []).append(pair)
        best = max(found.values(), key=lambda pairs: sum(pair.value for pair in pairs))
        return msgspec.structs.replace(best[0], value=sum(pair.value for pair in best) / len(best))

    def line_of_master(self, option: Option) -> float:
        """Return the current value of a line of the Master."""
        subject = option.about
        side = self.sight.side(subject.name)
        self.turning.boost = self.boost()
        return self.turning.effect(effect_of(side.side.text[subject.mark or 0]))

    def boost(self) -> float:
        """Return the value of one more ATK for all own Minions this turn."""
        hand = self.sight.hand
        plain, more = (
            turns.best_attack(hand)[1].value for turns in (self.turns, self.turns.with_more(_BOOST))
        )
        return max(0.0, more - plain) / _BOOST

    def acquire(self, offers: Sequence[Option]) -> Choice:
        """Acquire the card that improves the own deck most, if any does; otherwise end the turn."""
        sides = {self.sight.side(option.subject): option.key for option in offers}
        best = best_offers(self.sight, habit_of(self.sight), [*sides], self.bad)
        return (sides[best[0]],) if best else (OptionVerb.END,)

    def wanted(self) -> list[str]:
        """Return the sides of the Supply that can be acquired with the FAME of now and are worth it, the best first."""
        mine, supply = self.sight.mine, self.sight.view.supply
        master = self.sight.pool.sides.get(mine.master)
        sides = [self.sight.side(name) for pile in supply if pile.count for name in pile.sides]
        able = [
            side
            for side in sides
            if side.faction and fame_of(side, master, mine.less, mine.waives) <= mine.fame
        ]
        return [side.title for side in best_offers(self.sight, habit_of(self.sight), able, self.bad)]

    def target(self) -> Choice:
        """Attack the opponent with the highest expected value."""
        combat = self.sight.view.combat
        assert combat is not None
        fighter = self.sight.side(combat.attacker.card)
        seat = self.turns.attack_with(fighter, without(self.sight.hand, fighter)).seat
        return (f"seat {seat}",)

    def help_attack(self, question: Question) -> Choice:
        """Add whatever fits, those that give SKL first, but keep the fighter of another attack."""
        offers = [option for option in question.options if option.verb == OptionVerb.HELPER]
        keeps = self.next_fighter() if self.sight.view.allowed.combats else None
        for option in sorted(offers, key=lambda one: self.sight.side(one.subject).noun is Noun.WEAPON):
            if option.subject != keeps:
                return (option.key,)
        return (OptionVerb.DONE,)

    def next_fighter(self) -> str:
        """Return the Minion of the hand that would make the next attack; "" without one."""
        fighters = [side for side in self.sight.hand if can_attack(side)]
        return max(fighters, key=lambda one: (one.side.atk, one.title)).title if fighters else ""

    # ------------------------------------------------------------------------------------------------------- blocking

    def block(self, question: Question) -> Choice:
        """Send the blocker that, with its best helpers, costs least; or none."""
        if self.bad is BadHabit.NEVER_BLOCKS:
            return (OptionVerb.NO_BLOCK,)
        attack, attacker_lp = self.attacked()
        mine = self.sight.mine
        costs = [(combats.cost_of_block(attack, combats.NOTHING, mine.lp, attacker_lp), "")]
        kept, loss = self.sight.sides(mine.to_block), loss_of_cards(self.sight)
        for fighter, force in combats.every_block(self.worth, self.sight.hand, kept, mine.stats, attack.bars):
            force.cost = loss(force.helpers if fighter in kept else (fighter, *force.helpers))
            costs.append((combats.cost_of_block(attack, force, mine.lp, attacker_lp), fighter.title))
        title = min(costs)[1]
        option = next((one for one in question.options if one.subject == title != ""), None)
        return (option.key,) if option else (OptionVerb.NO_BLOCK,)

    def help_block(self, question: Question) -> Choice:
        """Add the first of the helpers that make the block cheapest, if any do."""
        combat = self.sight.view.combat
        assert combat is not None
        attack, attacker_lp = self.attacked()
        start = combats.force_seen(self.worth, combat.defender, Moment.BLOCK)
        fighter = self.sight.side(combat.defender.card)
        offered = self.sight.sides([one.subject for one in question.options if one.verb == OptionVerb.HELPER])
        forces = list(combats.block_forces(self.worth, start, fighter, offered, attack.bars))
        mine, loss = self.sight.mine, loss_of_cards(self.sight)
        for force in forces:
            force.cost = loss(force.helpers[len(start.helpers) :])
        best = min(forces, key=lambda one: combats.cost_of_block(attack, one, mine.lp, attacker_lp))
        if best is start:
            return (OptionVerb.DONE,)
        return (f"{OptionVerb.HELPER} {best.helpers[len(start.helpers)].title}",)

    def attacked(self) -> tuple[combats.Force, int]:
        """Return the attack to answer, and the attacker's LP."""
        combat = self.sight.view.combat
        assert combat is not None
        force = combats.force_seen(self.worth, combat.attacker, Moment.ATTACK)
        force.bars = combat.defender.barred
        if combat.defender.card:  # Its numbers are already those after the attack's texts.
            force.opposing_atk = force.opposing_def = 0
        return force, self.sight.view.players[combat.attacker.seat].lp

    # -------------------------------------------------------------------------------------------------- what cards ask

    def option(self, question: Question) -> Choice:
        """Take a card's option if it has a positive value including its consequences."""
        side = self.sight.side(question.subject)
        worth = Valuation(self.sight, lambda op: self.turn_over(op, side))
        worth.boost = self.boost()
        for effect in map(effect_of, side.side.text):
            for at, sentence in enumerate(effect):
                option = sentence[0]
                if isinstance(option, May) and print_sentence(option.sentence) == question.quoted:
                    follows = at + 1 < len(effect) and isinstance(effect[at + 1][0], IfYouDo)
                    gain = worth.effect(effect[at : at + 1 + follows])
                    return (OptionVerb.YES,) if gain > 0 else (OptionVerb.NO,)
        return (OptionVerb.NO,)

    def name_cards(self, question: Question) -> Choice:
        """Name cards: the best ones to get or turn over, the worst ones to give up; only the minimum if it costs."""
        op = next((op for sentence in _read(question.quoted) for op in sentence), None)

        def value(option: Option) -> float:
            side = self.sight.pool.sides.get(option.about.name)
            if side is None:
                return -1.0
            if isinstance(op, Turn):
                return self.gain_of_turning(side)
            if isinstance(op, PutIntoHand):
                return self.gain_of_holding(side)
            worth = hand_value(side)
            return worth if question.topic == Topic.SEARCH else -worth

        ranked = sorted(question.options, key=lambda one: (-value(one), one.key))
        if question.kind is QuestionKind.CARDS:
            is_good = question.minimum < question.maximum and value(ranked[0]) >= 0
            return tuple(one.key for one in ranked[: question.maximum if is_good else question.minimum])
        return (ranked[0].key,)

    def turn_over(self, op: Turn, source: CompiledSide | None = None) -> float:
        """Return the value of turning over what this card's instruction allows."""
        if isinstance(op.what, ThisCard):
            return self.gain_of_side(source) if source else 0.0
        if isinstance(op.what, Chosen):
            return max(map(self.gain_of_turning, self.worth.fitting(op.what.filter)), default=0.0)
        if not is_of_master(op):
            return 0.0
        mine = self.sight.mine
        factions = [side.faction.value for side in self.sight.owned if side.faction]
        own = factions.count(mine.faction)
        return _OF_FACTION * (len(factions) - 2 * own)

    def gain_of_holding(self, side: CompiledSide) -> float:
        """Return the value of one more card in hand this turn: 0 if it has no use."""
        return self.weigh([*self.sight.hand, side]).value - self.weigh(self.sight.hand).value

    def gain_of_turning(self, side: CompiledSide) -> float:
        """Return the value of turning over a card in hand, this turn and later."""
        hand = self.sight.hand
        turned = [*without(hand, side), self.sight.other_side(side)]
        return self.weigh(turned).value - self.weigh(hand).value + self.gain_of_side(side)

    def gain_of_side(self, side: CompiledSide) -> float:
        """Return the value of a card being on its other side for the rest of the match."""
        other = self.sight.other_side(side)
        return _OTHER_SIDE * (self.worth.in_deck(other) - self.worth.in_deck(side)) - 0.05

    def strength(self, option: Option) -> float:
        """Return how far ahead a player is."""
        other = self.sight.view.players[seat_called(option.key)]
        return self.sight.standing(other) if other in self.sight.others else -1.0

    def weakness(self, option: Option) -> float:
        """Return the value of a player losing a few LP: one who would be eliminated, or the leader."""
        strength = self.strength(option)
        is_falling = strength >= 0 and self.sight.view.players[seat_called(option.key)].lp <= _FEW
        return strength + combats.OUT * is_falling


def _best(question: Question, worth: Callable[[Option], float]) -> Choice:
    """Return the most valuable option, the first among equals."""
    return (max(question.options, key=worth).key,)


@lru_cache(maxsize=512)
def _read(said: str) -> Effect:
    """Return the meaning of a quoted effect; an empty effect if it can't be read by itself."""
    text = said[:1].upper() + said[1:]
    try:
        line = read_line(text if text.endswith(".") else f"{text}.")
    except CardError:
        return ()
    return line.effect if isinstance(line, Line) else ()
