"""The greedy player: it values all possible actions from its seat's view, and takes the best.

On its own turn it considers every fighter together with every Ability. Its answers are legal whatever the options are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.language.instructions import PutIntoHand, Turn
from cards.dreams_of_dystopia.language.lines import Effect, Line, effect_of
from cards.dreams_of_dystopia.language.printer import print_sentence
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.selections import Chosen, Master, ThisCard
from cards.dreams_of_dystopia.language.words import Moment, Noun
from cards.language.errors import CardError
from cards.language.nodes import IfYouDo, May
from engine.dreams_of_dystopia.effects.choices import seat_of_key
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
from engine.dreams_of_dystopia.players.valuation import Valuation, hand_value
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.main_phase import can_attack
from engine.dreams_of_dystopia.views.acquisitions import fame_needed
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Option, Question, QuestionKind, random_choice
from engine.kernel.simulation import See

_OTHER_SIDE = 0.3  # The value of a better side for the rest of the match, per point of its value in the deck.
_OF_FACTION = 0.12  # The value of one more card of the Master's faction instead of the other.
_BOOST = 2  # The additional ATK of trial attacks, to value a Master's bonus.
_FEW = 2  # The LP that a card may take at once.


class Greedy:
    """A player that takes the best-looking action. `chance` chooses its Master, and samples hands.

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
        """Return its block plan until its next turn and, after an attack, its plan for the rest of the turn."""
        look = _Look(BoardSummary(see(), seat, self.chance))
        return orders_of(look.valuation, forms, standing, plan, look.wanted)


class _Look:
    def __init__(self, board: BoardSummary, bad: BadHabit | None = None) -> None:
        self.board = board
        self.bad = bad
        self.valuation = Valuation(board)
        self.turning = Valuation(board, self.turn_over, self.gain_of_holding)
        """Values of texts in which turning cards over, and getting cards into hand, are tried out."""
        self.turns = TurnValuation(self.valuation)
        self.decks = board.draws(DECKS)

    # ------------------------------------------------------------------------------------------------------- own turn

    def act(self, question: Question) -> Choice:
        """Use a Deed, the best Ability, a line of the Master, attack or acquire, in this order, if it pays; or end."""
        offers: dict[str, list[Option]] = defaultdict(list)
        for option in question.options:
            offers[option.verb].append(option)
        acquisitions = [*offers[OptionVerb.RECRUIT], *offers[OptionVerb.PURCHASE]]
        if self.board.view.is_acquiring:
            return self.acquire(acquisitions)
        if offers[OptionVerb.DEED]:
            return (offers[OptionVerb.DEED][0].key,)
        again = [self.board.side(option.subject) for option in offers[OptionVerb.ATTACK_AGAIN]]
        pair = self.weigh(self.board.hand, again)
        if pair.ability is not None:
            return (f"{OptionVerb.ABILITY} {pair.ability.title}",)
        lines = [(self.line_of_master(option), option.key) for option in offers[OptionVerb.MASTER]]
        if lines and max(lines)[0] > 0:
            return (max(lines)[1],)
        if pair.fighter is not None:
            verb = OptionVerb.ATTACK_AGAIN if pair.fighter in again else OptionVerb.ATTACK
            return (f"{verb} {pair.fighter.title}",)
        return self.acquire(acquisitions)

    def weigh(self, hand: Sequence[CompiledSide], again: Sequence[CompiledSide] = ()) -> Pair:
        """Return the best pair of an Ability and an attacker with the current allowances, over the sampled decks."""
        left = self.board.view.allowed
        allowed = TurnAllowance(left.abilities, left.combats, left.deeds)
        by_ability = defaultdict[str, list[Pair]](list)
        for deck in self.decks:
            for pair in self.turns.pairs(hand, deck, allowed, again):
                by_ability[pair.ability.title if pair.ability else ""].append(pair)
        best = max(by_ability.values(), key=lambda pairs: sum(pair.value for pair in pairs))
        return msgspec.structs.replace(best[0], value=sum(pair.value for pair in best) / len(best))

    def line_of_master(self, option: Option) -> float:
        """Return the current value of a line of the Master."""
        subject = option.about
        side = self.board.side(subject.name)
        self.turning.boost = self.boost()
        return self.turning.effect(effect_of(side.side.text[subject.mark or 0]))

    def boost(self) -> float:
        """Return the value of one more ATK for all own Minions this turn."""
        hand, boosted = self.board.hand, self.turns.with_more(_BOOST)
        gain = boosted.best_attack(hand)[1].value - self.turns.best_attack(hand)[1].value
        return max(0.0, gain) / _BOOST

    def acquire(self, offers: Sequence[Option]) -> Choice:
        """Acquire the card that improves the deck most, if any does; otherwise end the turn."""
        sides = {self.board.side(option.subject): option.key for option in offers}
        best = best_offers(self.board, habit_of(self.board), [*sides], self.bad)
        return (sides[best[0]],) if best else (OptionVerb.END,)

    def wanted(self) -> list[str]:
        """Return the affordable sides of the Supply that improve the deck, the best first."""
        board, mine = self.board, self.board.mine
        sides = (board.side(name) for pile in board.view.supply if pile.count for name in pile.sides)
        offers = [side for side in sides if side.faction and fame_needed(board.view, mine, side) <= mine.fame]
        return [side.title for side in best_offers(board, habit_of(board), offers, self.bad)]

    def target(self) -> Choice:
        """Attack the opponent with the highest expected value."""
        combat = self.board.view.combat
        assert combat is not None
        fighter = self.board.side(combat.attacker.card)
        seat = self.turns.attack_with(fighter, without(self.board.hand, fighter)).seat
        return (f"seat {seat}",)

    def help_attack(self, question: Question) -> Choice:
        """Add every helper, supporters first, except the fighter of another attack."""
        fighters = [side for side in self.board.hand if can_attack(side) and self.board.view.allowed.combats]
        next_fighter = max(fighters, key=lambda side: (side.side.atk, side.title), default=None)
        spared = next_fighter.title if next_fighter else None
        offers = [option for option in question.options if option.verb == OptionVerb.HELPER]
        offers = [option for option in offers if option.subject != spared]
        offers.sort(key=lambda option: self.board.side(option.subject).noun is Noun.WEAPON)
        return (offers[0].key,) if offers else (OptionVerb.DONE,)

    # ------------------------------------------------------------------------------------------------------- blocking

    def block(self, question: Question) -> Choice:
        """Send the blocker that costs least with its best helpers, or none if that costs less."""
        if self.bad is BadHabit.NEVER_BLOCKS:
            return (OptionVerb.NO_BLOCK,)
        attack, attacker_lp = self.attacked()
        mine = self.board.mine
        costs = [(combats.cost_of_block(attack, combats.NOTHING, mine.lp, attacker_lp), "")]
        staying, loss = self.board.sides(mine.to_block), loss_of_cards(self.board)
        for fighter, force in combats.every_block(
            self.valuation, self.board.hand, staying, mine.stats, attack.bars
        ):
            force.cost = loss(force.helpers if fighter in staying else (fighter, *force.helpers))
            costs.append((combats.cost_of_block(attack, force, mine.lp, attacker_lp), fighter.title))
        title = min(costs)[1]
        keys = (option.key for option in question.options if title and option.subject == title)
        return (next(keys, OptionVerb.NO_BLOCK),)

    def help_block(self, question: Question) -> Choice:
        """Add the first helper of the cheapest block, if it has any."""
        combat = self.board.view.combat
        assert combat is not None
        attack, attacker_lp = self.attacked()
        start = combats.force_seen(self.valuation, combat.defender, Moment.BLOCK)
        fighter = self.board.side(combat.defender.card)
        offers = (option.subject for option in question.options if option.verb == OptionVerb.HELPER)
        forces = list(
            combats.block_forces(self.valuation, start, fighter, self.board.sides([*offers]), attack.bars)
        )
        mine, loss = self.board.mine, loss_of_cards(self.board)
        for force in forces:
            force.cost = loss(force.helpers[len(start.helpers) :])
        best = min(forces, key=lambda force: combats.cost_of_block(attack, force, mine.lp, attacker_lp))
        if best is start:
            return (OptionVerb.DONE,)
        return (f"{OptionVerb.HELPER} {best.helpers[len(start.helpers)].title}",)

    def attacked(self) -> tuple[combats.Force, int]:
        """Return the current attack, and the attacker's LP."""
        combat = self.board.view.combat
        assert combat is not None
        force = combats.force_seen(self.valuation, combat.attacker, Moment.ATTACK)
        force.bars = combat.defender.barred
        if combat.defender.card:  # Its numbers already include the attack's effects.
            force.opposing_atk = force.opposing_def = 0
        return force, self.board.view.players[combat.attacker.seat].lp

    # ------------------------------------------------------------------------------------------- questions of cards

    def option(self, question: Question) -> Choice:
        """Take a card's option if its value is positive, including its consequences."""
        side = self.board.side(question.subject)
        valuation = Valuation(self.board, lambda op: self.turn_over(op, side))
        valuation.boost = self.boost()
        for effect in map(effect_of, side.side.text):
            for at, sentence in enumerate(effect):
                option = sentence[0]
                if isinstance(option, May) and print_sentence(option.sentence) == question.quoted:
                    follows = at + 1 < len(effect) and isinstance(effect[at + 1][0], IfYouDo)
                    gain = valuation.effect(effect[at : at + 1 + follows])
                    return (OptionVerb.YES,) if gain > 0 else (OptionVerb.NO,)
        return (OptionVerb.NO,)

    def name_cards(self, question: Question) -> Choice:
        """Choose cards: the best to get or turn over, the worst to give up, and only the minimum if it costs."""
        op = next((op for sentence in _read(question.quoted) for op in sentence), None)

        def value(option: Option) -> float:
            side = self.board.pool.sides.get(option.about.name)
            if side is None:
                return -1.0
            if isinstance(op, Turn):
                return self.gain_of_turning(side)
            if isinstance(op, PutIntoHand):
                return self.gain_of_holding(side)
            return hand_value(side) if question.topic == Topic.SEARCH else -hand_value(side)

        ranked = sorted(question.options, key=lambda option: (-value(option), option.key))
        count = 1
        if question.kind is QuestionKind.CARDS:
            is_good = question.minimum < question.maximum and value(ranked[0]) >= 0
            count = question.maximum if is_good else question.minimum
        return tuple(option.key for option in ranked[:count])

    def turn_over(self, op: Turn, source: CompiledSide | None = None) -> float:
        """Return the value of turning over a card that the instruction allows."""
        if isinstance(op.what, ThisCard):
            return self.gain_of_side(source) if source else 0.0
        if isinstance(op.what, Chosen):
            return max(map(self.gain_of_turning, self.valuation.fitting(op.what.filter)), default=0.0)
        if not isinstance(op.what, Master):
            return 0.0
        factions = [side.faction.value for side in self.board.owned if side.faction]
        return _OF_FACTION * (len(factions) - 2 * factions.count(self.board.mine.faction))

    def gain_of_holding(self, side: CompiledSide) -> float:
        """Return the value of one more card in hand this turn, 0 if it has no use."""
        return self.weigh([*self.board.hand, side]).value - self.weigh(self.board.hand).value

    def gain_of_turning(self, side: CompiledSide) -> float:
        """Return the value of turning over a card in hand, this turn and later."""
        hand = self.board.hand
        turned = [*without(hand, side), self.board.other_side(side)]
        return self.weigh(turned).value - self.weigh(hand).value + self.gain_of_side(side)

    def gain_of_side(self, side: CompiledSide) -> float:
        """Return the value of a card's other side for the rest of the match."""
        other = self.board.other_side(side)
        return _OTHER_SIDE * (self.valuation.in_deck(other) - self.valuation.in_deck(side)) - 0.05

    def strength(self, option: Option) -> float:
        """Return a player's lead, -1 for the player itself."""
        other = self.board.view.players[seat_of_key(option.key)]
        return self.board.standing(other) if other in self.board.others else -1.0

    def weakness(self, option: Option) -> float:
        """Return the value of making a player lose a few LP: high for one who would be out, then for the leader."""
        strength = self.strength(option)
        is_falling = strength >= 0 and self.board.view.players[seat_of_key(option.key)].lp <= _FEW
        return strength + combats.OUT * is_falling


def _best(question: Question, value: Callable[[Option], float]) -> Choice:
    return (max(question.options, key=value).key,)


@lru_cache(maxsize=512)
def _read(quoted: str) -> Effect:
    """Return the meaning of a quoted effect, or an empty effect if it can't be read alone."""
    text = quoted[:1].upper() + quoted[1:]
    try:
        line = read_line(text if text.endswith(".") else f"{text}.")
    except CardError:
        return ()
    return line.effect if isinstance(line, Line) else ()
