"""Consequences of answers, computed from the asked seat's view and the question.

Nothing here reads a position. Each sentence consists of claims (`views.claims`). It names everything that can still
change them, such as a roll, the defenders or triggers, and only names a winner if nothing can change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cards.i18n import Message, msg, msg_plural, row, series, title
from engine.kernel.claims import Claim, Hang
from engine.kernel.consequence import NOW, Consequence, Gravity
from engine.kernel.question import Choice, Question
from engine.voidream.facts.terms import Threat
from engine.voidream.questions.topics import Topic
from engine.voidream.turns.actions import PASS
from engine.voidream.turns.nightmare import ENTER
from engine.voidream.views.arcana_consequences import ArcanaConsequences
from engine.voidream.views.claims import (
    DAWN,
    DUSK,
    AttackWith,
    BothScores,
    ComesBack,
    DepthAtFirst,
    Faces,
    FacesEmpty,
    Falls,
    MustEnter,
)
from engine.voidream.views.conflict_consequences import ConflictConsequences
from engine.voidream.views.types import CardFace, ConflictView, SideView, VoidreamView

STAYS = ("entity", "memory")
"""The kinds of Dream cards that leave the deck when played and have no other immediate effect."""
_PROTOTYPE = re.compile(r"\bPrototype ([0-9]+)\.")
_SWITCH = re.compile(r"\bswitch the current conflict type\b", re.IGNORECASE)
_UNIQUE = re.compile(r"(?:^|\. )Unique\.")


def consequences(view: VoidreamView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return the consequences of the answers to a seat's question, those of the whole question first.

    `view` is the seat's own.
    """
    return list(_Consequences(view, question, names).all())


def comes_to(view: VoidreamView, question: Question, choice: Choice) -> Message | None:
    """Return both scores with the chosen attackers or defenders, or None for other questions."""
    return ConflictConsequences(view, question, ("", "")).with_chosen(choice)


def rule_of(view: VoidreamView, question: Question) -> str:
    """Return the best explanation of a question: a card's title, or a term of the rules."""
    fought = view.conflict.kind.capitalize() if view.conflict is not None else ""
    if question.topic == Topic.ACTION:
        return fought or "Turn"
    if question.topic in _TERMS:
        return _TERMS[question.topic]
    if question.cause == "§4" and view.conflict is not None:
        return fought or "Conflict"
    return question.cause


HIGHEST: Threat = "highest mind"
_WHY: Mapping[Threat, Message] = {
    "empty hand": msg("empty hand"),
    "last to pass": msg("equal minds, last to pass"),
}
_TERMS: Mapping[str, str] = {Topic.NIGHTMARE: "Nightmare", Topic.EVOKED: "Evoke", Topic.DAMAGE: "Damage"}


def facing(view: VoidreamView, last_passer: int) -> int:
    """Return the seat that would face Nightmare now (§4 Nightmare phase), if `last_passer` passes last."""
    empty = [side.seat for side in view.sides if not side.hand]
    if len(empty) == 1:
        return empty[0]
    minds = [side.mind.count for side in view.sides]
    return last_passer if minds[0] == minds[1] else int(minds[1] > minds[0])


class _Consequences(ArcanaConsequences, frozen=True):
    """Consequences of all answers to a question, by its topic."""

    def all(self) -> Iterator[Consequence]:
        """Yield all consequences."""
        conflict, topic = self.view.conflict, self.question.topic
        if topic == Topic.ACTION:
            yield from self.state_of_arcana()
            yield from self.known_cards()
            yield from self.blocked_evokes()
            yield from self.scores(conflict)
            yield from self.passing(conflict)
            yield from self.playing()
        elif topic == Topic.NIGHTMARE:
            yield from self.nightmare()
        elif topic == Topic.DAWN_OR_DUSK and conflict is not None:
            for kind in (DAWN, DUSK):
                yield self.before_defenders(conflict, kind)
        elif topic == Topic.EVOKED and self.view.looking_at:
            yield from self.evoked(self.view.looking_at[0])
        elif topic == Topic.ROLL and conflict is not None:
            yield from self.scores(conflict)
            yield from self.rolling(conflict)
        elif topic in (Topic.MAY, Topic.CARDS, Topic.MODE):
            yield from self.scores(conflict)
            if conflict is not None and _SWITCH.search(self.question.quoted):
                yield Consequence(None, self.of_both_types())
        elif topic in (Topic.ATTACKERS, Topic.DEFENDERS):
            yield from self.scores(conflict)
            if topic == Topic.DEFENDERS and conflict is not None:
                yield from self.attacked(conflict)
                yield from self.with_all(conflict)
            if conflict is not None and conflict.kind == DUSK:
                yield Consequence(None, msg("At dusk, only exhausted entities count towards your score."))

    def known_cards(self) -> Iterator[Consequence]:
        """Yield the cards on top of each deck that the viewer has seen, so that they needn't be remembered."""
        for side in (self.me, self.them):
            if len(side.known_top) > (side.top is not None):
                cards = series(*(row(title(face.title), f"({face.value})") for face in side.known_top))
                sentence = (
                    msg("On your deck, as you have seen: {cards}.")
                    if side is self.me
                    else msg("On {name}'s deck, as you have seen: {cards}.")
                )
                yield Consequence(None, sentence.filled(name=self.their_name, cards=cards))

    def blocked_evokes(self) -> Iterator[Consequence]:
        """Yield that the viewer can't evoke, so that cards with "Evoke" would do nothing (R7)."""
        if self.me.top is not None:
            sentence = msg(
                "{card} is on top of your deck: you can't evoke.", card=title(self.me.top.face.title)
            )
            yield Consequence(None, sentence)

    # -- passing

    def passing(self, conflict: ConflictView | None) -> Iterator[Consequence]:
        """Yield the result of a pass: the other player's turn, or the end of the conflict or of the main phase (§4)."""
        settles = self.view.passed == (self.them.seat,)
        if conflict is not None:
            if not conflict.kind:
                return
            claim = self.settled(conflict, if_passes=not settles)
            prospects = msg("{name} has passed: only {roll} is left, with its consequences.") if settles else msg(
                "if {name} passes too, only {roll} is left, with its consequences."
            )  # fmt: skip
            sentence = row(
                prospects.filled(name=self.their_name, roll=self.roll(conflict)), self.standing(claim)
            )
            yield Consequence(PASS, sentence, claims=(claim,))
            if settles:
                yield from self.falling(claim)
            return
        seat = facing(self.view, self.me.seat if settles else self.them.seat)
        facing_text = (
            msg("you face Nightmare")
            if seat == self.me.seat
            else msg("{name} faces Nightmare", name=self.names[seat])
        )
        why = self.why_facing(seat)
        reason_text = _WHY[why] if why != HIGHEST else self.minds()
        claim = Faces(answers=((PASS,),), if_passes=not settles, seat=seat, why=why)
        if settles:
            sentence = msg(
                "{name} has passed, so the round ends: {who} ({why}).",
                name=self.their_name,
                who=facing_text,
                why=reason_text,
            )
        else:
            sentence = msg(
                "if {name} passes too, the round ends: {who} ({why}).",
                name=self.their_name,
                who=facing_text,
                why=reason_text,
            )
        card = self.view.sides[seat].must_enter
        if not (card and self.view.sides[seat].hand):
            yield Consequence(PASS, sentence, claims=(claim,))
            return
        cannot = (
            msg("{card} says that you can't avoid it.")
            if seat == self.me.seat
            else msg("{card} says that {name} can't avoid it.")
        )
        sentence = row(sentence, cannot.filled(card=title(card), name=self.names[seat]))
        is_last = seat == self.me.seat and self.left == 1
        must_enter = MustEnter(answers=((PASS,),), if_passes=not settles, seat=seat)
        weight = Gravity.WARNING if is_last else Gravity.NOTABLE
        yield Consequence(PASS, sentence, weight, (claim, must_enter))

    def why_facing(self, seat: int) -> Threat:
        """Return the rule by which a player faces Nightmare, out of three (§4)."""
        sides = self.view.sides
        if [side.seat for side in sides if not side.hand] == [seat]:
            return "empty hand"
        return "last to pass" if sides[0].mind.count == sides[1].mind.count else HIGHEST

    def minds(self) -> Message:
        """Return both minds, the higher first."""
        low, high = sorted(side.mind.count for side in self.view.sides)
        return msg("mind {high} : {low}", high=high, low=low)

    def falling(self, claim: BothScores) -> Iterator[Consequence]:
        """Yield the depths at which the damage destroys everything above the defender's bastion, and the bastion (§4)."""
        attacker, defender = claim.attacker, self.view.sides[1 - claim.attacker]
        layers = self.layers(defender)
        falls = tuple(
            depth
            for depth in claim.depths
            if claim.winner(depth) == attacker and abs(claim.lead(depth)) >= layers
        )
        if not falls:
            return
        claim_of_fall = Falls(answers=claim.answers, hangs=claim.hangs, attacker=attacker, depths=falls)
        mine = attacker == self.me.seat
        if len(falls) == len(claim.depths):
            text = (
                msg("Unless cards prevent it, that destroys {name}'s bastion.")
                if mine
                else msg("Unless cards prevent it, that destroys your bastion.")
            )
        else:
            text = (
                msg("With depth {depths}, that destroys {name}'s bastion, unless cards prevent it.")
                if mine
                else msg("With depth {depths}, that destroys your bastion, unless cards prevent it.")
            )
        weight = Gravity.NOTABLE if mine else Gravity.WARNING
        yield Consequence(
            PASS,
            text.filled(name=self.their_name, depths=series(*falls, joined="or")),
            weight,
            (claim_of_fall,),
        )

    @staticmethod
    def layers(defender: SideView) -> int:
        """Return the damage needed to destroy a player's whole protection, including the bastion."""
        remaining = sum(max(0, card.stability - card.damage) for card in defender.play if card.role)
        if defender.top is not None and defender.top.is_bastion:
            return remaining + defender.top.stability - defender.top.damage
        face_up = sum(card.stability - card.damage for card in defender.constructs)
        return remaining + defender.deck_count - len(defender.constructs) + face_up

    # -- Nightmare

    def nightmare(self) -> Iterator[Consequence]:
        """Yield the prices of Nightmare: avoiding it costs an arcanum for a time, entering it one for good (§4)."""
        discarded, hand = len(self.me.arcana_discard.cards), len(self.me.hand)
        ready = [
            card for card in self.me.play if card.face and card.face.kind == "entity" and not card.exhausted
        ]
        is_at_risk = discarded and any("Nightmare" in cause for cause in self.answered_acts())
        if not discarded:
            returning = msg("none comes back")
        elif is_at_risk:
            returning = msg_plural(
                "your discarded one comes back, unless a card takes it first",
                "your {n} discarded come back, unless a card takes one first",
                discarded,
            )
        else:
            returning = msg_plural("your discarded one comes back", "your {n} discarded come back", discarded)
        attack = (
            msg_plural(
                "you attack at dusk, now with {n} entity",
                "you attack at dusk, now with {n} entities",
                len(ready),
            )
            if ready
            else msg("you attack at dusk, now alone")
        )
        entering, seat = ((ENTER,),), self.me.seat
        yield Consequence(
            ENTER,
            # The price is first, because the end is cut off if there is little space.
            msg("One arcanum is lost for good; {back}; {attack}.", back=returning, attack=attack),
            claims=(
                ComesBack(
                    answers=entering,
                    hangs=(Hang.TRIGGERS,) if is_at_risk else (),
                    seat=seat,
                    count=discarded,
                ),
                AttackWith(answers=entering, hangs=(Hang.TRIGGERS,), seat=seat, count=len(ready)),
            ),
        )
        if self.left == 1:
            sentence = msg("That takes your last arcanum. A player without one who faces Nightmare loses.")
            yield Consequence(ENTER, sentence, Gravity.WARNING)
        if hand == 1:
            sentence = msg(
                "Avoiding it leaves your hand empty: with an empty hand you face the next Nightmare, and can't avoid it, unless an arcanum comes back first."
            )
            claim = FacesEmpty(hangs=(Hang.TRIGGERS,), seat=seat, is_next=True)
            yield Consequence(None, sentence, Gravity.NOTABLE, (claim,))

    # -- evoking

    def evoked(self, card: CardFace) -> Iterator[Consequence]:
        """Yield the depth after an answer. While a card is looked at, the back of the next one is visible (§7).

        It replaces an option's own detail, so that comes first: the card's effect, or the reason why it can't be played.
        """
        beneath = self.me.depth
        seat, dependencies = self.me.seat, (Hang.TRIGGERS,)
        is_voided = self._lacks_prototypes(card)
        for option in self.question.options:
            sentences: list[Message] = []
            claims: tuple[Claim, ...] = ()
            if option.key == "play" and is_voided:
                sentences.append(msg("It goes to the Void instead of entering play. (§6 Prototype)"))
            elif option.key == "play" and self._joins_a_copy(card):
                sentences.append(msg("It becomes attached to your other copy. (§6 Unique)"))
            if option.key == "return":
                depth, sentence = card.value, msg("At first your depth is {depth} again.")
            elif option.key == "veil" or card.kind in STAYS or sentences:
                depth, sentence = beneath, msg("At first your depth is {depth}.")
            else:
                continue
            if beneath != card.value:
                claims = (DepthAtFirst(answers=((option.key,),), hangs=dependencies, seat=seat, depth=depth),)
                sentences.append(sentence.filled(depth=depth))
            if sentences:
                about = row(*filter(None, (option.detail, *sentences)))
                yield Consequence(option.key, about, Gravity.DETAIL, claims or NOW)

    def _joins_a_copy(self, card: CardFace) -> bool:
        """Return whether an entity would be attached to a copy of it when played (§6 Unique)."""
        return (
            card.kind == "entity"
            and any(_UNIQUE.search(line) for line in card.text)
            and any(
                one.face is not None and not one.veiled and one.face.title == card.title
                for one in self.me.play
            )
        )

    def _lacks_prototypes(self, card: CardFace) -> bool:
        """Return whether a card would go to the Void when played, for lack of copies there (§6 Prototype)."""
        needed = next((int(match[1]) for line in card.text if (match := _PROTOTYPE.search(line))), 0)
        return sum(face.title == card.title for face in self.me.void.cards) < needed
