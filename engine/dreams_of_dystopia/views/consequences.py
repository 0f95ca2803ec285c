"""What follows from each answer, and whole answers to an attack with what they cost, from what the asked seat sees (DD92).

Nothing here looks at a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from cards.dreams_of_dystopia.language.instructions import ChangeScore
from cards.dreams_of_dystopia.language.sentences import IfYouDo, May
from cards.dreams_of_dystopia.language.words import Happening, Moment, Noun, Score, Stat
from cards.i18n import Message, line, msg, msg_plural, row, series, title
from cards.language.nodes import Player
from engine.dreams_of_dystopia.numbers import printed
from engine.dreams_of_dystopia.position import HAND_SIZE, MOST_LP
from engine.dreams_of_dystopia.program import CompiledSide, effect_of
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.fights import Fight, Result, result, sent, standing
from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, PlayerView, pool_of
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
    """Return what follows from the answers to a seat's question; `view` is that seat's own."""
    return list(_Asked(view, question, names).all())


def whole_answers(view: DystopiaView, question: Question, names: Sequence[str]) -> list[WholeAnswer]:
    """Return blocks and helpers that are given with one press: those first that keep most LP a card, nothing at all last."""
    asked = _Asked(view, question, names)
    match question.topic:
        case Topic.BLOCK:
            return asked.blocks()
        case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
            return asked.helpers()
        case _:
            return []


def rule_of(view: DystopiaView, question: Question) -> str:
    """Return what explains the question best: a card's title, a section or a term."""
    return question.subject or _RULES.get(question.topic, question.cause)


class _Way(msgspec.Struct):
    """A way to fight: the answers that lead there, the cards that it takes, what it comes to."""

    choices: list[str]
    fight: Fight
    cards: list[CompiledSide]
    result: Result

    @property
    def price(self) -> int:
        """What the cards are worth, roughly: what they needed."""
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


class _Asked:
    """A question with the view of the seat that is asked."""

    def __init__(self, view: DystopiaView, question: Question, names: Sequence[str]) -> None:
        self.view, self.question, self.names = view, question, names
        self.pool = pool_of(view)
        self.me = view.players[question.seat]

    @cached_property
    def combat(self) -> CombatView:
        """The Combat that is asked about."""
        assert self.view.combat is not None
        return self.view.combat

    def hand(self, *without: str) -> list[CompiledSide]:
        """Return the own hand, without these cards."""
        held = list(self.me.hand)
        for name in without:
            if name in held:
                held.remove(name)
        return [self.pool.sides[name] for name in held]

    def all(self) -> Iterator[Consequence]:
        """Yield everything there is to say."""
        match self.question.topic:
            case Topic.MASTER:
                for side in (self.pool.sides[option.subject] for option in self.question.options):
                    texts = row(msg("LP {lp}", lp=side.side.lp), *map(line, side.printed), between=". ")
                    yield Consequence(side.title, texts, Gravity.DETAIL)
            case Topic.ACT:
                for option in self.question.options:
                    if (said := self._act(option)) is not None:
                        is_bought = option.verb in (OptionVerb.RECRUIT, OptionVerb.PURCHASE)
                        yield Consequence(option.key, said, Gravity.DETAIL if is_bought else Gravity.NOTABLE)
            case Topic.TARGET:
                for option in self.question.options:
                    yield Consequence(option.key, self._target(self.view.players[_seat(option)]))
            case Topic.BLOCK:
                yield from self._attacked()
                for way in self._blockers():
                    yield Consequence(way.choices[0], self._cost(way))
                yield Consequence(OptionVerb.NO_BLOCK, self._cost(None))
            case Topic.SUPPORT_BLOCK | Topic.SUPPORT_ATTACK:
                for way in self._helped():
                    if len(way.choices) < 2 or way.choices[1] == OptionVerb.DONE:
                        yield Consequence(way.choices[0], self._said(way))
            case Topic.PLAYER:
                for option in self.question.options:
                    yield Consequence(option.key, msg("LP {lp}", lp=self.view.players[_seat(option)].lp))
            case _:
                pass

    # ------------------------------------------------------------------------------------------------------ a turn

    def _act(self, option: Option) -> Message | None:
        """Return what an act of the turn does."""
        side = self.pool.sides.get(option.subject)
        match option.verb:
            case OptionVerb.ABILITY if side is not None:
                return row(*(self._text(side, number) for number in side.ability))
            case OptionVerb.DEED:
                return msg("FAME {now} to {then}.", now=self.me.fame, then=self.me.fame + 1)
            case OptionVerb.MASTER:
                name, number = option.about.name, option.about.mark or 0
                return self._scores(self.pool.sides[name], number, if_done=True)
            case OptionVerb.ATTACK | OptionVerb.ATTACK_AGAIN if side is not None:
                return self._attack(side)
            case OptionVerb.RECRUIT | OptionVerb.PURCHASE if side is not None:
                return self._bought(side, option)
            case OptionVerb.END:
                return self._end()
            case _:
                return None

    def _text(self, side: CompiledSide, number: int) -> Message:
        """Return a line of a card without what stands in front of it, and what it makes of one's own numbers."""
        text = side.printed[number]
        told = row(line(text.partition(": ")[2] or text))
        scores = self._scores(side, number)
        return told if scores is None else row(told, scores)

    def _scores(self, side: CompiledSide, number: int, *, if_done: bool = False) -> Message | None:
        """Return what a line makes of one's own LP and FAME, None where it leaves them alone or that can't be known.

        `if_done`: what it only does if one wants to is done.
        """
        lp, fame = self.me.lp, self.me.fame
        for op in (op for sentence in effect_of(side.side.text[number]) for op in sentence):
            if if_done and isinstance(op, May | IfYouDo):
                op = op.sentence[0]
            if isinstance(op, ChangeScore) and op.who is Player.YOU:
                amount = -op.n if op.less else op.n
                lp += amount * (op.score is Score.LP)
                fame += amount * (op.score is Score.FAME)
        lp, fame = min(MOST_LP, max(0, lp)), max(0, fame)
        changed = [
            *([msg("LP {now} to {then}.", now=self.me.lp, then=lp)] if lp != self.me.lp else []),
            *([msg("FAME {now} to {then}.", now=self.me.fame, then=fame)] if fame != self.me.fame else []),
        ]
        return row(*changed) if changed else None

    def _attack(self, side: CompiledSide) -> Message:
        """Return the ATK of a Minion alone, and the highest with helpers."""
        alone = sent(side, self.me, None, Moment.ATTACK)
        best = max(
            alone.with_helpers(self.hand(side.title)),
            key=lambda one: (one.number(Stat.ATK), -len(one.helpers)),
        )
        if not best.helpers:
            return msg("{n} ATK.", n=alone.number(Stat.ATK))
        helpers = series(*(title(one.title) for one in best.helpers))
        return msg(
            "{n} ATK, {most} with {helpers}.",
            n=alone.number(Stat.ATK),
            most=best.number(Stat.ATK),
            helpers=helpers,
        )

    def _bought(self, side: CompiledSide, option: Option) -> Message:
        """Return what a side needs and what it is good for."""
        parts = [row(option.detail)] if option.detail else []
        if side.noun is Noun.MINION:
            numbers = {stat.value: printed(side, stat) for stat in Stat}
            parts.append(msg("{ATK} ATK, {DEF} DEF, {SKL} SKL").filled(**numbers))
        else:
            parts.append(msg("for SKL {n}", n=side.side.skl))
        return row(*parts, *(line(text) for text in side.printed), between=" · ")

    def _end(self) -> Message:
        """Return what ending the turn leaves undone."""
        allowed, is_acquiring = self.view.allowed, self.view.is_acquiring
        verbs = {option.verb for option in self.question.options}
        left = [
            (msg("Ability", "allowance"), allowed.abilities, OptionVerb.ABILITY),
            (msg("Deed", "allowance"), allowed.deeds, OptionVerb.DEED),
            (msg("Combat", "allowance"), allowed.combats, OptionVerb.ATTACK),
        ]
        unused = [word for word, n, verb in left if n and not is_acquiring and verb in verbs]
        if verbs & {OptionVerb.RECRUIT, OptionVerb.PURCHASE}:
            unused.append(msg("Acquire", "allowance"))
        drawn = msg("You discard your hand and draw {n}.", n=HAND_SIZE)
        return row(drawn, msg("Not used: {things}.", things=series(*unused))) if unused else drawn

    def _target(self, other: PlayerView) -> Message:
        """Return what an opponent has to stand an attack, and what it comes to without a block."""
        attack = standing(self.pool, self.me, self.combat.attacker, Moment.ATTACK)
        left = result(attack, None, self.me, other, self._most(other)).attacked
        return msg_plural(
            "LP {lp} to {left} without a block. {n} card in hand.",
            "LP {lp} to {left} without a block. {n} cards in hand.",
            len(other.hand),
            lp=other.lp,
            left=left,
        )

    # ------------------------------------------------------------------------------------------------------ Combats

    def _most(self, attacked: PlayerView) -> tuple[int | None, int | None]:
        """Return what the attacker and the attacked player can lose at most (DD127)."""
        masters = (self.view.players[self.combat.attacker.seat].master, attacked.master)
        first, second = (self.pool.sides[one].cannot_fall if one else None for one in masters)
        return first, second

    def _result(self, block: Fight | None, attack: Fight | None = None) -> Result:
        combat = self.combat
        attacker, attacked = (self.view.players[one.seat] for one in (combat.attacker, combat.defender))
        attack = attack or standing(self.pool, attacker, combat.attacker, Moment.ATTACK)
        return result(attack, block, attacker, attacked, self._most(attacked), combat.defender.less)

    def _attacked(self) -> Iterator[Consequence]:
        """What the attack is, what follows upon a hit, and whether it would put one out (DD92)."""
        attacker = self.combat.attacker
        if attacker.defender:
            said = msg("Defender: {name} loses no LP by your block.", name=self.names[attacker.seat])
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
        if not self._result(None).attacked:
            yield Consequence(None, msg("Without a block you are out."), Gravity.WARNING)

    def _blockers(self) -> Iterator[_Way]:
        """Yield each Minion that can block, without helpers."""
        for option in self.question.options:
            side = self.pool.sides.get(option.subject)
            if side is not None and can_block(side):
                fight = sent(side, self.me, self.combat.defender, Moment.BLOCK)
                is_kept = option.verb == OptionVerb.BLOCK_AGAIN
                yield _Way([option.key], fight, [] if is_kept else [side], self._result(fight))

    def blocks(self) -> list[WholeAnswer]:
        """Return the blocks that are worth their cards, and none."""
        nothing, ways = self._result(None), list[_Way]()
        for way in self._blockers():
            for fight in way.fight.with_helpers(self.hand(*(one.title for one in way.cards))):
                ways.append(self._with(way, fight, self._result(fight)))
        worth = [
            way
            for way in ways
            if way.result.attacked > nothing.attacked or way.result.attacker < nothing.attacker
        ]
        found = [self._whole(way) for way in _best(worth, nothing)]
        no = next(option for option in self.question.options if option.verb == OptionVerb.NO_BLOCK)
        return [*found, WholeAnswer(((no.key,),), msg("Do not block"), self._cost(None))] if found else []

    def _helped(self) -> Iterator[_Way]:
        """Yield what the own fighter comes to with helpers, and without any more."""
        is_attack = self.question.topic == Topic.SUPPORT_ATTACK
        seen = self.combat.attacker if is_attack else self.combat.defender
        start = standing(self.pool, self.me, seen, Moment.ATTACK if is_attack else Moment.BLOCK)
        bare = _Way([], start, [], self._result(None, start) if is_attack else self._result(start))
        for fight in start.with_helpers(self.hand()):
            came = self._result(None, fight) if is_attack else self._result(fight)
            yield self._with(bare, fight, came)

    def helpers(self) -> list[WholeAnswer]:
        """Return the helpers that are worth adding together, and none."""
        bare, *ways = self._helped()
        if self.question.topic == Topic.SUPPORT_ATTACK:
            most = sorted(ways, key=lambda way: (-way.fight.number(Stat.ATK), len(way.cards), way.price))
            found = [
                way
                for place, way in enumerate(most)
                if all(
                    len(way.cards) < len(one.cards) or one.fight.open != way.fight.open
                    for one in most[:place]
                )
            ][:MOST_ANSWERS]
        else:
            found = _best([way for way in ways if way.result != bare.result], bare.result)
        done = WholeAnswer(((OptionVerb.DONE,),), msg("Add none"), self._said(bare))
        return [*map(self._whole, found), done] if found else []

    def _with(self, way: _Way, fight: Fight, came: Result) -> _Way:
        """Return a way with the helpers that a fight has more."""
        more = list(fight.helpers[len(way.fight.helpers) :])
        done = [] if fight.open else [OptionVerb.DONE.value]
        choices = [*way.choices, *(f"{OptionVerb.HELPER} {one.title}" for one in more), *done]
        return _Way(choices, fight, [*way.cards, *more], came)

    def _whole(self, way: _Way) -> WholeAnswer:
        names = [way.fight.side.title] if way.choices[0].startswith(OptionVerb.BLOCK) else []
        names += [one.title for one in way.fight.helpers[-len(way.cards) :] if one in way.cards or not names]
        label = row(*map(title, names), between=" + ")
        return WholeAnswer(tuple((one,) for one in way.choices), label, self._said(way))

    def _said(self, way: _Way) -> Message:
        if self.question.topic == Topic.SUPPORT_ATTACK:
            target = self.combat.defender.seat
            said = msg(
                "{n} ATK. {name}: LP {lp} to {left} without a block.",
                n=way.fight.number(Stat.ATK),
                name=self.names[target],
                lp=self.view.players[target].lp,
                left=way.result.attacked,
            )
            return row(said, *self._opens(way))
        return self._cost(way)

    def _cost(self, way: _Way | None) -> Message:
        """Return what a block costs: in LP of both, and in cards."""
        came = self._result(None) if way is None else way.result
        attacker = self.view.players[self.combat.attacker.seat]
        parts = [msg("{n} DEF.", n=way.fight.number(Stat.DEF))] if way else []
        lost = self.me.lp - came.attacked
        if lost:
            said = (
                msg("You lose {n} LP ({lp} to {left}).")
                if lost > 0
                else msg("You gain {n} LP ({lp} to {left}).")
            )
            parts.append(said.filled(n=abs(lost), lp=self.me.lp, left=came.attacked))
        else:
            parts.append(msg("You lose no LP."))
        if came.attacker < attacker.lp:
            lost = attacker.lp - came.attacker
            parts.append(msg("{name} loses {n} LP.", name=self.names[attacker.seat], n=lost))
        return row(*parts, *(self._opens(way) if way else ()))

    def _opens(self, way: _Way) -> list[Message]:
        """Return what a card brings that can't be known before, as it is printed; after it one is asked again."""
        side = self.pool.sides.get(way.fight.open)
        if side is None:
            return []
        timed = side.fighting if side is way.fight.side and not way.fight.helpers else side.helping
        lines = [side.printed[number] for number, when in timed if when in (None, way.fight.moment)]
        effects = row(*(line(text.rpartition(": ")[2]) for text in lines))
        return [msg("{effects} Then you go on.", effects=effects)]


def _best(ways: Sequence[_Way], nothing: Result) -> list[_Way]:
    """Return the ways that no other one beats: those that keep most LP a card, and the one that keeps most in any case."""

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


def _seat(option: Option) -> int:
    return int(option.key.removeprefix("seat "))
