"""Consequences of an answer for the current conflict: scores, winners, rolls (§4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from cards.i18n import Message, Value, msg, row, series, title
from engine.kernel.claims import Claim, Hang
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.events.entries import card_list
from engine.kernel.question import Choice, Question
from engine.voidream.facts.terms import ScorePart
from engine.voidream.questions.topics import Topic
from engine.voidream.turns.actions import PASS
from engine.voidream.views.claims import (
    DAWN,
    DEPTHS,
    DUSK,
    BothScores,
    DeclaredAtFirst,
    Reaches,
    Scores,
    WinsLikely,
    wins,
)
from engine.voidream.views.types import ConflictView, SideView, VoidreamView


class QuestionContext(msgspec.Struct, frozen=True):
    """A question with its seat's view."""

    view: VoidreamView

    question: Question

    names: Sequence[str]

    @property
    def me(self) -> SideView:
        """The asked seat's side."""
        return self.view.sides[self.question.seat]

    @property
    def them(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.question.seat]

    @property
    def their_name(self) -> str:
        """The other player's name."""
        return self.names[self.them.seat]

    @property
    def keys(self) -> set[str]:
        """The keys of the options."""
        return {option.key for option in self.question.options}


SWING = 2
"""The change of a score after which its side is no longer likely to win."""


def score_line(name: str, parts: Sequence[ScorePart]) -> Message:
    """Return a score with its parts: "Mia 7 = depth 4 + Chalk Sentinel 2 + mind 1"."""
    sorted_parts = sorted(_merged(parts), key=lambda part: part.what != "depth")
    texts: list[Value] = []
    for part in sorted_parts:
        if part.number or part.what in ("depth", "entity"):
            # Subtractions have their own wording; the first number has its sign.
            sign = "+" if part.number >= 0 else "−"
            texts += [sign, _part(part, abs(part.number))] if texts else [_part(part, part.number)]
    total = sum(part.number for part in parts)
    return row(name, _number(total), "=", *texts)


def _merged(parts: Sequence[ScorePart]) -> Iterable[ScorePart]:
    """Return the parts of a score, with several effects of one card as a single part."""
    merged: dict[object, ScorePart] = {}
    for n, part in enumerate(parts):
        key = part.title if part.what == "effect" else n
        before = merged[key].number if key in merged else 0
        merged[key] = ScorePart(part.what, part.title, before + part.number)
    return merged.values()


def _part(part: ScorePart, number: int) -> Message:
    n = _number(number)
    match part.what:
        case "depth":
            return msg("depth {n}", n=n)
        case "mind":
            return msg("mind {n}", n=n)
        case "dread":
            return row(msg("Dread of {card}", card=title(part.title)), n)
        case "limit":
            return msg("limit {n}", n=n)
        case _:
            return row(title(part.title), n)


def _number(n: int) -> str:
    return str(n).replace("-", "−")


class ConflictConsequences(QuestionContext, frozen=True):
    """Consequences of an answer for the current conflict (§4)."""

    def totals(self, kind: str) -> tuple[int, int]:
        """Return the viewer's and the opponent's score as calculated now."""
        if kind == DUSK:
            return self.me.dusk_score, self.them.dusk_score
        return self.me.dawn_score, self.them.dawn_score

    def scores(self, conflict: ConflictView | None) -> Iterator[Consequence]:
        """Return both scores with their parts."""
        if conflict is None or not conflict.kind:
            return
        mine, theirs = (
            score_line(self.names[side.seat], side.dusk_parts if conflict.kind == DUSK else side.dawn_parts)
            for side in (self.me, self.them)
        )
        yield Consequence(None, row(mine, theirs, between="; "), Gravity.SHOWN)

    def attacked(self, conflict: ConflictView) -> Iterator[Consequence]:
        """Yield the attackers, for players without the picture, and both scores without defenders."""
        attackers = [title(card.face.title) for card in self.them.play if card.role and card.face]
        mine, theirs = map(_number, self.totals(conflict.kind))
        attack = (
            msg(
                "{name} attacks with {cards}.",
                name=self.their_name,
                cards=card_list(attackers, len(attackers)),
            )
            if attackers
            else msg("{name} attacks alone.", name=self.their_name)
        )
        yield Consequence(None, attack, Gravity.SHOWN)
        yield Consequence(None, msg("{mine} : {theirs} if you don't defend.", mine=mine, theirs=theirs))

    def with_all(self, conflict: ConflictView) -> Iterator[Consequence]:
        """Yield both scores right after all possible defenders are declared, if they change any."""
        keys = tuple(option.key for option in self.question.options)
        mine, theirs = self.totals(conflict.kind)
        score = self.declared(conflict, keys)
        if score == mine:
            return
        sentence = (
            msg("At first {mine} : {theirs} with {card}.", card=self.question.options[0].label)
            if len(keys) == 1
            else msg("At first {mine} : {theirs} with all of them.")
        )
        claim = DeclaredAtFirst(answers=(keys,), hangs=(Hang.TRIGGERS,), seat=self.me.seat, score=score)
        yield Consequence(None, sentence.filled(mine=_number(score), theirs=_number(theirs)), claims=(claim,))

    def declared(self, conflict: ConflictView, keys: Collection[str]) -> int:
        """Return the viewer's score right after these attackers or defenders are declared. At dusk, ready ones add nothing."""
        mine, _ = self.totals(conflict.kind)
        if conflict.kind != DAWN:
            return mine
        tags = {option.about.mark for option in self.question.options if option.key in keys}
        return mine + sum(card.dawn for card in self.me.play if card.tag in tags)

    def with_chosen(self, choice: Choice) -> Message | None:
        """Return both scores right after these attackers or defenders are declared; None for another question, or at dusk."""
        conflict = self.view.conflict
        is_declared = self.question.topic in (Topic.ATTACKERS, Topic.DEFENDERS)
        if not is_declared or conflict is None or conflict.kind != DAWN:
            return None
        _, theirs = self.totals(conflict.kind)
        mine = self.declared(conflict, choice)
        return msg("At first {mine} : {theirs}.", mine=_number(mine), theirs=_number(theirs))

    def of_both_types(self) -> Message:
        """Return the current scores at dawn and at dusk, for a question whether to switch the type of the conflict."""
        (dawn, their_dawn), (dusk, their_dusk) = map(self.totals, (DAWN, DUSK))
        return msg(
            "As the cards stand: dawn {dawn} : {their_dawn}, dusk {dusk} : {their_dusk}, where the lower score wins.",
            dawn=_number(dawn), their_dawn=_number(their_dawn), dusk=_number(dusk), their_dusk=_number(their_dusk),
        )  # fmt: skip

    def before_defenders(self, conflict: ConflictView, kind: str) -> Consequence:
        """Return the consequences of dawn or dusk (§4).

        They are both scores without defenders, their ranges, and the winner if it is certain.
        """
        mine, theirs = self.totals(kind)
        ready = [
            card for card in self.them.play if card.face and card.face.kind == "entity" and not card.exhausted
        ]
        # Ready entities count in dawn. In dusk they don't, except for Dread, which counts for the other side.
        additions = [card.dawn for card in ready] if kind == DAWN else []
        dread = [card.dusk for card in ready if "Dread" in card.keywords] if kind == DUSK else []
        reach = Reaches(
            answers=((kind,),), hangs=(Hang.DEFENCE, Hang.TRIGGERS), seat=self.them.seat, conflict=kind,
            low=theirs + sum(min(0, n) for n in additions), high=theirs + sum(max(0, n) for n in additions),
        )  # fmt: skip
        sentences = [
            msg(
                "Before {name} defends: {mine} : {theirs}.",
                name=self.their_name, mine=_number(mine), theirs=_number(theirs),
            )
        ]  # fmt: skip
        if reach.high > theirs:
            n = _number(reach.high)
            sentences.append(
                msg("With everything that's ready, {name} reaches {n}.", name=self.their_name, n=n)
            )
        other_parts = mine - self.me.depth
        outcomes = {
            wins(kind, conflict.attacker, other_parts + depth + change + swing - score)
            for depth in DEPTHS
            for swing in (-SWING, SWING)
            for change in (sum(min(0, n) for n in dread), sum(max(0, n) for n in dread))
            for score in (reach.low, reach.high)
        }
        claims: tuple[Claim, ...] = (reach,)
        if len(outcomes) == 1 and (seat := outcomes.pop()) >= 0:
            dependencies = (Hang.ANSWER, Hang.TRIGGERS)
            claims = (reach, WinsLikely(answers=((kind,),), hangs=dependencies, seat=seat))
            likely = (
                msg("You are likely to win.") if seat == self.me.seat else msg("{name} is likely to win.")
            )
            sentences.append(likely.filled(name=self.their_name))
        return Consequence(kind, row(*sentences, msg("Both can still play cards.")), claims=claims)

    def settled(self, conflict: ConflictView, *, if_passes: bool, answer: str = PASS) -> BothScores:
        """Return the remaining step once both have passed: the attacker's depth decides (§4)."""
        attacker = self.view.sides[conflict.attacker]
        return BothScores(
            answers=((answer,),), hangs=(Hang.CHANCE, Hang.TRIGGERS), if_passes=if_passes, conflict=conflict.kind,
            attacker=conflict.attacker, by_depth=conflict.by_depth,
            # With siege the attacker can also skip the roll.
            next_depth=0 if attacker.has_siege and answer == PASS else attacker.next_depth,
        )  # fmt: skip

    def standing(self, claim: BothScores) -> Message:
        """Return the current scores, the depth that the roll changes, and the winner for each depth (§4)."""
        if claim.next_depth:
            return self.foreseen(claim, claim.next_depth)
        mine, theirs = self.totals(claim.conflict)
        depth = self.view.sides[claim.attacker].depth
        score = msg(
            "{mine} : {theirs} with depth {depth}.", mine=_number(mine), theirs=_number(theirs), depth=depth
        )
        return row(score, *self.by_roll(claim))

    def foreseen(self, claim: BothScores, depth: int) -> Message:
        """Return the scores with a known future depth."""
        totals = claim.by_depth[depth - 1]
        return msg(
            "The roll brings depth {depth}: {scores}",
            depth=depth,
            scores=self.scored(totals, claim.winner(depth)),
        )

    def scored(self, totals: tuple[int, int], winner: int) -> Message:
        """Return both scores, by seat, with the winner and the difference."""
        scores_by_seat = {
            "mine": _number(totals[self.me.seat]),
            "theirs": _number(totals[self.them.seat]),
        }
        lead = abs(totals[0] - totals[1])
        if winner < 0:
            return msg("{mine} : {theirs}, a draw.", **scores_by_seat)
        if winner == self.me.seat:
            return msg("{mine} : {theirs}, you win by {n}.", n=lead, **scores_by_seat)
        return msg("{mine} : {theirs}, {name} wins by {n}.", n=lead, name=self.their_name, **scores_by_seat)

    def by_roll(self, claim: BothScores) -> Iterator[Message]:
        """Yield the winner for each depth."""
        me, their_seat = self.me.seat, self.them.seat
        depths = {
            winner: [depth for depth in DEPTHS if claim.winner(depth) == winner]
            for winner in (me, their_seat, -1)
        }
        lists = {winner: series(*depth_texts, joined="or") for winner, depth_texts in depths.items()}
        if len(depths[me]) == len(DEPTHS):
            yield msg("Whatever the roll, you win.")
        elif len(depths[their_seat]) == len(DEPTHS):
            yield msg("Whatever the roll, {name} wins.", name=self.their_name)
        elif depths[me] and depths[their_seat]:
            yield msg(
                "You win with depth {mine}, {name} with {theirs}.",
                mine=lists[me], name=self.their_name, theirs=lists[their_seat],
            )  # fmt: skip
        elif depths[me]:
            yield msg("You win with depth {mine}.", mine=lists[me])
        elif depths[their_seat]:
            yield msg("{name} wins with depth {theirs}.", name=self.their_name, theirs=lists[their_seat])
        if depths[-1]:
            yield msg("Depth {depths} is a draw.", depths=lists[-1])

    def rolling(self, conflict: ConflictView) -> Iterator[Consequence]:
        """Return the attacker's choice to roll or not with siege (§6 Siege)."""
        claim = self.settled(conflict, if_passes=False, answer="yes")
        yield Consequence("yes", row(self.standing(claim), self.unless_set_off), claims=(claim,))
        mine, theirs = self.totals(conflict.kind)
        totals = (mine, theirs) if self.me.seat == 0 else (theirs, mine)
        winner = wins(conflict.kind, conflict.attacker, mine - theirs)
        yield Consequence(
            "no", self.scored(totals, winner), claims=(Scores(answers=(("no",),), totals=totals),)
        )

    @property
    def unless_set_off(self) -> Message:
        """Return the events that the roll itself can still trigger."""
        return msg("What the roll sets off can change that.")

    def roll(self, conflict: ConflictView) -> Message:
        """Return the player who still has to roll, and whether the roll is mandatory (§4, §6 Siege)."""
        if conflict.attacker == self.me.seat:
            return msg("your roll (or none)") if self.me.has_siege else msg("your roll")
        if self.them.has_siege:
            return msg("{name}'s roll (or none)", name=self.their_name)
        return msg("{name}'s roll", name=self.their_name)
