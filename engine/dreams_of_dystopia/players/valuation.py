"""Values of texts and cards for a player, in units of one LP of a player with many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.language import instructions
from cards.dreams_of_dystopia.language.conditions import FameIs, LPAre, MasterIs
from cards.dreams_of_dystopia.language.continuous_effects import Modify, RequireLess, WaiveFaction
from cards.dreams_of_dystopia.language.lines import Effect, effect_of
from cards.dreams_of_dystopia.language.selections import All, Chosen, Filter
from cards.dreams_of_dystopia.language.words import Allowance, Moment, Noun, OtherPlayer, Score, Zone
from cards.language.nodes import ChooseOne, ForEach, If, IfYouDo, May, Player
from cards.language.records import Node
from engine.dreams_of_dystopia.players.board_summary import BoardSummary, per_lp
from engine.dreams_of_dystopia.position import HAND_SIZE
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.views.contributions import Contribution, brings

_DRAW = 0.6
_DEED = 1.0
_RID_OF_CURSE = 1.5
_GIVEN_CURSE = 0.8
_LOST_CARD = 0.6  # The value of an opponent's random discard.
_ALLOWED = {
    Allowance.ABILITY: 0.5,
    Allowance.COMBAT: 0.7,
    Allowance.DEED: 0.3,
    Allowance.ACQUISITION: 0.9,
    Allowance.RECRUIT: 0.8,
    Allowance.PURCHASE: 0.6,
}
_ALWAYS: Mapping[type[Node], float] = {
    instructions.Search: 2.0,
    instructions.SearchAndUse: 2.0,
    instructions.Reveal: 0.6,
    instructions.NextOnTop: 0.6,
    instructions.OnceMore: 0.6,
    WaiveFaction: 0.4,
}
"""The values of instructions in any position."""
_ENOUGH_FAME = 15
_ATK, _DEF, _SKL = 0.4, 0.35, 0.08
_WEAPON = 1.6  # The value of a Weapon's numbers relative to a Minion's, as it helps the best fighter.
_OTHERS = 0.8  # The value of an opponent's lost LP relative to an own one.
_TURNED = 0.2  # The default value of turning a card over.
_PUT = 0.8  # The default value of getting a card into hand, relative to its value there.


class Opens(msgspec.Struct, frozen=True):
    """The draws and additional acts that an Ability gives its player in the same turn."""

    draws: int = 0
    abilities: int = 0
    combats: int = 0
    deeds: int = 0


@lru_cache(maxsize=512)
def opens(side: CompiledSide) -> Opens:
    """Return the unconditional draws and allowances of a card's Ability."""
    draws, allowed = 0, Counter[Allowance]()
    for op in side.instructions(side.ability):
        match op:
            case instructions.Draw(n, Player.YOU):
                draws += n
            case instructions.Allow(n, allowance):
                allowed[allowance] += n.n
            case _:
                pass
    return Opens(draws, allowed[Allowance.ABILITY], allowed[Allowance.COMBAT], allowed[Allowance.DEED])


class Valuation:
    """Values of texts and cards from a seat's view.

    `turn` values turning cards over, and `put` a card put into the hand, if these depend on the player's plan.
    """

    def __init__(
        self,
        board: BoardSummary,
        turn: Callable[[instructions.Turn], float] = lambda op: _TURNED,
        put: Callable[[CompiledSide], float] = lambda side: _PUT * hand_value(side),
    ) -> None:
        self.board = board
        self.turn = turn
        self.put = put
        self.boost = 0.4
        """The value of one more point for all own fighters this turn."""
        self.hand: Sequence[CompiledSide] = board.hand
        """The valued hand: the seat's own, or a sampled one."""
        self._lines: dict[tuple[CompiledSide, tuple[int, ...]], float] = {}

    # ------------------------------------------------------------------------------------------------------------ texts

    def lines(self, side: CompiledSide, numbers: Sequence[int]) -> float:
        """Return the value of printed lines."""
        return sum(self.effect(effect_of(side.side.text[number])) for number in numbers)

    def now(self, side: CompiledSide, brought: Contribution) -> float:
        """Return the value of a card's effects when used in a Combat, without its numbers."""
        return self._of_combat(side, brought.now)

    def upon_hit(self, side: CompiledSide, brought: Contribution) -> float:
        """Return the value of a card's effects upon a hit."""
        return self._of_combat(side, brought.hit)

    def _of_combat(self, side: CompiledSide, numbers: tuple[int, ...]) -> float:
        if numbers and (side, numbers) not in self._lines:
            self._lines[side, numbers] = self.lines(side, numbers)
        return self._lines[side, numbers] if numbers else 0.0

    @property
    def deed(self) -> float:
        """The value of a Heroic Deed's Fame."""
        return 1.9 * max(0.15, 1 - self.board.mine.fame / _ENOUGH_FAME)

    def effect(self, effect: Effect) -> float:
        """Return the value of sentences. An option with its consequences has at least 0."""
        total = 0.0
        for number, sentence in enumerate(effect):
            if isinstance(sentence[0], IfYouDo):
                continue
            value = self.sentence(sentence)
            then = effect[number + 1][0] if number + 1 < len(effect) else None
            if isinstance(then, IfYouDo):
                value += self.sentence(then.sentence)
            total += max(0.0, value) if isinstance(sentence[0], May) else value
        return total

    def sentence(self, sentence: Sequence[Node]) -> float:
        """Return the value of a sentence."""
        return sum(map(self.instruction, sentence))

    def instruction(self, op: Node) -> float:
        """Return the value of an instruction, 0 for one that only affects a Combat."""
        match op:
            case May(sentence) | IfYouDo(sentence) | ForEach(_, sentence):
                return self.sentence(sentence)
            case If(condition, sentence):
                return self.sentence(sentence) * self._likely(condition)
            case ChooseOne(modes):
                return max(map(self.sentence, modes))
            case RequireLess(_, by):
                return 0.3 * by
            case Modify(amount, to=All()):
                can_fight = any(side.noun is Noun.MINION for side in self.hand)
                return self.boost * amount.n if can_fight and self.board.view.allowed.combats else 0.0
            case _:
                return self._act(op)

    def _act(self, op: Node) -> float:
        """Return the value of an instruction that moves cards or changes scores and allowances."""
        match op:
            case instructions.Draw(n, who):
                return _DRAW * n * (1 if who is Player.YOU else -0.7)
            case instructions.DiscardSome(n, random, who):
                if who is Player.YOU:
                    hand = sorted(map(hand_value, self.hand))
                    return -0.5 * sum(hand[:n]) if not random else -_LOST_CARD * n
                return _LOST_CARD * n * self._how_many(who)
            case instructions.Discard(what) if isinstance(what, Chosen):
                return -0.5 * min(map(hand_value, self.fitting(what.filter)), default=0.0)
            case instructions.ReturnToSupply(what):
                return _RID_OF_CURSE if self.fitting(what.filter) else 0.0
            case instructions.Allow(n, allowance):
                return _ALLOWED[allowance] * n.n
            case instructions.ChangeScore():
                return self._score(op)
            case instructions.TakeLP(n):
                return n * _OTHERS * max((per_lp(other.lp) for other in self.board.others), default=0.0)
            case instructions.GiveCurses(n):
                return _GIVEN_CURSE * n
            case instructions.GainCards(what, who):
                return self._how_many(who) * _GIVEN_CURSE if what.filter.noun is Noun.CURSE else _DEED * 0.7
            case instructions.PutIntoHand(what) if isinstance(what, Chosen):
                return max(map(self.put, dict.fromkeys(self.fitting(what.filter))), default=0.0)
            case instructions.Turn():
                return self.turn(op)
            case _:
                return _ALWAYS.get(type(op), 0.0)

    def fitting(self, filter: Filter) -> Sequence[CompiledSide]:
        """Return the seat's cards that fit a description, in its discard pile or in hand."""
        cards = self.board.sides(self.board.mine.discard) if filter.zone is Zone.DISCARD else self.hand
        nouns = (filter.noun, filter.or_noun)
        return cards if Noun.CARD in nouns else [side for side in cards if side.noun in nouns]

    def _how_many(self, who: Player | OtherPlayer) -> int:
        return len(self.board.others) if who is OtherPlayer.EACH_OPPONENT else 1

    def _score(self, op: instructions.ChangeScore) -> float:
        mine, sign = self.board.mine, -1 if op.less else 1
        is_lp = op.score is Score.LP
        own = op.n * sign * (per_lp(mine.lp) if is_lp else self.deed)
        if op.who is Player.YOU:
            return own if sign < 0 or not is_lp else min(own, op.n * 1.2)
        if op.who is Player.EACH:
            return own * 0.3
        if not is_lp:
            return op.n * -sign * 0.4 * self._how_many(op.who)
        values = [
            per_lp(other.lp) * _OTHERS + (10.0 if other.lp <= op.n and op.less else 0.0)
            for other in self.board.others
        ]
        is_all = op.who is OtherPlayer.EACH_OPPONENT
        return op.n * -sign * (sum(values) / self.board.crowd_factor if is_all else max(values, default=0.0))

    def _likely(self, condition: Node) -> float:
        mine = self.board.mine
        match condition:
            case FameIs(n):
                return float(mine.fame >= n)
            case LPAre(n):
                return float(mine.lp <= n)
            case MasterIs(faction):
                return float(mine.faction == faction.value)
            case _:
                return 0.5

    # ------------------------------------------------------------------------------------------------------------ cards

    def ability(self, side: CompiledSide) -> float:
        """Return the value of a card's Ability, 0 without one."""
        return self.lines(side, side.ability)

    def draws(self, n: int) -> float:
        """Return the value of drawing unknown cards."""
        return _DRAW * n

    def opened(self, more: Opens) -> float:
        """Return the estimated value of the further actions that an Ability opens."""
        allowed = {
            Allowance.ABILITY: more.abilities,
            Allowance.COMBAT: more.combats,
            Allowance.DEED: more.deeds,
        }
        return self.draws(more.draws) + sum(_ALLOWED[allowance] * n for allowance, n in allowed.items())

    def in_deck(self, side: CompiledSide) -> float:
        """Return the value of a card in the seat's deck, as a fighter, a helper and an Ability."""
        owned = self.board.owned
        atk, defence, skl = numbers_of(side)
        minions = [each for each in owned if each.faction is side.faction and each.noun is Noun.MINION]
        if side.noun is Noun.WEAPON:
            bonus = self.board.mine.stats.get("SKL", 0)
            bearers = sum(minion.side.skl + bonus >= side.side.skl for minion in minions)
            weapons = sum(each.noun is Noun.WEAPON for each in owned)
            meets = _meets(bearers, len(owned)) / (1 + 0.15 * weapons)
            return _WEAPON * meets * (_ATK * atk + _DEF * defence + self.hits(side) * 0.4 + 0.5)
        helping = _meets(len(minions), len(owned))
        fighting = _ATK * side.side.atk + _DEF * side.side.defence + _SKL * side.side.skl
        helps = helping * (_ATK * atk + _DEF * defence + 0.1 * skl) if side.helping else 0.0
        return 0.75 * fighting + 0.5 * helps + 0.7 * self.ability(side) + 0.3 * self.hits(side)

    def hits(self, side: CompiledSide) -> float:
        """Return the value of a card's fighting and helping effects, without its numbers."""
        return self.lines(side, [number for number, _ in (*side.helping, *side.fighting)])


def _meets(partners: int, size: int) -> float:
    """Return the probability that one of `partners` cards of a deck is in hand together with another card."""
    return 1 - (1 - min(1.0, partners / max(1, size))) ** (HAND_SIZE - 1)


def numbers_of(side: CompiledSide) -> tuple[int, int, int]:
    """Return the ATK, DEF and SKL that a card adds as a helper in an attack."""
    brought = brings(side, Moment.ATTACK, helps=True)
    return brought.atk, brought.defence, brought.skl


@lru_cache(maxsize=512)
def hand_value(side: CompiledSide) -> float:
    """Return the value of a card in hand for the actions that it allows in a turn, in any position."""
    match side.noun:
        case Noun.DEED:
            return _DEED
        case Noun.CURSE:
            return 0.0
        case Noun.WEAPON:
            return 0.3 * sum(numbers_of(side)[:2]) + 0.2
        case _:
            count = len([*side.instructions(side.ability)])
            return max(0.3 + 0.5 * count if count else 0.0, 0.3 * side.side.atk)
