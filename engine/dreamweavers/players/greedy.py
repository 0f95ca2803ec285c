"""Answers questions greedily: each option is reckoned by itself, by what its seat sees, and the best one is taken.

What is asked is told by the question's topic. Every answer is legal whatever the options are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from cards.dreamweavers.language.instructions import Discard, Forget, Pay
from cards.dreamweavers.language.lines import Line
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import KeywordName
from cards.language.errors import CardError
from cards.language.nodes import This
from engine.dreamweavers.players.sight import WIN, Sight, Thing, effects_of, text_of
from engine.dreamweavers.players.worth import Worth
from engine.dreamweavers.program import NOTIONS, PLAYED
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import AT, EGO_TARGET
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.orders import Order, OrderForm, PlanForm
from engine.kernel.question import Choice, Option, Question, QuestionKind, random_choice
from engine.kernel.simulation import See

MEMORY = 0.95
"""What a point of memory is worth that the opponent gets."""
KEEPING_THE_TURN = 0.4
"""What it is worth to go on."""
LETTING_GO = 3
_MOST_SHIELDS = 4
"""So many shields at most are weighed together."""


class Greedy:
    """A player that takes what looks best. `chance` breaks ties, drafts, and chooses the Intent.

    `attacking` and `defending` change how much it likes attacks and shields: 1 is what it thinks right.
    """

    def __init__(self, chance: Chance, attacking: float = 1.0, defending: float = 1.0) -> None:
        self.chance = chance
        self.attacking = attacking
        self.defending = defending

    def answer(self, question: Question, see: See) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if not question.options or question.topic in (Topic.DRAFT, Topic.INTENT):
            return random_choice(question, self.chance)
        view = see()
        assert isinstance(view, DreamweaversView)
        sight = Sight(view, question.seat)
        match question.topic:
            case Topic.ACTION:
                return self._best(question, lambda option: self.action(sight, option))
            case Topic.ANSWER:
                return self._best(question, lambda option: self.answering(sight, option))
            case Topic.DEFEND:
                return self._best(question, lambda option: self.defence(sight, option))
            case Topic.SHIELDS:
                return self.shields(sight, [option.key for option in question.options])[0]
            case Topic.MULLIGAN:
                return self.mulligan(sight, question)
            case Topic.LUCID:
                return (OptionVerb.ENTER,)
            case Topic.RECURRING:
                return tuple(option.key for option in question.options)
            case _:
                return self.choice(sight, question)

    def orders(
        self,
        seat: int,
        see: See,
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return no orders."""
        return ()

    def _best(self, question: Question, worth: Callable[[Option], float]) -> Choice:
        """The option that is worth most; of equal ones, one by lot."""
        worths = [(worth(option), option.key) for option in question.options]
        most = max(worths)[0]
        return (self.chance.pick([key for each, key in worths if each >= most - 1e-9]),)

    # --------------------------------------------------------------------------------------------------------- actions

    def action(self, sight: Sight, option: Option) -> float:
        """Return what an action of the Main Phase is worth."""
        match option.verb:
            case OptionVerb.LET_GO:
                return -MEMORY * (sight.stand + LETTING_GO)
            case OptionVerb.REFRESH:
                drawn = max(0, 5 - len(sight.mine.hand))
                drawn = min(drawn, sight.mine.mind_count)
                recurring = sum(
                    KeywordName.RECURRING in text_of(face.text).keywords for face in sight.mine.id
                )
                return (
                    1.0 * drawn
                    + recurring
                    - MEMORY * max(0, sight.stand)
                    + (KEEPING_THE_TURN if drawn else -0.2)
                )
            case OptionVerb.ATTACK:
                return self.attack(sight, option.subject)
            case OptionVerb.PLAY:
                return self.play(sight, option.subject)
            case OptionVerb.ACTIVATE:
                return self.ability(sight, option.subject)
            case _:
                return 0.0

    def paying(self, sight: Sight, cost: int) -> float:
        """Return what it costs to move the tracker so far; in the own turn, crossing ends it."""
        if not sight.is_my_turn:
            return -MEMORY * cost
        after = sight.stand - cost
        return -MEMORY * cost + (KEEPING_THE_TURN if after >= 0 else -self._undone(sight))

    def _undone(self, sight: Sight) -> float:
        """Return what is lost with the turn besides: attacks that could still be made."""
        ready = [card for card in sight.mine.thoughts if card.can_attack]
        gains = [self.attack(sight, f"{card.face.title}{AT}{EGO_TARGET}") for card in ready]
        return sum(gain for gain in gains if gain > 0)

    def play(self, sight: Sight, title: str) -> float:
        """Return what playing a card is worth."""
        thing = sight.find(title)
        if thing is None:
            return 0.0
        held = next((card for card in sight.mine.hand if card.face and card.face.title == title), None)
        cost = held.cost if held is not None else thing.face.cost
        gain = self.paying(sight, cost) - sight.holding(thing)
        text = thing.text
        worth = Worth(sight, thing)
        gain += worth.effect(effects_of(thing.face.text).get(PLAYED, ()))
        for price in text.additional:
            gain -= self._price(sight, price)
        if thing.is_thought:
            gain += sight.standing(thing)
            gain += 1.0 if KeywordName.QUICK in text.keywords else 0.0
            gain += 0.5 * len(text.keywords)
        else:
            gain += 0.9 if (text.statics or text.triggered or text.abilities) else 0.0
        return gain

    def _price(self, sight: Sight, price: object) -> float:
        match price:
            case Pay(n):
                return MEMORY * n
            case Discard():
                return 1.1
            case Forget():
                mine = [
                    sight.standing(thing)
                    for thing in sight.things.values()
                    if thing.seat == sight.seat and thing.in_play
                ]
                return min(mine, default=0.5)
            case _:
                return 0.6

    def ability(self, sight: Sight, subject: str) -> float:
        """Return what using an ability is worth: its effect, less its prices."""
        title, _, number = subject.partition("#")
        thing = sight.find(title)
        line = int(number or 0)
        printed = self._lines(sight, title, thing)
        found = text_of(printed).abilities.get(line)
        if found is None:
            return 0.0
        gain = Worth(sight, thing).effect(effects_of(printed)[line])
        for price in found.prices:
            if isinstance(price, Pay):
                gain += self.paying(sight, price.n)
            elif isinstance(price, Forget) and isinstance(price.what, This):
                gain -= 0.9 if thing is None else sight.standing(thing) * 0.8
            else:
                gain -= self._price(sight, price)
        return gain - 0.1

    def _lines(self, sight: Sight, title: str, thing: Thing | None) -> tuple[str, ...]:
        if thing is not None and title not in NOTIONS:
            return thing.face.text
        return sight.mine.intent.text if sight.mine.intent is not None else ()

    # --------------------------------------------------------------------------------------------------------- attacks

    def attack(self, sight: Sight, subject: str) -> float:
        """Return what an attack is worth: what it hits, less what may hit back and what lies open then."""
        name, _, aim = subject.partition(AT)
        attacker = sight.find(name)
        if attacker is None:
            return 0.0
        power = attacker.power
        if power <= 0:
            return -1.0
        own = sight.standing(attacker)
        exposed = 0.0
        if not attacker.has(KeywordName.STEADFAST) and sight.tallest(1 - sight.seat) > power:
            exposed = 0.35 * own
        guards = [
            card
            for card in sight.theirs.thoughts
            if not card.tapped and any(said.casefold().startswith("guardian") for said in card.keywords)
        ]
        blocked = any(card.power > power for card in guards)
        through = max(0.15, 0.85 - 0.07 * len(sight.theirs.hand)) if len(sight.theirs.hand) else 0.97
        if aim == EGO_TARGET:
            points = 2 if attacker.has(KeywordName.CRUSHING) else 1
            worth = sight.damage_worth(1 - sight.seat) * points
            if not sight.theirs.ego and not guards and not sight.theirs.hand:
                return WIN
            gain = through * min(worth, 60.0) * 0.6 + (1 - through) * 1.1
            gain -= through * sight.repelled(power) * own
            if blocked:
                gain -= 0.5 * own
            return self.attacking * gain - exposed
        target = sight.find(aim)
        if target is None:
            return 0.0
        if power > target.power:
            gain = through * sight.standing(target) + (1 - through) * 1.0
        elif power == target.power:
            gain = 0.0
        else:
            gain = -own
        if blocked:
            gain -= 0.5 * own
        return self.attacking * gain - exposed

    def answering(self, sight: Sight, option: Option) -> float:
        """Return what an answer is worth; letting it happen costs nothing."""
        match option.verb:
            case OptionVerb.PLAY:
                return self.play(sight, option.subject) - 0.3
            case OptionVerb.ACTIVATE:
                return self.ability(sight, option.subject) - 0.3
            case _:
                return 0.0

    def _at_stake(self, sight: Sight) -> float:
        """Return what the attack in progress would cost its defender."""
        attack = sight.view.attack
        if attack is None:
            return 0.0
        if not attack.target:
            attacker = sight.find(attack.attacker)
            crushing = attacker is not None and attacker.has(KeywordName.CRUSHING)
            return sight.damage_worth(sight.seat) * (2 if crushing else 1)
        target = sight.find(attack.target)
        return 0.0 if target is None or attack.power <= attack.target_power else sight.standing(target)

    def defence(self, sight: Sight, option: Option) -> float:
        """Return what a step of the defence is worth: shields that stop it, a Guardian, a Feeling, or nothing."""
        attack = sight.view.attack
        if attack is None:
            return 0.0
        stake = self._at_stake(sight)
        match option.verb:
            case OptionVerb.SHIELDS:
                held = [
                    card.face.title for card in sight.mine.hand if card.face and card.face.kind == "Thought"
                ]
                return self.shields(sight, held)[1]
            case OptionVerb.GUARD:
                guardian = sight.find(option.subject)
                if guardian is None:
                    return -1.0
                if guardian.power > attack.power:
                    attacker = sight.find(attack.attacker)
                    return stake + (sight.standing(attacker) if attacker else 1.0) * 0.7
                lost = sight.standing(guardian) if guardian.power < attack.power else 0.3
                return stake - lost - 0.2
            case OptionVerb.PLAY:
                return self.play(sight, option.subject) - 0.2
            case OptionVerb.ACTIVATE:
                return self.ability(sight, option.subject) - 0.2
            case _:
                return 0.0

    def shields(self, sight: Sight, titles: Sequence[str]) -> tuple[Choice, float]:
        """Return the cheapest shields that stop the attack in progress, and what they are worth; none if that is better."""
        attack = sight.view.attack
        if attack is None:
            return (), 0.0
        needed = attack.power - attack.shield_value
        stake = self._at_stake(sight) * self.defending
        if needed <= 0 or stake <= 0:
            return (), -0.1
        held = [thing for title in titles if (thing := sight.find(title)) is not None]
        best: tuple[Choice, float] = ((), -0.1)
        for number in range(1, min(_MOST_SHIELDS, len(held)) + 1):
            for some in combinations(held, number):
                value = sum(
                    thing.face.power + thing.text.keywords.get(KeywordName.BULWARK, 0) for thing in some
                )
                if value < needed:
                    continue
                gain = stake - sum(map(sight.holding, some))
                if gain > best[1]:
                    best = tuple(thing.face.title for thing in some), gain
        return best

    # --------------------------------------------------------------------------------------------------- other choices

    def mulligan(self, sight: Sight, question: Question) -> Choice:
        """Exchange cards that are too dear for the first turns."""
        return tuple(
            option.key
            for option in question.options
            if (thing := sight.find(option.subject)) is not None and thing.face.cost > 4
        )

    def choice(self, sight: Sight, question: Question) -> Choice:
        """Answer what a card asks: the best for oneself, or the worst for the other."""
        match question.kind:
            case QuestionKind.YES_NO:
                return ("yes",) if self._agrees(sight, question) else ("no",)
            case QuestionKind.ORDER:
                return tuple(option.key for option in question.options)
            case QuestionKind.ONE if question.topic == Topic.MODE:
                return self._best(question, lambda option: self._said(sight, option.detail or option.label))
            case QuestionKind.CARDS:
                return self._cards(sight, question)
            case _:
                return random_choice(question, self.chance)

    def _agrees(self, sight: Sight, question: Question) -> bool:
        return self._said(sight, question.quoted) >= 0 if question.quoted else True

    def _said(self, sight: Sight, said: str) -> float:
        """Return what a printed effect is worth; nothing if it can't be read by itself."""
        text = said[:1].upper() + said[1:]
        try:
            line = read_line(text if text.endswith(".") else f"{text}.")
        except CardError:
            return 0.1
        return Worth(sight).effect(line.effect) if isinstance(line, Line) else 0.1

    def _cards(self, sight: Sight, question: Question) -> Choice:
        """Name cards: the opponent's for harm, one's own for help; as few as must be where it costs."""
        harmful = any(
            word in question.quoted
            for word in (
                "Tap",
                "tap a",
                "Destroy",
                "Forget",
                "forget",
                "owner's hand",
                "cannot",
                "-",
                "discard",
                "Discard",
                "does not untap",
            )
        )
        paying = question.topic in (Topic.PRICE, Topic.ROOM)

        def worth(option: Option) -> float:
            thing = sight.find(option.subject)
            if thing is None:
                return 0.0
            value = sight.standing(thing) if thing.in_play else sight.holding(thing)
            mine = thing.seat == sight.seat
            if paying or (harmful and mine):
                return -value
            if harmful:
                return value
            return value if mine else -value

        ranked = sorted(question.options, key=lambda option: (-worth(option), option.key))
        count = question.minimum
        if not paying:
            while count < question.maximum and worth(ranked[count]) > 0:
                count += 1
        return tuple(option.key for option in ranked[:count])
