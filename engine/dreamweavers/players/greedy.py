"""The greedy player: rates each option separately, from its seat's view, and takes the best one.

The question's topic determines the rating. Every answer is legal whatever the options are. In its turn the player first
does everything that continues the turn, then refreshes, then attacks, and finally ends the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from cards.dreamweavers.language.instructions import Discard, Forget, Pay, PutIntoPlay, ReturnToHand, Tap
from cards.dreamweavers.language.lines import Line
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import ChooseOne, Effect, ForEach, If, IfYouDo, May
from cards.dreamweavers.language.words import KeywordName
from cards.language.errors import CardError
from cards.language.nodes import This
from engine.dreamweavers.players.attack_values import attack
from engine.dreamweavers.players.board_summary import BoardSummary, SeenCard, effects_of, text_of
from engine.dreamweavers.players.orders import orders_of
from engine.dreamweavers.players.valuation import Valuation
from engine.dreamweavers.program import NOTIONS, PLAYED
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import EGO_TARGET
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Option, OptionSubject, Question, QuestionKind, random_choice
from engine.kernel.simulation import See

MEMORY = 0.9
"""The value of a point of memory given to the opponent, beyond what they would begin with anyway."""
LETTING_GO = 3
_HAND = 5
_COMPANY = (0.6, 0.3, 0.0)
"""The extra value of a Thought, by the number of Thoughts in play: an empty section can't attack."""
_CHEAP = 3
_OF_STAKE = 0.55
"""The share of an attack's cost that is worth saving: cards can be drawn again, and damage gives a card and memory."""
_MOST_SHIELDS = 4
"""The maximum number of shields tried together."""

_NOT_NOW, _REFRESHES, _ATTACKS, _GOES_ON = range(4)
"""The priorities of actions, lowest first."""


class Greedy:
    """A player that takes the best option by value. `chance` breaks ties, drafts, and chooses the Intent.

    `attacking` and `defending` scale its preference for attacks and shields; 1 is neutral.
    """

    def __init__(self, chance: Chance, attacking: float = 1.0, defending: float = 1.0) -> None:
        self.chance = chance
        self.attacking = attacking
        self.defending = defending

    def answer(self, question: Question, see: See[DreamweaversView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        count = len(question.options)
        if not count or question.topic in (Topic.DRAFT, Topic.INTENT):
            return random_choice(question, self.chance)
        if count == question.minimum == question.maximum and not question.ordered:
            return tuple(option.key for option in question.options)
        if question.topic == Topic.LUCID:
            return (OptionVerb.ENTER,)
        if question.topic == Topic.RECURRING or question.kind is QuestionKind.ORDER:
            return tuple(option.key for option in question.options)
        board = BoardSummary(see(), question.seat)
        match question.topic:
            case Topic.ACTION:
                return self.move(board, question)
            case Topic.ANSWER:
                return self._best(question, lambda option: self.value_of_answer(board, option))
            case Topic.DEFEND:
                return self._best(question, lambda option: self.defence(board, option))
            case Topic.SHIELDS:
                return self.shields(board, [option.key for option in question.options])[0]
            case Topic.MULLIGAN:
                return self.mulligan(board, question)
            case _:
                return self.choice(board, question)

    def orders(
        self,
        seat: int,
        see: See[DreamweaversView],
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return the orders to give while another player decides: the rest of the turn as a plan, and answers."""
        return orders_of(self, BoardSummary(see(), seat), forms, standing, plan)

    def _best(self, question: Question, value: Callable[[Option], float]) -> Choice:
        """Return the most valuable option, a random one among equals."""
        return (self._pick([(value(option), option.key) for option in question.options]),)

    def _pick(self, values: Sequence[tuple[float, str]]) -> str:
        best = max(value for value, _ in values)
        return self.chance.pick([key for value, key in values if value >= best - 1e-9])

    # --------------------------------------------------------------------------------------------------------- actions

    def move(self, board: BoardSummary, question: Question) -> Choice:
        """Return an action of the Main Phase: a useful one that continues the turn, otherwise the best way to end it."""
        rated = [(*self.action(board, option), option.key) for option in question.options]
        for when in (_GOES_ON, _REFRESHES, _ATTACKS):
            useful = [(value, key) for priority, value, key in rated if priority == when and value > 0]
            if useful:
                return (self._pick(useful),)
        return (self._pick([(value, key) for _, value, key in rated]),)

    def action(self, board: BoardSummary, option: Option) -> tuple[int, float]:
        """Return the priority and value of an action."""
        match option.verb:
            case OptionVerb.LET_GO:
                return _NOT_NOW, self.value_of_ending_turn(board)
            case OptionVerb.REFRESH:
                return _REFRESHES, self.value_of_refresh(board)
            case OptionVerb.ATTACK:
                about = option.about
                aim = "" if about.aim == EGO_TARGET else about.aim
                return _ATTACKS, attack(board, about.name, aim, self.attacking)
            case OptionVerb.PLAY:
                return self.play(board, option.subject)
            case _:
                return self.ability(board, option.subject)

    def value_of_ending_turn(self, board: BoardSummary) -> float:
        """Return the value of ending the turn (negative)."""
        over = max(0, LETTING_GO - board.missing(1 - board.seat))
        return -board.memory_value * max(0, board.stand) - MEMORY * over - 0.2

    def value_of_refresh(self, board: BoardSummary) -> float:
        """Return the value of refreshing: the cards gained, minus the memory given up."""
        drawn = min(max(0, _HAND - len(board.mine.hand)), board.mine.mind_count)
        recurring = sum(KeywordName.RECURRING in text_of(face.text).keywords for face in board.mine.id)
        return drawn + 0.8 * recurring - board.memory_value * max(0, board.stand)

    def rate_payment(self, board: BoardSummary, cost: int) -> tuple[int, float]:
        """Return the priority and (negative) value of moving the tracker this far in the player's own turn."""
        after = board.stand - cost
        if after >= 0:
            return _GOES_ON, -board.memory_value * cost
        over = max(0, -after - board.missing(1 - board.seat))
        return _NOT_NOW, -board.memory_value * max(0, board.stand) - MEMORY * over

    def value_of_payment_elsewhere(self, board: BoardSummary, cost: int) -> float:
        """Return the (negative) value of paying in the opponent's turn.

        That turn continues unless the tracker stays on this side.
        """
        after, floor = board.stand - cost, board.missing(board.seat)
        if after > 0:
            return -MEMORY * (max(board.stand, floor) - max(after, floor))
        return -MEMORY * cost - 0.3 * (board.stand > 0)

    def play(self, board: BoardSummary, title: str) -> tuple[int, float]:
        """Return the priority and value of playing a card."""
        seen_card = board.find(title)
        if seen_card is None:
            return _NOT_NOW, 0.0
        in_hand = next((card for card in board.mine.hand if card.face and card.face.title == title), None)
        cost = in_hand.cost if in_hand is not None else seen_card.face.cost
        if board.is_my_turn:
            when, gain = self.rate_payment(board, cost)
        else:
            when, gain = _NOT_NOW, self.value_of_payment_elsewhere(board, cost)
        gain += self.value_once_played(board, seen_card) - board.value_in_hand(seen_card)
        gain -= sum(self._price(board, price) for price in seen_card.text.additional)
        return when, gain

    def value_once_played(self, board: BoardSummary, card: SeenCard) -> float:
        """Return the value of a card's effect when played, and of having it in play."""
        gain = Valuation(board, card).effect(effects_of(card.face.text).get(PLAYED, ()))
        gain += board.value_in_play(card)
        if not card.is_thought:
            return gain
        gain += _COMPANY[min(len(board.mine.thoughts), len(_COMPANY) - 1)]
        keywords = card.text.keywords
        if KeywordName.QUICK in keywords:
            gain += 0.4 + 0.3 * card.power
        return gain - (0.7 if KeywordName.DROWSY in keywords else 0.0)

    def _price(self, board: BoardSummary, price: object) -> float:
        match price:
            case Pay(n):
                return board.memory_value * n
            case Discard():
                return 0.9
            case Forget(forgotten) if isinstance(forgotten, This):
                return 0.0
            case Forget() | ReturnToHand():
                mine = [
                    board.value_in_play(card)
                    for card in board.cards.values()
                    if card.seat == board.seat and card.in_play
                ]
                return (1.0 if isinstance(price, Forget) else 0.5) * min(mine, default=0.5)
            case Tap():
                return 0.6
            case _:
                return 0.5 if board.mine.mind_count > 10 else 1.5

    def ability(self, board: BoardSummary, subject: str) -> tuple[int, float]:
        """Return the priority and value of using an ability: its effect minus its prices."""
        about = OptionSubject.read(subject)
        card, line = board.find(about.name), about.mark or 0
        printed = self._lines(board, about.name, card)
        compiled = text_of(printed).abilities.get(line)
        if compiled is None:
            return _NOT_NOW, 0.0
        gain = Valuation(board, card).effect(effects_of(printed)[line]) - 0.05
        when, memory = _GOES_ON, 0
        for price in compiled.prices:
            if isinstance(price, Pay):
                memory += price.n
            elif isinstance(price, Forget) and isinstance(price.what, This) and card is not None:
                gain -= 0.8 * board.value_in_play(card) if board.is_worth_keeping(card) else 0.0
            elif isinstance(price, Tap) and isinstance(price.what, This) and card is not None:
                is_ready = card.in_play is not None and card.in_play.can_attack
                gain -= 0.3 + (0.25 * card.power if is_ready else 0.0)
            else:
                gain -= self._price(board, price)
        if board.is_my_turn:
            when, cost = self.rate_payment(board, memory)
            return when, gain + cost
        return when, gain + self.value_of_payment_elsewhere(board, memory)

    def _lines(self, board: BoardSummary, title: str, card: SeenCard | None) -> tuple[str, ...]:
        if card is not None and title not in NOTIONS:
            return card.face.text
        return board.mine.intent.text if board.mine.intent is not None else ()

    # --------------------------------------------------------------------------------------------- answers and defences

    def value_of_answer(self, board: BoardSummary, option: Option) -> float:
        """Return the value of a response. Letting the effect happen costs nothing."""
        match option.verb:
            case OptionVerb.PLAY:
                return self.play(board, option.subject)[1] - 0.2
            case OptionVerb.ACTIVATE:
                return self.ability(board, option.subject)[1] - 0.2
            case _:
                return 0.0

    def defence(self, board: BoardSummary, option: Option) -> float:
        """Return the value of a defensive step: shields that stop the attack, a Guardian, a Feeling, or nothing."""
        attack = board.view.attack
        if attack is None:
            return 0.0
        match option.verb:
            case OptionVerb.SHIELDS:
                thoughts = [
                    card.face.title for card in board.mine.hand if card.face and card.face.kind == "Thought"
                ]
                return self.shields(board, thoughts)[1]
            case OptionVerb.GUARD:
                return self.value_of_guard(board, option.subject)
            case OptionVerb.PLAY | OptionVerb.ACTIVATE:
                return self.value_of_answer(board, option)
            case _:
                return 0.0

    def value_of_guard(self, board: BoardSummary, title: str) -> float:
        """Return the value of a Guardian stepping in."""
        attack, guardian = board.view.attack, board.find(title)
        if guardian is None or attack is None:
            return -1.0
        stake = self._stake(board)
        if guardian.power > attack.power:
            attacker = board.find(attack.attacker)
            return stake + (board.value_in_play(attacker) if attacker else 1.0) * 0.7
        if guardian.power == attack.power:
            return stake - 0.4
        hand = [card.face.title for card in board.mine.hand if card.face and card.face.kind == "Thought"]
        loss = min(
            board.value_in_play(guardian), self.cheapest(board, hand, attack.power - guardian.power)[1]
        )
        return stake - loss - 0.4

    def _stake(self, board: BoardSummary) -> float:
        """Return the cost of the current attack if it isn't stopped: 0 if it already fails."""
        attack = board.view.attack
        if attack is None or attack.power <= attack.shield_value:
            return 0.0
        return Valuation(board).at_stake() * _OF_STAKE * self.defending

    def shields(self, board: BoardSummary, titles: Sequence[str]) -> tuple[Choice, float]:
        """Return the cheapest shields that stop the current attack, and their value; none if that is better."""
        attack = board.view.attack
        stake = self._stake(board)
        if attack is None or stake <= 0:
            return (), -0.1
        chosen, cost = self.cheapest(board, titles, attack.power - attack.shield_value)
        return (chosen, stake - cost) if stake - cost > 0 else ((), -0.1)

    @staticmethod
    def cheapest(board: BoardSummary, titles: Sequence[str], needed: int) -> tuple[Choice, float]:
        """Return the cheapest shields with at least this total value, and their cost.

        Without sufficient shields, return none and a prohibitive cost.
        """
        shields = [
            (
                title,
                card.face.power + card.text.keywords.get(KeywordName.BULWARK, 0),
                board.value_in_hand(card),
            )
            for title in titles
            if (card := board.find(title)) is not None
        ]
        best: tuple[Choice, float] = ((), 1e6)
        for number in range(1, min(_MOST_SHIELDS, len(shields)) + 1):
            for group in combinations(shields, number):
                cost = sum(item[2] for item in group)
                if cost < best[1] and sum(item[1] for item in group) + board.mine.shields_bonus >= needed:
                    best = tuple(item[0] for item in group), cost
        return best

    # --------------------------------------------------------------------------------------------------- other choices

    def mulligan(self, board: BoardSummary, question: Question) -> Choice:
        """Exchange cards that are too expensive for the first turns."""
        return tuple(
            option.key
            for option in question.options
            if (card := board.find(option.subject)) is not None and card.face.cost > 4
        )

    def choice(self, board: BoardSummary, question: Question) -> Choice:
        """Answer a card's question: the best option for the player, or the worst for the opponent."""
        match question.kind:
            case QuestionKind.YES_NO:
                gain = Valuation(board, board.find(question.subject)).effect(_read(question.quoted))
                return ("yes",) if gain >= 0 else ("no",)
            case QuestionKind.ONE if question.topic == Topic.MODE:
                source = Valuation(board, board.find(question.subject))
                return self._best(question, lambda option: source.effect(_read(option.subject)))
            case QuestionKind.CARDS:
                return self._cards(board, question)
            case _:
                return random_choice(question, self.chance)

    def _cards(self, board: BoardSummary, question: Question) -> Choice:
        """Name the cards with the highest value for the instruction; the minimum number if naming costs something."""
        ranked = self.rate_cards(board, question)
        count = question.minimum
        while count < question.maximum and ranked[count][0] > 0:
            count += 1
        return tuple(key for _, key in ranked[:count])

    def rate_cards(self, board: BoardSummary, question: Question) -> list[tuple[float, str]]:
        """Return the cards with the value of naming each, best first."""
        value = self._value_of_naming(board, question)
        return sorted(
            ((value(option.subject), option.key) for option in question.options),
            key=lambda item: (-item[0], item[1]),
        )

    def _value_of_naming(self, board: BoardSummary, question: Question) -> Callable[[str], float]:
        reading = Valuation(board, board.find(question.subject))
        act = next((act for sentence in _read(question.quoted) for act in sentence), None)
        assert not isinstance(act, May | IfYouDo | If | ChooseOne | ForEach)
        is_cost = question.topic in (Topic.PRICE, Topic.ROOM)

        def value_of(title: str) -> float:
            card = board.find(title)
            if card is None:
                return 0.0
            if card.in_play is not None:
                return -board.value_in_play(card) if is_cost or act is None else reading.on(act, card)
            if isinstance(act, PutIntoPlay):
                return reading.on(act, card)
            value = board.value_in_hand(card) + (0.3 if card.face.cost <= _CHEAP else 0.0)
            return -value if card.zone == "hand" else value

        return value_of


@lru_cache(maxsize=2048)
def _read(printed: str) -> Effect:
    """Return the meaning of a printed effect; an empty effect if it can't be read separately."""
    text = printed[:1].upper() + printed[1:]
    try:
        line = read_line(text if text.endswith(".") else f"{text}.")
    except CardError:
        return ()
    return line.effect if isinstance(line, Line) else ()
