"""The greedy player: values each option separately, from its seat's view, and takes the best one.

The question's topic tells what is asked. Every answer is legal whatever the options are. On its turn it first does
everything that keeps the turn going, then refreshes, then attacks, and finally ends the turn.
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
"""The value of a point of memory for the opponent, beyond what they would begin with anyway."""
LETTING_GO = 3
_HAND = 5
_COMPANY = (0.6, 0.3, 0.0)
"""The extra value of a Thought, by the number of Thoughts in play: an empty section attacks with nothing."""
_CHEAP = 3
_OF_STAKE = 0.55
"""The part of an attack's cost that is worth saving: cards are drawn again, and damage gives a card and memory."""
_MOST_SHIELDS = 4
"""So many shields at most are weighed together."""

_NOT_NOW, _REFRESHES, _ATTACKS, _GOES_ON = range(4)
"""The order of actions: the last of these first."""


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
        sight = BoardSummary(see(), question.seat)
        match question.topic:
            case Topic.ACTION:
                return self.move(sight, question)
            case Topic.ANSWER:
                return self._best(question, lambda option: self.answering(sight, option))
            case Topic.DEFEND:
                return self._best(question, lambda option: self.defence(sight, option))
            case Topic.SHIELDS:
                return self.shields(sight, [option.key for option in question.options])[0]
            case Topic.MULLIGAN:
                return self.mulligan(sight, question)
            case _:
                return self.choice(sight, question)

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

    def _best(self, question: Question, worth: Callable[[Option], float]) -> Choice:
        """Return the most valuable option, at random among equals."""
        return (self._pick([(worth(option), option.key) for option in question.options]),)

    def _pick(self, worths: Sequence[tuple[float, str]]) -> str:
        most = max(worth for worth, _ in worths)
        return self.chance.pick([key for worth, key in worths if worth >= most - 1e-9])

    # --------------------------------------------------------------------------------------------------------- actions

    def move(self, sight: BoardSummary, question: Question) -> Choice:
        """Return an action of the Main Phase: a useful one that keeps the turn going, otherwise the best end of the
        turn.
        """
        rated = [(*self.action(sight, option), option.key) for option in question.options]
        for when in (_GOES_ON, _REFRESHES, _ATTACKS):
            useful = [(worth, key) for one, worth, key in rated if one == when and worth > 0]
            if useful:
                return (self._pick(useful),)
        return (self._pick([(worth, key) for _, worth, key in rated]),)

    def action(self, sight: BoardSummary, option: Option) -> tuple[int, float]:
        """Return the priority and value of an action."""
        match option.verb:
            case OptionVerb.LET_GO:
                return _NOT_NOW, self.letting_go(sight)
            case OptionVerb.REFRESH:
                return _REFRESHES, self.refreshing(sight)
            case OptionVerb.ATTACK:
                about = option.about
                aim = "" if about.aim == EGO_TARGET else about.aim
                return _ATTACKS, attack(sight, about.name, aim, self.attacking)
            case OptionVerb.PLAY:
                return self.play(sight, option.subject)
            case _:
                return self.ability(sight, option.subject)

    def letting_go(self, sight: BoardSummary) -> float:
        """Return the value of ending the turn (negative)."""
        over = max(0, LETTING_GO - sight.missing(1 - sight.seat))
        return -sight.memory_worth * max(0, sight.stand) - MEMORY * over - 0.2

    def refreshing(self, sight: BoardSummary) -> float:
        """Return the value of refreshing: cards gained, minus memory given up."""
        drawn = min(max(0, _HAND - len(sight.mine.hand)), sight.mine.mind_count)
        recurring = sum(KeywordName.RECURRING in text_of(face.text).keywords for face in sight.mine.id)
        return drawn + 0.8 * recurring - sight.memory_worth * max(0, sight.stand)

    def paying(self, sight: BoardSummary, cost: int) -> tuple[int, float]:
        """Return the priority and value (negative) of moving the tracker this far on one's own turn."""
        after = sight.stand - cost
        if after >= 0:
            return _GOES_ON, -sight.memory_worth * cost
        over = max(0, -after - sight.missing(1 - sight.seat))
        return _NOT_NOW, -sight.memory_worth * max(0, sight.stand) - MEMORY * over

    def paying_elsewhere(self, sight: BoardSummary, cost: int) -> float:
        """Return the value (negative) of paying on the opponent's turn: they continue unless the tracker stays on
        this side.
        """
        after, floor = sight.stand - cost, sight.missing(sight.seat)
        if after > 0:
            return -MEMORY * (max(sight.stand, floor) - max(after, floor))
        return -MEMORY * cost - 0.3 * (sight.stand > 0)

    def play(self, sight: BoardSummary, title: str) -> tuple[int, float]:
        """Return the priority and value of playing a card."""
        thing = sight.find(title)
        if thing is None:
            return _NOT_NOW, 0.0
        held = next((card for card in sight.mine.hand if card.face and card.face.title == title), None)
        cost = held.cost if held is not None else thing.face.cost
        if sight.is_my_turn:
            when, gain = self.paying(sight, cost)
        else:
            when, gain = _NOT_NOW, self.paying_elsewhere(sight, cost)
        gain += self.having_played(sight, thing) - sight.holding(thing)
        gain -= sum(self._price(sight, price) for price in thing.text.additional)
        return when, gain

    def having_played(self, sight: BoardSummary, thing: SeenCard) -> float:
        """Return the value of a card's effect when played, and of having it in play."""
        gain = Valuation(sight, thing).effect(effects_of(thing.face.text).get(PLAYED, ()))
        gain += sight.standing(thing)
        if not thing.is_thought:
            return gain
        gain += _COMPANY[min(len(sight.mine.thoughts), len(_COMPANY) - 1)]
        keywords = thing.text.keywords
        if KeywordName.QUICK in keywords:
            gain += 0.4 + 0.3 * thing.power
        return gain - (0.7 if KeywordName.DROWSY in keywords else 0.0)

    def _price(self, sight: BoardSummary, price: object) -> float:
        match price:
            case Pay(n):
                return sight.memory_worth * n
            case Discard():
                return 0.9
            case Forget(what) if isinstance(what, This):
                return 0.0
            case Forget() | ReturnToHand():
                mine = [
                    sight.standing(thing)
                    for thing in sight.things.values()
                    if thing.seat == sight.seat and thing.in_play
                ]
                return (1.0 if isinstance(price, Forget) else 0.5) * min(mine, default=0.5)
            case Tap():
                return 0.6
            case _:
                return 0.5 if sight.mine.mind_count > 10 else 1.5

    def ability(self, sight: BoardSummary, subject: str) -> tuple[int, float]:
        """Return the priority and value of using an ability: its effect minus its prices."""
        about = OptionSubject.read(subject)
        thing, line = sight.find(about.name), about.mark or 0
        printed = self._lines(sight, about.name, thing)
        found = text_of(printed).abilities.get(line)
        if found is None:
            return _NOT_NOW, 0.0
        gain = Valuation(sight, thing).effect(effects_of(printed)[line]) - 0.05
        when, memory = _GOES_ON, 0
        for price in found.prices:
            if isinstance(price, Pay):
                memory += price.n
            elif isinstance(price, Forget) and isinstance(price.what, This) and thing is not None:
                gain -= 0.8 * sight.standing(thing) if sight.has_use_of(thing) else 0.0
            elif isinstance(price, Tap) and isinstance(price.what, This) and thing is not None:
                is_ready = thing.in_play is not None and thing.in_play.can_attack
                gain -= 0.3 + (0.25 * thing.power if is_ready else 0.0)
            else:
                gain -= self._price(sight, price)
        if sight.is_my_turn:
            when, cost = self.paying(sight, memory)
            return when, gain + cost
        return when, gain + self.paying_elsewhere(sight, memory)

    def _lines(self, sight: BoardSummary, title: str, thing: SeenCard | None) -> tuple[str, ...]:
        if thing is not None and title not in NOTIONS:
            return thing.face.text
        return sight.mine.intent.text if sight.mine.intent is not None else ()

    # --------------------------------------------------------------------------------------------- answers and defences

    def answering(self, sight: BoardSummary, option: Option) -> float:
        """Return the value of a response. Letting the effect happen costs nothing."""
        match option.verb:
            case OptionVerb.PLAY:
                return self.play(sight, option.subject)[1] - 0.2
            case OptionVerb.ACTIVATE:
                return self.ability(sight, option.subject)[1] - 0.2
            case _:
                return 0.0

    def defence(self, sight: BoardSummary, option: Option) -> float:
        """Return the value of a defensive step: shields that stop the attack, a Guardian, a Feeling, or nothing."""
        now = sight.view.attack
        if now is None:
            return 0.0
        match option.verb:
            case OptionVerb.SHIELDS:
                held = [
                    card.face.title for card in sight.mine.hand if card.face and card.face.kind == "Thought"
                ]
                return self.shields(sight, held)[1]
            case OptionVerb.GUARD:
                return self.guarding(sight, option.subject)
            case OptionVerb.PLAY | OptionVerb.ACTIVATE:
                return self.answering(sight, option)
            case _:
                return 0.0

    def guarding(self, sight: BoardSummary, title: str) -> float:
        """Return the value of a Guardian stepping in."""
        now, guardian = sight.view.attack, sight.find(title)
        if guardian is None or now is None:
            return -1.0
        stake = self._stake(sight)
        if guardian.power > now.power:
            attacker = sight.find(now.attacker)
            return stake + (sight.standing(attacker) if attacker else 1.0) * 0.7
        if guardian.power == now.power:
            return stake - 0.4
        held = [card.face.title for card in sight.mine.hand if card.face and card.face.kind == "Thought"]
        lost = min(sight.standing(guardian), self.cheapest(sight, held, now.power - guardian.power)[1])
        return stake - lost - 0.4

    def _stake(self, sight: BoardSummary) -> float:
        """Return the cost of the current attack if it isn't stopped: 0 if it already fails."""
        now = sight.view.attack
        if now is None or now.power <= now.shield_value:
            return 0.0
        return Valuation(sight).at_stake() * _OF_STAKE * self.defending

    def shields(self, sight: BoardSummary, titles: Sequence[str]) -> tuple[Choice, float]:
        """Return the cheapest shields that stop the current attack, and their value; none if that is better."""
        now = sight.view.attack
        stake = self._stake(sight)
        if now is None or stake <= 0:
            return (), -0.1
        chosen, cost = self.cheapest(sight, titles, now.power - now.shield_value)
        return (chosen, stake - cost) if stake - cost > 0 else ((), -0.1)

    @staticmethod
    def cheapest(sight: BoardSummary, titles: Sequence[str], needed: int) -> tuple[Choice, float]:
        """Return the cheapest shields with at least this total value, and their cost; no shields and a prohibitive
        cost if none suffice.
        """
        held = [
            (
                title,
                thing.face.power + thing.text.keywords.get(KeywordName.BULWARK, 0),
                sight.holding(thing),
            )
            for title in titles
            if (thing := sight.find(title)) is not None
        ]
        best: tuple[Choice, float] = ((), 1e6)
        for number in range(1, min(_MOST_SHIELDS, len(held)) + 1):
            for some in combinations(held, number):
                cost = sum(one[2] for one in some)
                if cost < best[1] and sum(one[1] for one in some) + sight.mine.shields_bonus >= needed:
                    best = tuple(one[0] for one in some), cost
        return best

    # --------------------------------------------------------------------------------------------------- other choices

    def mulligan(self, sight: BoardSummary, question: Question) -> Choice:
        """Exchange cards that are too expensive for the first turns."""
        return tuple(
            option.key
            for option in question.options
            if (thing := sight.find(option.subject)) is not None and thing.face.cost > 4
        )

    def choice(self, sight: BoardSummary, question: Question) -> Choice:
        """Answer what a card asks: the best for oneself, or the worst for the other."""
        match question.kind:
            case QuestionKind.YES_NO:
                gain = Valuation(sight, sight.find(question.subject)).effect(_read(question.quoted))
                return ("yes",) if gain >= 0 else ("no",)
            case QuestionKind.ONE if question.topic == Topic.MODE:
                source = Valuation(sight, sight.find(question.subject))
                return self._best(question, lambda option: source.effect(_read(option.subject)))
            case QuestionKind.CARDS:
                return self._cards(sight, question)
            case _:
                return random_choice(question, self.chance)

    def _cards(self, sight: BoardSummary, question: Question) -> Choice:
        """Name cards: those upon which the instruction is worth most; as few as must be where it costs."""
        ranked = self.naming(sight, question)
        count = question.minimum
        while count < question.maximum and ranked[count][0] > 0:
            count += 1
        return tuple(key for _, key in ranked[:count])

    def naming(self, sight: BoardSummary, question: Question) -> list[tuple[float, str]]:
        """Return the value of naming each card, best first."""
        worth = self._worth_of_naming(sight, question)
        return sorted(
            ((worth(option.subject), option.key) for option in question.options),
            key=lambda one: (-one[0], one[1]),
        )

    def _worth_of_naming(self, sight: BoardSummary, question: Question) -> Callable[[str], float]:
        reading = Valuation(sight, sight.find(question.subject))
        act = next((act for sentence in _read(question.quoted) for act in sentence), None)
        assert not isinstance(act, May | IfYouDo | If | ChooseOne | ForEach)
        is_cost = question.topic in (Topic.PRICE, Topic.ROOM)

        def worth(title: str) -> float:
            thing = sight.find(title)
            if thing is None:
                return 0.0
            if thing.in_play is not None:
                return -sight.standing(thing) if is_cost or act is None else reading.on(act, thing)
            if isinstance(act, PutIntoPlay):
                return reading.on(act, thing)
            value = sight.holding(thing) + (0.3 if thing.face.cost <= _CHEAP else 0.0)
            return -value if thing.zone == "hand" else value

        return worth


@lru_cache(maxsize=2048)
def _read(said: str) -> Effect:
    """Return the meaning of a printed effect; an empty effect if it can't be read by itself."""
    text = said[:1].upper() + said[1:]
    try:
        line = read_line(text if text.endswith(".") else f"{text}.")
    except CardError:
        return ()
    return line.effect if isinstance(line, Line) else ()
