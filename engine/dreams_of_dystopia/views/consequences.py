"""Consequences of answers, and complete answers to an attack with their cost, from the asked seat's view (DD92).

Nothing here reads a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from cards.dreams_of_dystopia.language.instructions import ChangeScore, PutIntoHand, ReturnToSupply, Turn
from cards.dreams_of_dystopia.language.selections import Chosen
from cards.dreams_of_dystopia.language.words import Happening, Moment, Noun, Score, Stat, Zone
from cards.i18n import Message, line, msg, msg_plural, row, title
from cards.language.nodes import IfYouDo, May, Player
from engine.dreams_of_dystopia.effects.choices import seat_called
from engine.dreams_of_dystopia.facts.terms import FAME, LP, cards_of
from engine.dreams_of_dystopia.numbers import printed
from engine.dreams_of_dystopia.position import HAND_SIZE, MOST_LP
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.acquisitions import fame_needed
from engine.dreams_of_dystopia.views.claims import Comes, Draws, Fights, GoesOut, Scores
from engine.dreams_of_dystopia.views.combat_totals import CombatResult, Fight, outcome, sent, standing
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, PlayerView, pool_of
from engine.kernel.claims import NOW, Claim, Hang
from engine.kernel.consequence import Consequence, Gravity, WholeAnswer
from engine.kernel.question import Option, Question

MOST_ANSWERS = 4
"""Whole answers with cards that are offered."""
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
    """Return blocks and helpers that are given with one press: those first that keep most LP a card, nothing at all last."""
    asked = _QuestionContext(view, question, names)
    match question.topic:
        case Topic.BLOCK:
            return asked.blocks()
        case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
            return asked.helpers()
        case _:
            return []


def rule_of(view: DystopiaView, question: Question) -> str:
    """Return the best explanation of a question: a card's title, a section or a term."""
    return question.subject or _RULES.get(question.topic, question.cause)


class _Way(msgspec.Struct):
    """A way to fight: the answers that lead to it, the cards it uses, and its result."""

    choices: list[str]
    fight: Fight
    cards: list[CompiledSide]
    result: CombatResult

    @property
    def price(self) -> int:
        """Return the rough value of cards: the FAME that they needed."""
        return sum(one.side.loyalty + one.side.skl * (one.noun is Noun.WEAPON) for one in self.cards)

    def beats(self, other: _Way) -> bool:
        """Return whether it is as good for no more cards, and better in something."""
        ours = (self.result.attacked, -self.result.attacker, -len(self.cards), -self.price)
        theirs = (other.result.attacked, -other.result.attacker, -len(other.cards), -other.price)
        return (
            bool(self.fight.open) == bool(other.fight.open)
            and all(one >= two for one, two in zip(ours[:3], theirs[:3], strict=True))
            and ours > theirs
        )


_ClaimedSentence = tuple[Message, list[Claim]]
"""A sentence, and its claim."""


class _QuestionContext:
    """A question with the view of the seat that is asked."""

    def __init__(self, view: DystopiaView, question: Question, names: Sequence[str]) -> None:
        self.view, self.question, self.names = view, question, names
        self.pool = pool_of(view)
        self.me = view.players[question.seat]
        self.is_attack = question.topic == Topic.SUPPORT_ATTACK

    @cached_property
    def combat(self) -> CombatView:
        """The Combat that is asked about."""
        assert self.view.combat is not None
        return self.view.combat

    def hand(self, *without: CompiledSide) -> list[CompiledSide]:
        """Return the own hand, without these cards."""
        held = [self.pool.sides[name] for name in self.me.hand]
        for one in without:
            held.remove(one)
        return held

    def all(self) -> Iterator[Consequence]:
        """Yield all consequences."""
        match self.question.topic:
            case Topic.MASTER:
                for side in (self.pool.sides[option.subject] for option in self.question.options):
                    texts = row(msg("LP {lp}.", lp=side.side.lp), *map(line, side.printed))
                    yield Consequence(side.title, texts, Gravity.DETAIL)
            case Topic.ACT:
                for option in self.question.options:
                    if (found := self._act(option)) is not None:
                        is_bought = option.verb in (OptionVerb.RECRUIT, OptionVerb.PURCHASE)
                        weight = Gravity.DETAIL if is_bought else Gravity.NOTABLE
                        claims = tuple(replace(one, answers=((option.key,),)) for one in found[1])
                        yield Consequence(option.key, found[0], weight, claims or NOW)
            case Topic.TARGET:
                for option in self.question.options:
                    yield self._target(option, self.view.players[seat_called(option.key)])
            case Topic.BLOCK:
                yield from self._attacked()
                for way in (*self._blockers(), None):
                    key = way.choices[0] if way else OptionVerb.NO_BLOCK
                    claims = self._claims(way, (key,))
                    yield Consequence(key, self._cost(way), claims=claims)
            case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
                for way in self._helped():
                    if len(way.choices) < 2 or way.choices[1] == OptionVerb.DONE:
                        claims = self._claims(way, way.choices)
                        yield Consequence(way.choices[0], self._cost(way), claims=claims)
            case Topic.PLAYER:
                for option in self.question.options:
                    yield Consequence(
                        option.key, msg("LP {lp}", lp=self.view.players[seat_called(option.key)].lp)
                    )
            case _:
                pass

    # ------------------------------------------------------------------------------------------------------ a turn

    def _act(self, option: Option) -> _ClaimedSentence | None:
        """Return the effect of an action of the turn."""
        side = self.pool.sides.get(option.subject)
        match option.verb:
            case OptionVerb.ABILITY if side is not None:
                texts = (side.printed[number].partition(": ")[2] for number in side.ability)
                said, claims = self._scores(side, side.ability)
                return row(*map(line, texts), said), claims
            case OptionVerb.DEED:
                now, then = self.me.fame, self.me.fame + 1
                return msg("FAME {now} to {then}.", now=now, then=then), [Scores(score=FAME, now=then)]
            case OptionVerb.MASTER:
                name, number = option.about.name, option.about.mark or 0
                side = self.pool.sides[name]
                said, claims = self._scores(side, [number], if_done=True)
                said = row(said, *self._missing(side, number))
                return (said, claims) if str(said) else None
            case OptionVerb.ATTACK | OptionVerb.ATTACK_AGAIN if side is not None:
                return self._attack(side)
            case OptionVerb.RECRUIT | OptionVerb.PURCHASE if side is not None:
                return self._bought(side), []
            case OptionVerb.END:
                return msg("You discard your hand and draw {n}.", n=HAND_SIZE), [Draws(count=HAND_SIZE)]
            case _:
                return None

    def _scores(
        self, side: CompiledSide, numbers: Sequence[int], *, if_done: bool = False
    ) -> _ClaimedSentence:
        """Return the effect of lines on the player's own LP and FAME, as far as it is known.

        `if_done`: assume that optional effects are chosen.
        """
        lp, fame = self.me.lp, self.me.fame
        for op in side.instructions(numbers):
            if if_done and isinstance(op, May | IfYouDo):
                op = op.sentence[0]
            if isinstance(op, ChangeScore) and op.who is Player.YOU:
                amount = -op.n if op.less else op.n
                lp += amount * (op.score is Score.LP)
                fame += amount * (op.score is Score.FAME)
        lp, fame = min(MOST_LP, max(0, lp)), max(0, fame)
        told, claims = list[Message](), list[Claim]()
        if lp != self.me.lp:
            told.append(msg("LP {now} to {then}.", now=self.me.lp, then=lp))
            claims.append(Scores(score=LP, now=lp))
        if fame != self.me.fame:
            told.append(msg("FAME {now} to {then}.", now=self.me.fame, then=fame))
            claims.append(Scores(score=FAME, now=fame))
        return row(*told), claims

    def _missing(self, side: CompiledSide, number: int) -> Iterator[Message]:
        """Yield a warning if the price of a line buys nothing, because the cards for its effect are missing."""
        for op in side.instructions([number]):
            for part in op.sentence if isinstance(op, IfYouDo) else ():
                if isinstance(part, ReturnToSupply | PutIntoHand | Turn) and isinstance(part.what, Chosen):
                    wanted = part.what.filter
                    cards = self.me.discard if wanted.zone is Zone.DISCARD else self.me.hand
                    nouns = {noun for name in cards for noun in (self.pool.sides[name].noun, Noun.CARD)}
                    if nouns.isdisjoint({wanted.noun, wanted.or_noun}):
                        yield msg("Nothing else: you have no cards for more.")

    def _attack(self, side: CompiledSide) -> _ClaimedSentence:
        """Return the ATK of a Minion alone, and the highest with helpers."""
        alone = sent(side, self.me, Moment.ATTACK)
        forces = alone.with_helpers(self.hand(side) if side.title in self.me.hand else self.hand())
        best = max(forces, key=lambda one: (one.number(Stat.ATK), -len(one.helpers)))
        n, most = alone.number(Stat.ATK), best.number(Stat.ATK)
        claims = [self._fights(one) for one in (alone, best)]
        if not best.helpers:
            return msg("{n} ATK.", n=n), claims[:1]
        helpers = cards_of([one.title for one in best.helpers])
        said = (
            msg("{n} ATK, {most} or more with {helpers}.")
            if best.open
            else msg("{n} ATK, {most} with {helpers}.")
        )
        return said.filled(n=n, most=most, helpers=helpers), claims

    def _fights(self, fight: Fight) -> Claim:
        """Return a Minion's result with its helpers."""
        stat = Stat.DEF if fight.moment is Moment.BLOCK else Stat.ATK
        names = tuple(one.title for one in fight.helpers)
        return Fights(
            hangs=self._hangs(fight), helpers=names, number=fight.number(stat), or_more=bool(fight.open)
        )

    def _hangs(self, fight: Fight) -> tuple[Hang, ...]:
        return (Hang.CHANCE,) if fight.open else ()

    def _bought(self, side: CompiledSide) -> Message:
        """Return the cost and the use of a side."""
        fame = fame_needed(self.view, self.me, side)
        parts = [msg("FAME {n}", n=fame)] if fame else []
        if side.noun is Noun.MINION:
            numbers = {stat.value: printed(side, stat) for stat in Stat}
            parts.append(msg("{ATK} ATK, {DEF} DEF, {SKL} SKL").filled(**numbers))
        else:
            parts.append(msg("for SKL {n}", n=side.side.skl))
        return row(*parts, *(line(text) for text in side.printed), between=" · ")

    def _target(self, option: Option, other: PlayerView) -> Consequence:
        """Return an opponent's possible defence, and the result without a block."""
        combat = replace(self.combat, defender=replace(self.combat.defender, seat=other.seat))
        came = outcome(replace(self.view, combat=combat), None)
        said = msg_plural(
            "LP {lp} to {left} without a block. {n} card in hand.",
            "LP {lp} to {left} without a block. {n} cards in hand.",
            len(other.hand),
            lp=other.lp,
            left=came.attacked,
        )
        claim = Comes(
            answers=((option.key,), (OptionVerb.DONE,)), seats=(self.me.seat, other.seat), lp=(came.attacker, came.attacked),
            helpers=self.combat.attacker.helpers, if_not_blocked=True,
        )  # fmt: skip
        return Consequence(option.key, said, claims=(claim,))

    # ------------------------------------------------------------------------------------------------------ Combats

    def _attacked(self) -> Iterator[Consequence]:
        """Yield the attack, its hit effects, and whether it would eliminate the player (DD92)."""
        attacker = self.combat.attacker
        if attacker.defender:
            said = msg("Defender: {name} loses no LP from your block.", name=self.names[attacker.seat])
            yield Consequence(None, said)
        master = self.pool.sides.get(self.view.players[attacker.seat].master)
        texts = list(attacker.upon_hit)
        if master is not None:
            texts += [master.printed[number] for number in master.whenever.get(Happening.HIT, ())]
        hits = [line(text.rpartition(": ")[2]) for text in texts]
        yield Consequence(
            None,
            msg("Upon a hit: {effects}", effects=row(*hits)) if hits else msg("Upon a hit: nothing more."),
        )
        if not outcome(self.view, None).attacked:
            out = GoesOut(answers=((OptionVerb.NO_BLOCK,),))
            yield Consequence(None, msg("Without a block you are out."), Gravity.WARNING, (out,))

    def _blockers(self) -> Iterator[_Way]:
        """Yield each Minion that can block, without helpers."""
        for option in self.question.options:
            side = self.pool.sides.get(option.subject)
            if side is not None and can_block(side):
                fight = sent(side, self.me, Moment.BLOCK, self.combat.defender)
                is_kept = option.verb == OptionVerb.BLOCK_AGAIN
                yield _Way([option.key], fight, [] if is_kept else [side], outcome(self.view, fight))

    def blocks(self) -> list[WholeAnswer]:
        """Return the blocks that are worth their cards, and none."""
        nothing, ways = outcome(self.view, None), list[_Way]()
        for way in self._blockers():
            ways += [self._with(way, fight) for fight in way.fight.with_helpers(self.hand(*way.cards))]
        worth = [
            way
            for way in ways
            if way.result.attacked > nothing.attacked or way.result.attacker < nothing.attacker
        ]
        found = [self._whole(way) for way in _best(worth, nothing)]
        claims = self._claims(None, (OptionVerb.NO_BLOCK,))
        none = WholeAnswer(((OptionVerb.NO_BLOCK,),), msg("Don't block"), self._cost(None), claims)
        return [*found, none] if found else []

    def _helped(self) -> Iterator[_Way]:
        """Yield the result of the player's fighter without further helpers, then with one more at a time."""
        seen = self.combat.attacker if self.is_attack else self.combat.defender
        start = standing(self.pool, self.me, seen, Moment.ATTACK if self.is_attack else Moment.BLOCK)
        bare = _Way([], start, [], CombatResult(0, 0))
        yield from (self._with(bare, fight) for fight in start.with_helpers(self.hand()))

    def helpers(self) -> list[WholeAnswer]:
        """Return the helpers that are worth adding together, and none: in an attack the strongest with fewer and fewer cards."""
        bare, *ways = self._helped()
        if self.is_attack:
            found = list[_Way]()
            for way in sorted(ways, key=lambda way: (-way.fight.number(Stat.ATK), len(way.cards), way.price)):
                alike = [one for one in found if one.fight.open == way.fight.open]
                if all(len(way.cards) < len(one.cards) for one in alike):
                    found.append(way)
            found = found[:MOST_ANSWERS]
        else:
            found = _best([way for way in ways if way.result != bare.result], bare.result)
        claims = self._claims(bare, (OptionVerb.DONE,))
        done = WholeAnswer(((OptionVerb.DONE,),), msg("Add none"), self._cost(bare), claims)
        return [*map(self._whole, found), done] if found else []

    def _with(self, way: _Way, fight: Fight) -> _Way:
        """Return a way with the helpers that a fight has more."""
        more = list(fight.helpers[len(way.fight.helpers) :])
        done = [] if fight.open else [OptionVerb.DONE.value]
        choices = [*way.choices, *(f"{OptionVerb.HELPER} {one.title}" for one in more), *done]
        came = outcome(self.view, None, fight) if self.is_attack else outcome(self.view, fight)
        return _Way(choices, fight, [*way.cards, *more], came)

    def _whole(self, way: _Way) -> WholeAnswer:
        is_block = self.question.topic == Topic.BLOCK
        names = [way.fight.side, *way.fight.helpers] if is_block else way.cards
        label = row(*(title(one.title) for one in names), between=" + ")
        claims = self._claims(way, way.choices)
        return WholeAnswer(tuple((one,) for one in way.choices), label, self._cost(way), claims)

    def _claims(self, way: _Way | None, choices: Sequence[str]) -> tuple[Claim, ...]:
        """Return the claims of `_cost` about a way, for these answers."""
        came = outcome(self.view, None) if way is None else way.result
        fight = None if way is None else way.fight
        answers, seats = (
            tuple((one,) for one in choices),
            (self.combat.attacker.seat, self.combat.defender.seat),
        )
        comes = Comes(
            answers=answers, hangs=self._hangs(fight) if fight else (), seats=seats, lp=(came.attacker, came.attacked),
            helpers=tuple(one.title for one in fight.helpers) if fight else (), if_not_blocked=self.is_attack,
        )  # fmt: skip
        if fight is None:
            return (comes,)
        fights = replace(self._fights(fight), answers=answers)
        return (fights,) if self.is_attack and fight.open else (comes, fights)

    def _cost(self, way: _Way | None) -> Message:
        """Return the result of an attack's helpers, or the cost of a block in LP for both. None means no block."""
        came, told = outcome(self.view, None) if way is None else way.result, list[Message]()
        attacker, target = (
            self.view.players[one.seat] for one in (self.combat.attacker, self.combat.defender)
        )
        if way is not None and way.fight.open and self.is_attack:
            return row(msg("{n} ATK or more.", n=way.fight.number(Stat.ATK)), *self._opens(way))
        if way is not None and self.is_attack:
            told.append(
                msg(
                    "{n} ATK. {name}: LP {lp} to {left} without a block.",
                    n=way.fight.number(Stat.ATK),
                    name=self.names[target.seat],
                    lp=target.lp,
                    left=came.attacked,
                )
            )
            return row(*told, *self._opens(way))
        if way is not None:
            said = msg("{n} DEF or more.") if way.fight.open else msg("{n} DEF.")
            told.append(said.filled(n=way.fight.number(Stat.DEF)))
        if lost := self.me.lp - came.attacked:
            lose, gain = msg("You lose {n} LP ({lp} to {left})."), msg("You gain {n} LP ({lp} to {left}).")
            said = lose if lost > 0 else gain
            told.append(said.filled(n=abs(lost), lp=self.me.lp, left=came.attacked))
        else:
            told.append(msg("You lose no LP."))
        if theirs := attacker.lp - came.attacker:
            told.append(msg("{name} loses {n} LP.", name=self.names[attacker.seat], n=theirs))
        return row(*told, *(self._opens(way) if way else ()))

    def _opens(self, way: _Way) -> list[Message]:
        """Return the unpredictable effects of a card as printed. The player is asked again after them."""
        side = self.pool.sides.get(way.fight.open)
        if side is None:
            return []
        timed = side.fighting if side is way.fight.side and not way.fight.helpers else side.helping
        lines = [side.printed[number] for number, when in timed if when in (None, way.fight.moment)]
        effects = row(*(line(text.rpartition(": ")[2]) for text in lines))
        return [msg("{effects} Then you continue.", effects=effects)]


def _best(ways: Sequence[_Way], nothing: CombatResult) -> list[_Way]:
    """Return the undominated ways: those that save the most LP per card, and the one that saves the most overall."""

    def kept(way: _Way) -> float:
        gained = way.result.attacked - nothing.attacked + nothing.attacker - way.result.attacker
        return gained / max(1, len(way.cards))

    left = [way for way in ways if not any(one.beats(way) for one in ways)]
    left = list({tuple(way.choices): way for way in left}.values())
    left.sort(key=lambda way: (-kept(way), way.price))
    found = left[:MOST_ANSWERS]
    safest = max(left, key=lambda way: way.result.attacked, default=None)
    if safest is not None and all(way.result.attacked < safest.result.attacked for way in found):
        found[-1] = safest
    return found
