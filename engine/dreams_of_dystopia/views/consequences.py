"""Consequences of answers, and complete answers in a Combat with their cost, from the asked seat's view (DD92)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from cards.dreams_of_dystopia.language.continuous_effects import Modify
from cards.dreams_of_dystopia.language.instructions import ChangeScore, PutIntoHand, ReturnToSupply, Turn
from cards.dreams_of_dystopia.language.selections import Chosen
from cards.dreams_of_dystopia.language.words import (
    Happening,
    KeywordName,
    Moment,
    Noun,
    Score,
    Stat,
    Use,
    Zone,
)
from cards.i18n import Message, line, msg, msg_plural, row, title
from cards.language.nodes import IfYouDo, May, Player
from engine.dreams_of_dystopia.effects.choices import seat_of_key
from engine.dreams_of_dystopia.facts.terms import FAME, LP, cards_of
from engine.dreams_of_dystopia.numbers import printed
from engine.dreams_of_dystopia.position import HAND_SIZE, MOST_LP
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.acquisitions import fame_needed
from engine.dreams_of_dystopia.views.claims import Comes, Draws, Fights, GoesOut, Scores
from engine.dreams_of_dystopia.views.combat_totals import CombatResult, Fight, outcome, sent, standing
from engine.dreams_of_dystopia.views.contributions import brings
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, PlayerView, pool_of
from engine.kernel.claims import NOW, Claim, Hang
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.question import Option, Question

MOST_ANSWERS = 4
"""The maximum number of complete answers with cards."""
_RULES: Mapping[str, str] = {
    Topic.MASTER: "§Masters",
    Topic.ACT: "§Turn",
    Topic.TARGET: "§Combat",
    Topic.SUPPORT_ATTACK: "Helper",
    Topic.BLOCK: "§Combat",
    Topic.SUPPORT_BLOCK: "Helper",
}


def consequences(view: DystopiaView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return the consequences of the answers to a seat's question. `view` is that seat's own."""
    return list(_QuestionContext(view, question, names).all())


def whole_answers(view: DystopiaView, question: Question, names: Sequence[str]) -> list[WholeAnswer]:
    """Return complete blocks, or helpers, for one press each: those that save the most LP per card first, none last."""
    asked = _QuestionContext(view, question, names)
    match question.topic:
        case Topic.BLOCK:
            return asked.blocks()
        case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
            return asked.helpers()
        case _:
            return []


def rule_of(view: DystopiaView, question: Question) -> str:
    """Return the key of a question's best explanation: a card's title, a section or a term."""
    return question.subject or _RULES.get(question.topic, question.cause)


class _Way(msgspec.Struct):
    """A way to fight: the answers to give, the cards they use, and the result."""

    choices: list[str]
    fight: Fight
    cards: list[CompiledSide]
    result: CombatResult

    @property
    def price(self) -> int:
        """A rough value of the cards: their LOYALTY or required SKL."""
        return sum(side.side.loyalty + side.side.skl * (side.noun is Noun.WEAPON) for side in self.cards)

    @property
    def merits(self) -> tuple[int, int, int, int]:
        """Numbers that are better if they are higher, the most important first."""
        return self.result.attacked, -self.result.attacker, -len(self.cards), -self.price

    def beats(self, other: _Way) -> bool:
        """Return whether it is at least as good with as many or fewer cards of the same or a lower price, and better in one way."""
        is_as_good = all(ours >= theirs for ours, theirs in zip(self.merits, other.merits, strict=True))
        return is_as_good and self.merits > other.merits and bool(self.fight.open) == bool(other.fight.open)


_WHEN = re.compile(f"^(({'|'.join((*Use, *Moment))}): )+")

_ClaimedSentence = tuple[Message, list[Claim]]
"""A sentence and its claims."""


class _QuestionContext:
    """A question, and the view of the seat that is asked."""

    def __init__(self, view: DystopiaView, question: Question, names: Sequence[str]) -> None:
        self.view, self.question, self.names = view, question, names
        self.pool = pool_of(view)
        self.me = view.players[question.seat]
        self.is_attack = question.topic == Topic.SUPPORT_ATTACK

    @cached_property
    def combat(self) -> CombatView:
        """The Combat of the question."""
        assert self.view.combat is not None
        return self.view.combat

    def hand(self, *without: CompiledSide) -> list[CompiledSide]:
        """Return the player's hand without these cards."""
        hand = [self.pool.sides[name] for name in self.me.hand]
        for side in without:
            hand.remove(side)
        return hand

    def all(self) -> Iterator[Consequence]:
        """Yield all consequences."""
        match self.question.topic:
            case Topic.MASTER:
                for side in (self.pool.sides[option.subject] for option in self.question.options):
                    texts = row(msg("LP {lp}.", lp=side.side.lp), *map(line, side.printed))
                    yield Consequence(side.title, texts, Gravity.DETAIL)
            case Topic.ACT:
                for option in self.question.options:
                    if (claimed := self._act(option)) is not None:
                        is_bought = option.verb in (OptionVerb.RECRUIT, OptionVerb.PURCHASE)
                        weight = Gravity.DETAIL if is_bought else Gravity.NOTABLE
                        claims = tuple(replace(claim, answers=((option.key,),)) for claim in claimed[1])
                        yield Consequence(option.key, claimed[0], weight, claims or NOW)
                yield from self._risk()
            case Topic.TARGET:
                yield from self._risk()
                for option in self.question.options:
                    yield self._target(option, self.view.players[seat_of_key(option.key)])
            case Topic.BLOCK:
                yield from self._attacked()
                for way in (*self._blockers(), None):
                    key = way.choices[0] if way else OptionVerb.NO_BLOCK
                    yield Consequence(key, self._cost(way), claims=self._claims(way, (key,)))
            case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
                yield from self._risk() if self.is_attack else self._danger()
                for way in self._helped():
                    if len(way.choices) < 2 or way.choices[1] == OptionVerb.DONE:
                        claims = self._claims(way, way.choices)
                        yield Consequence(way.choices[0], self._cost(way), claims=claims)
            case Topic.PLAYER:
                for option in self.question.options:
                    player = self.view.players[seat_of_key(option.key)]
                    yield Consequence(option.key, msg("LP {lp}", lp=player.lp))
            case _:
                pass

    # ------------------------------------------------------------------------------------------------------ a turn

    def _act(self, option: Option) -> _ClaimedSentence | None:
        """Return the effect of an action of the turn."""
        side = self.pool.sides.get(option.subject)
        match option.verb:
            case OptionVerb.ABILITY if side is not None:
                texts = (side.printed[number] for number in side.ability)
                text, claims = self._scores(side, side.ability)
                return row(*map(_effect, texts), text), claims
            case OptionVerb.DEED:
                now, then = self.me.fame, self.me.fame + 1
                return msg("FAME {now} to {then}.", now=now, then=then), [Scores(score=FAME, now=then)]
            case OptionVerb.MASTER:
                name, number = option.about.name, option.about.mark or 0
                side = self.pool.sides[name]
                text, claims = self._scores(side, [number], if_done=True)
                text = row(text, *self._missing(side, number))
                return (text, claims) if str(text) else None
            case OptionVerb.ATTACK | OptionVerb.ATTACK_AGAIN if side is not None:
                return self._attack(side)
            case OptionVerb.RECRUIT | OptionVerb.PURCHASE if side is not None:
                return self._bought(side), []
            case OptionVerb.END:
                own = (self.me.holds, self.me.discard, self.me.used, self.me.table)
                n = min(HAND_SIZE + self.pool.sides[self.me.master].draw_more, sum(map(len, own)))
                return msg("You discard your hand and draw {n}.", n=n), [Draws(count=n)]
            case _:
                return None

    def _scores(
        self, side: CompiledSide, numbers: Sequence[int], *, if_done: bool = False
    ) -> _ClaimedSentence:
        """Return the known effect of lines on the player's own LP and FAME. `if_done`: including optional effects."""
        lp, fame = self.me.lp, self.me.fame
        for op in side.instructions(numbers):
            if if_done and isinstance(op, May | IfYouDo):
                op = op.sentence[0]
            if isinstance(op, ChangeScore) and op.who is Player.YOU:
                amount = -op.n if op.less else op.n
                lp += amount * (op.score is Score.LP)
                fame += amount * (op.score is Score.FAME)
        lp, fame = min(MOST_LP, max(0, lp)), max(0, fame)
        sentences, claims = list[Message](), list[Claim]()
        if lp != self.me.lp:
            sentences.append(msg("LP {now} to {then}.", now=self.me.lp, then=lp))
            claims.append(Scores(score=LP, now=lp))
        if fame != self.me.fame:
            sentences.append(msg("FAME {now} to {then}.", now=self.me.fame, then=fame))
            claims.append(Scores(score=FAME, now=fame))
        return row(*sentences), claims

    def _missing(self, side: CompiledSide, number: int) -> Iterator[Message]:
        """Yield a warning if a line's cost would be paid for nothing, because the cards for its effect are missing."""
        for op in side.instructions([number]):
            for part in op.sentence if isinstance(op, IfYouDo) else ():
                if isinstance(part, ReturnToSupply | PutIntoHand | Turn) and isinstance(part.what, Chosen):
                    needed = part.what.filter
                    cards = self.me.discard if needed.zone is Zone.DISCARD else self.me.hand
                    nouns = {noun for name in cards for noun in (self.pool.sides[name].noun, Noun.CARD)}
                    if nouns.isdisjoint({needed.noun, needed.or_noun}):
                        yield msg("Nothing else: you have no cards for more.")

    def _attack(self, side: CompiledSide) -> _ClaimedSentence:
        """Return the ATK of a Minion alone, and its highest ATK with helpers."""
        alone = sent(side, self.me, Moment.ATTACK)
        fights = alone.with_helpers(self.hand(side) if side.title in self.me.hand else self.hand())
        best = max(fights, key=lambda fight: (fight.number(Stat.ATK), -len(fight.helpers)))
        n, most = alone.number(Stat.ATK), best.number(Stat.ATK)
        claims = [self._fights(fight) for fight in (alone, best)]
        if not best.helpers:
            return msg("{n} ATK.", n=n), claims[:1]
        at_least = msg("{n} ATK, {most} or more with {helpers}.")
        exactly = msg("{n} ATK, {most} with {helpers}.")
        helpers = cards_of([helper.title for helper in best.helpers])
        return (at_least if best.open else exactly).filled(n=n, most=most, helpers=helpers), claims

    def _risk(self) -> Iterator[Consequence]:
        """Yield the cost of a strong block, unless each possible attacker has Defender."""
        verbs = (OptionVerb.ATTACK, OptionVerb.ATTACK_AGAIN)
        sides = (self.pool.sides[each.subject] for each in self.question.options if each.verb in verbs)
        is_safe, is_begun = all(KeywordName.DEFENDER in side.keywords for side in sides), self.view.combat
        if not is_safe or (is_begun and not is_begun.attacker.defender):
            yield Consequence(None, msg("An attack costs you LP if its blocker has more DEF."))

    def _fights(self, fight: Fight) -> Claim:
        stat = Stat.DEF if fight.moment is Moment.BLOCK else Stat.ATK
        helpers, number = tuple(helper.title for helper in fight.helpers), fight.number(stat)
        return Fights(hangs=self._hangs(fight), helpers=helpers, number=number, or_more=bool(fight.open))

    def _hangs(self, fight: Fight) -> tuple[Hang, ...]:
        return (Hang.CHANCE,) if fight.open else ()

    def _bought(self, side: CompiledSide) -> Message:
        fame = fame_needed(self.view, self.me, side)
        parts = [msg("FAME {n}", n=fame)] if fame else []
        if side.noun is Noun.MINION:
            numbers = {stat.value: printed(side, stat) for stat in Stat}
            parts.append(msg("{ATK} ATK, {DEF} DEF, {SKL} SKL").filled(**numbers))
        else:
            parts.append(msg("for SKL {n}", n=side.side.skl))
        return row(*parts, *(line(text) for text in side.printed), between=" · ")

    def _target(self, option: Option, other: PlayerView) -> Consequence:
        """Return the result of attacking an opponent without a block, and the number of their cards."""
        combat = replace(self.combat, defender=replace(self.combat.defender, seat=other.seat))
        result = outcome(replace(self.view, combat=combat), None)
        text = msg_plural(
            "LP {lp} to {left} without a block. {n} card in hand.",
            "LP {lp} to {left} without a block. {n} cards in hand.",
            len(other.hand),
            lp=other.lp,
            left=result.attacked,
        )
        claim = Comes(
            answers=((option.key,), (OptionVerb.DONE,)), seats=(self.me.seat, other.seat),
            lp=(result.attacker, result.attacked), helpers=self.combat.attacker.helpers, if_not_blocked=True,
        )  # fmt: skip
        return Consequence(option.key, text, claims=(claim,))

    # ------------------------------------------------------------------------------------------------------ Combats

    def _attacked(self) -> Iterator[Consequence]:
        """Yield the attack's Defender and hit effects, and whether it would eliminate the player (DD92)."""
        attacker = self.combat.attacker
        if attacker.defender:
            name = self.names[attacker.seat]
            yield Consequence(None, msg("Defender: {name} loses no LP from your block.", name=name))
        master = self.pool.sides.get(self.view.players[attacker.seat].master)
        texts = list(attacker.upon_hit)
        if master is not None:
            texts += [master.printed[number] for number in master.whenever.get(Happening.HIT, ())]
        if texts:
            yield Consequence(None, msg("Upon a hit: {effects}", effects=row(*map(_effect, texts))))
        if not outcome(self.view, None).attacked:
            out = GoesOut(answers=((OptionVerb.NO_BLOCK,),))
            yield Consequence(None, msg("Without a block you are out."), Gravity.WARNING, (out,))

    def _blockers(self) -> Iterator[_Way]:
        for option in self.question.options:
            side = self.pool.sides.get(option.subject)
            if side is not None and can_block(side):
                fight = sent(side, self.me, Moment.BLOCK, self.combat.defender)
                is_kept = option.verb == OptionVerb.BLOCK_AGAIN
                yield _Way([option.key], fight, [] if is_kept else [side], outcome(self.view, fight))

    def blocks(self) -> list[WholeAnswer]:
        """Return the blocks that are worth their cards, and no block."""
        nothing, ways = outcome(self.view, None), list[_Way]()
        for way in self._blockers():
            helped = (self._with(way, fight) for fight in way.fight.with_helpers(self.hand(*way.cards)))
            ways += [
                each
                for each in helped
                if each.result.attacked > nothing.attacked or each.result.attacker < nothing.attacker
            ]
        answers = [self._whole(way) for way in _best(ways, nothing)]
        claims = self._claims(None, (OptionVerb.NO_BLOCK,))
        none = WholeAnswer(((OptionVerb.NO_BLOCK,),), msg("Don't block"), self._cost(None), claims)
        return [*answers, none] if answers else []

    def _helped(self) -> Iterator[_Way]:
        """Yield the player's fighter without further helpers, then with more, fewer first."""
        seen = self.combat.attacker if self.is_attack else self.combat.defender
        start = standing(self.pool, self.me, seen, Moment.ATTACK if self.is_attack else Moment.BLOCK)
        bare = _Way([], start, [], CombatResult(0, 0))
        yield from (self._with(bare, fight) for fight in start.with_helpers(self.hand()))

    def helpers(self) -> list[WholeAnswer]:
        """Return helpers that are worth adding together, and none: in an attack the strongest, with ever fewer cards."""
        bare, *ways = self._helped()
        if self.is_attack:
            ways = [way for way in ways if any(map(_changes_attack, way.cards))]
            ways.sort(key=lambda way: (-way.fight.number(Stat.ATK), len(way.cards), way.price))
            best = list[_Way]()
            for way in ways:
                comparable = [each for each in best if each.fight.open == way.fight.open]
                if len(best) < MOST_ANSWERS and all(len(way.cards) < len(each.cards) for each in comparable):
                    best.append(way)
        else:
            best = _best([way for way in ways if way.result != bare.result], bare.result)
        claims = self._claims(bare, (OptionVerb.DONE,))
        done = WholeAnswer(((OptionVerb.DONE,),), msg("Add none"), self._cost(bare), claims)
        return [*map(self._whole, best), done] if best or self.is_attack else []

    def _danger(self) -> Iterator[Consequence]:
        """Yield a warning if the block as it is eliminates the player."""
        bare = next(self._helped())
        if not bare.result.attacked and not bare.fight.open:
            out = GoesOut(answers=((OptionVerb.DONE,),))
            yield Consequence(None, msg("Without helpers you are out."), Gravity.WARNING, (out,))

    def _with(self, way: _Way, fight: Fight) -> _Way:
        """Return a way with the additional helpers of a fight."""
        more = list(fight.helpers[len(way.fight.helpers) :])
        done = [] if fight.open else [OptionVerb.DONE.value]
        choices = [*way.choices, *(f"{OptionVerb.HELPER} {helper.title}" for helper in more), *done]
        result = outcome(self.view, None, fight) if self.is_attack else outcome(self.view, fight)
        return _Way(choices, fight, [*way.cards, *more], result)

    def _whole(self, way: _Way) -> WholeAnswer:
        is_block = self.question.topic == Topic.BLOCK
        cards = [way.fight.side, *way.fight.helpers] if is_block else way.cards
        label = row(*(title(card.title) for card in cards), between=" + ")
        claims = self._claims(way, way.choices)
        return WholeAnswer(tuple((choice,) for choice in way.choices), label, self._cost(way), claims)

    def _claims(self, way: _Way | None, choices: Sequence[str]) -> tuple[Claim, ...]:
        """Return the claims of `_cost` about a way, for these answers."""
        result = outcome(self.view, None) if way is None else way.result
        fight = None if way is None else way.fight
        answers = tuple((choice,) for choice in choices)
        arrival = Comes(
            answers=answers, hangs=self._hangs(fight) if fight else (), lp=(result.attacker, result.attacked),
            helpers=tuple(helper.title for helper in fight.helpers) if fight else (), if_not_blocked=self.is_attack,
            seats=(self.combat.attacker.seat, self.combat.defender.seat),
        )  # fmt: skip
        if fight is None:
            return (arrival,)
        fights = replace(self._fights(fight), answers=answers)
        return (fights,) if self.is_attack and fight.open else (arrival, fights)

    def _cost(self, way: _Way | None) -> Message:
        """Return the result of an attack's helpers, or the result of a block (None: no block) for both players' LP."""
        result = outcome(self.view, None) if way is None else way.result
        attacker, target = (
            self.view.players[fighter.seat] for fighter in (self.combat.attacker, self.combat.defender)
        )
        if way is not None and self.is_attack:
            n, name = way.fight.number(Stat.ATK), self.names[target.seat]
            unblocked = msg("{n} ATK. {name}: LP {lp} to {left} without a block.")
            exactly = unblocked.filled(n=n, name=name, lp=target.lp, left=result.attacked)
            return row(msg("{n} ATK or more.", n=n) if way.fight.open else exactly, *self._opens(way))
        sentences: list[Message] = []
        if way is not None:
            total = msg("{n} DEF or more.") if way.fight.open else msg("{n} DEF.")
            sentences.append(total.filled(n=way.fight.number(Stat.DEF)))
        if lost := self.me.lp - result.attacked:
            lose, gain = msg("You lose {n} LP ({lp} to {left})."), msg("You gain {n} LP ({lp} to {left}).")
            changed = lose if lost > 0 else gain
            sentences.append(changed.filled(n=abs(lost), lp=self.me.lp, left=result.attacked))
        else:
            sentences.append(msg("You lose no LP."))
        if theirs := attacker.lp - result.attacker:
            sentences.append(msg("{name} loses {n} LP.", name=self.names[attacker.seat], n=theirs))
        return row(*sentences, *(self._opens(way) if way else ()))

    def _opens(self, way: _Way) -> list[Message]:
        """Return the unpredictable effects of a card as printed, after which the player is asked again."""
        side = self.pool.sides.get(way.fight.open)
        if side is None:
            return []
        timed = side.fighting if side is way.fight.side and not way.fight.helpers else side.helping
        lines = (_effect(side.printed[number]) for number, when in timed if when in (None, way.fight.moment))
        return [msg("{effects} Then you continue.", effects=row(*lines))]


def _effect(printed: str) -> Message:
    """Return a printed line without the words that say when it happens."""
    return line(_WHEN.sub("", printed))


def _changes_attack(helper: CompiledSide) -> bool:
    """Return whether a helper does more in an attack than add DEF or SKL."""
    brought = brings(helper, Moment.ATTACK, helps=True)
    ops = helper.instructions(brought.now)
    is_idle = all(isinstance(op, Modify) and op.to is None and op.stat is not Stat.ATK for op in ops)
    return bool(brought.hit) or not is_idle


def _best(ways: Sequence[_Way], nothing: CombatResult) -> list[_Way]:
    """Return the undominated ways: those that save the most LP per card, and the one that saves the most overall."""

    def lp_per_card(way: _Way) -> float:
        gained = way.result.attacked - nothing.attacked + nothing.attacker - way.result.attacker
        return gained / max(1, len(way.cards))

    undominated = [way for way in ways if not any(each.beats(way) for each in ways)]
    left = list({tuple(way.choices): way for way in undominated}.values())
    left.sort(key=lambda way: (-lp_per_card(way), way.price))
    best = left[:MOST_ANSWERS]
    safest = max(left, key=lambda way: way.result.attacked, default=None)
    if safest is not None and all(way.result.attacked < safest.result.attacked for way in best):
        best[-1] = safest
    return best
