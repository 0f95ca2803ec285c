"""What follows from each answer to a question, reckoned from what the asked seat sees: its view and the question.

Nothing here looks at a position. What is said is the rules' doing (§4): what cards do besides is on the cards, and who
rolls, acts or answers later may change it, so a score is said as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cards.i18n import Message, Value, msg, msg_plural, row, title
from cards.i18n import line as text_line
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Question
from engine.voidream.questions.topics import Topic
from engine.voidream.score_part import ScorePart
from engine.voidream.turns.actions import PASS
from engine.voidream.turns.nightmare import ENTER
from engine.voidream.views.types import CardFace, ConflictView, SideView, VoidreamView

DAWN, DUSK = "dawn", "dusk"
SHORT = 40
"""Characters of a mind's text that are told where it is turned; the board shows longer ones."""
STAYS = ("entity", "memory")
"""Kinds of Dream cards that leave the deck when they are played and do nothing else by themselves."""


def consequences(view: VoidreamView, question: Question, names: Sequence[str]) -> list[Consequence]:
    """Return what follows from the answers to a seat's question, the whole question's first; `view` is that seat's own."""
    return list(_Asked(view, question, names).all())


def rule_of(view: VoidreamView, question: Question) -> str:
    """Return what explains the question best: a card's title, or a term of the rules."""
    fought = view.conflict.kind.capitalize() if view.conflict is not None else ""
    if question.topic == Topic.ACTION:
        return fought or "Turn"
    if question.topic in _TERMS:
        return _TERMS[question.topic]
    if question.cause == "§4" and view.conflict is not None:
        return fought or "Conflict"
    return question.cause


_TERMS: Mapping[str, str] = {Topic.NIGHTMARE: "Nightmare", Topic.EVOKED: "Evoke", Topic.DAMAGE: "Damage"}


def facing(view: VoidreamView, last_passer: int) -> int:
    """Return who would face Nightmare as things stand (§4 Nightmare phase), if that seat passes last."""
    empty = [side.seat for side in view.sides if not side.hand]
    if len(empty) == 1:
        return empty[0]
    minds = [side.mind.count for side in view.sides]
    return last_passer if minds[0] == minds[1] else int(minds[1] > minds[0])


def score_line(name: str, parts: Sequence[ScorePart]) -> Message:
    """Return a score with what it is the sum of: "Mia 7 = depth 4 + Chalk Sentinel 2 + mind 1"."""
    found = sorted(parts, key=lambda part: part.what != "depth")
    said: list[Value] = []
    for part in found:
        if part.number or part.what in ("depth", "entity"):
            # What is taken away is said so; the first number brings its own sign.
            sign = "+" if part.number >= 0 else "−"
            said += [sign, _part(part, abs(part.number))] if said else [_part(part, part.number)]
    total = sum(part.number for part in parts)
    return row(name, _number(total), "=", *said)


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


class _Asked(msgspec.Struct, frozen=True):
    """One question, and what its seat sees."""

    view: VoidreamView
    question: Question
    names: Sequence[str]

    @property
    def me(self) -> SideView:
        return self.view.sides[self.question.seat]

    @property
    def them(self) -> SideView:
        return self.view.sides[1 - self.question.seat]

    @property
    def their_name(self) -> str:
        return self.names[self.them.seat]

    @property
    def keys(self) -> set[str]:
        return {option.key for option in self.question.options}

    def all(self) -> Iterator[Consequence]:
        """Yield everything there is to say."""
        conflict, topic = self.view.conflict, self.question.topic
        if topic == Topic.ACTION:
            yield from self.state_of_arcana()
            yield from self.scores(conflict)
            yield from self.passing(conflict)
            yield from self.playing()
        elif topic == Topic.NIGHTMARE:
            yield from self.nightmare()
        elif topic == Topic.DAWN_OR_DUSK:
            yield from self.kinds()
        elif topic == Topic.EVOKED and self.view.looking_at:
            yield from self.evoked(self.view.looking_at[0])
        elif topic == Topic.ROLL and conflict is not None:
            yield from self.scores(conflict)
            yield Consequence("no", self.outcome(conflict.kind))
        elif topic in (Topic.ATTACKERS, Topic.DEFENDERS):
            yield from self.scores(conflict)

    # -- conflicts

    def totals(self, kind: str) -> tuple[int, int]:
        """The viewer's score and the other one's, as they would be counted now."""
        if kind == DUSK:
            return self.me.dusk_score, self.them.dusk_score
        return self.me.dawn_score, self.them.dawn_score

    def scores(self, conflict: ConflictView | None) -> Iterator[Consequence]:
        """Both scores with their parts."""
        if conflict is None or not conflict.kind:
            return
        mine, theirs = (
            score_line(self.names[side.seat], side.dusk_parts if conflict.kind == DUSK else side.dawn_parts)
            for side in (self.me, self.them)
        )
        yield Consequence(None, row(mine, theirs, between="; "), Gravity.SHOWN)

    def outcome(self, kind: str) -> Message:
        """Who wins by these scores, and by how much: that is the damage (§4)."""
        mine, theirs = self.totals(kind)
        both = {"mine": _number(mine), "theirs": _number(theirs)}
        if mine == theirs:
            return msg("{mine} : {theirs}, a draw.", **both)
        n = abs(mine - theirs)
        if (mine > theirs) == (kind == DAWN):
            return msg("{mine} : {theirs}, you win by {n}.", n=n, **both)
        return msg("{mine} : {theirs}, {name} wins by {n}.", n=n, name=self.their_name, **both)

    def kinds(self) -> Iterator[Consequence]:
        """Dawn or dusk: both scores as they stand, before anybody defends."""
        for kind in (DAWN, DUSK):
            yield Consequence(kind, msg("As it stands {outcome}", outcome=self.outcome(kind)))

    def roll(self, conflict: ConflictView) -> Message:
        """What the attacker's roll can still change: the depth, and what hangs on it (§4, §6 Siege)."""
        if conflict.attacker == self.me.seat:
            return msg("You may roll first.") if self.me.has_siege else msg("Your roll comes first.")
        if self.them.has_siege:
            return msg("{name} may roll first.", name=self.their_name)
        return msg("{name}'s roll comes first.", name=self.their_name)

    # -- passing

    def passing(self, conflict: ConflictView | None) -> Iterator[Consequence]:
        """What a pass leads to: the other's turn, or the end of the conflict or of the main phase (§4)."""
        settles = self.view.passed == (self.them.seat,)
        if conflict is not None:
            if not conflict.kind:
                return
            if settles:
                said = msg(
                    "{name} has passed, so it is settled: {outcome} {roll}",
                    name=self.their_name, outcome=self.outcome(conflict.kind), roll=self.roll(conflict),
                )  # fmt: skip
            else:
                said = msg(
                    "if {name} passes too, it is settled: {outcome}",
                    name=self.their_name, outcome=self.outcome(conflict.kind),
                )  # fmt: skip
            yield Consequence(PASS, said)
            if settles and self.falls(conflict):
                if conflict.attacker == self.me.seat:
                    won = msg("As it stands, that destroys {name}'s bastion.", name=self.their_name)
                    yield Consequence(PASS, won)
                else:
                    yield Consequence(PASS, msg("As it stands, that destroys your bastion."), Gravity.WARNING)
            return
        seat = facing(self.view, self.me.seat if settles else self.them.seat)
        who = (
            msg("you face Nightmare")
            if seat == self.me.seat
            else msg("{name} faces Nightmare", name=self.names[seat])
        )
        why = self.why_facing(seat)
        if settles:
            said = msg(
                "{name} has passed, so the round ends: {who} ({why}).",
                name=self.their_name,
                who=who,
                why=why,
            )
        else:
            said = msg(
                "if {name} passes too, the round ends: {who} ({why}).", name=self.their_name, who=who, why=why
            )
        yield Consequence(PASS, said)

    def why_facing(self, seat: int) -> Message:
        """By which of its three rules somebody faces Nightmare (§4)."""
        sides = self.view.sides
        if [side.seat for side in sides if not side.hand] == [seat]:
            return msg("empty hand")
        if sides[0].mind.count != sides[1].mind.count:
            high = max(side.mind.count for side in sides)
            low = min(side.mind.count for side in sides)
            return msg("mind {high} : {low}", high=high, low=low)
        return msg("equal minds, last to pass")

    def falls(self, conflict: ConflictView) -> bool:
        """Whether the damage, as it stands, goes through all that is left before the defender's bastion, and through it (§4)."""
        mine, theirs = self.totals(conflict.kind)
        attacks = conflict.attacker == self.me.seat
        if mine == theirs or ((mine > theirs) == (conflict.kind == DAWN)) != attacks:
            return False
        defender = self.them if attacks else self.me
        taken = sum(max(0, card.stability - card.damage) for card in defender.play if card.role)
        if defender.top is not None and defender.top.is_bastion:
            layers = defender.top.stability - defender.top.damage
        else:
            face_up = sum(card.stability - card.damage for card in defender.constructs)
            layers = defender.deck_count - len(defender.constructs) + face_up
        return abs(mine - theirs) - taken >= layers

    # -- arcana

    @property
    def left(self) -> int:
        """The arcana that the viewer still has, in hand and discarded: those that are not in the Void."""
        return len(self.me.hand) + len(self.me.arcana_discard.cards)

    def state_of_arcana(self) -> Iterator[Consequence]:
        """What an empty hand means for the Nightmare that comes."""
        if self.me.hand:
            return
        if not self.left:
            said = msg("You have no arcanum left: if you face Nightmare now, you lose.")
            yield Consequence(None, said, Gravity.WARNING)
        elif self.them.hand:
            yield Consequence(
                None,
                msg_plural(
                    "Your hand is empty, so you will have to enter Nightmare: your discarded arcanum comes back and is lost.",
                    "Your hand is empty, so you will have to enter Nightmare: your {n} discarded arcana come back, and one of them is lost.",
                    self.left,
                ),
                Gravity.WARNING if self.left == 1 else Gravity.NOTABLE,
            )

    def playing(self) -> Iterator[Consequence]:
        """What it costs to play an arcanum, upright or inverted (§2 Arcana, §4 Main phase)."""
        verbs = {option.verb for option in self.question.options}
        discarded = len(self.me.arcana_discard.cards)
        if "invert" in verbs:
            if discarded:
                said = msg_plural(
                    "Inverted: gone for good; your discarded one comes back.",
                    "Inverted: gone for good; your {n} discarded come back.",
                    discarded,
                )
            else:
                said = msg("Inverted: gone for good, and nothing comes back.")
            yield Consequence(None, said, Gravity.DETAIL)
        if verbs & {"play", "invert"} and len(self.me.hand) == 1:
            yield from self.last_in_hand()
        if verbs & {"play", "invert", "unveil"}:
            yield from self.cost_in_mind()

    def last_in_hand(self) -> Iterator[Consequence]:
        """The last arcanum in hand is the last way to avoid Nightmare; the last of all the last way through it."""
        for option in self.question.options:
            match option.verb:
                case "invert" if not self.me.arcana_discard.cards:
                    said = msg("That is your last arcanum. Without one, whoever faces Nightmare loses.")
                    yield Consequence(option.key, said, Gravity.WARNING)
                case "play" if self.them.hand:
                    said = msg(
                        "That empties your hand: with an empty hand you face Nightmare, and can't avoid it."
                    )
                    yield Consequence(option.key, said, Gravity.WARNING)
                case _:
                    pass

    def cost_in_mind(self) -> Iterator[Consequence]:
        """The mind turns by one first, and what stands upright on it counts at once (§4, R16)."""
        mind = self.me.mind
        if not mind.count:
            return
        if mind.count == 1:
            said = msg("Playing spends your mind until the next round.")
        elif mind.texts and mind.texts[mind.count - 1] != mind.texts[mind.count]:
            texts = mind.texts[mind.count - 1]
            if sum(map(len, texts)) > SHORT:
                return
            after = row(*(text_line(one) for one in texts)) if texts else msg("nothing")
            said = msg(
                "Playing turns your mind {n} → {next}: {after}",
                n=mind.count,
                next=mind.count - 1,
                after=after,
            )
        else:
            return
        yield Consequence(None, said, Gravity.DETAIL)

    # -- Nightmare

    def nightmare(self) -> Iterator[Consequence]:
        """To avoid it costs an arcanum for now, to enter it one for good (§4 Entering Nightmare)."""
        discarded, hand = len(self.me.arcana_discard.cards), len(self.me.hand)
        ready = [
            card for card in self.me.play if card.face and card.face.kind == "entity" and not card.exhausted
        ]
        back = (
            msg_plural("your discarded arcanum comes back", "your {n} discarded arcana come back", discarded)
            if discarded
            else msg("nothing is discarded that could come back")
        )
        attack = (
            msg_plural(
                "{n} ready entity of yours attacks at dusk",
                "{n} ready entities of yours attack at dusk",
                len(ready),
            )
            if ready
            else msg("you attack alone at dusk")
        )
        yield Consequence(
            ENTER, msg("{back}, one arcanum is gone for good, and {attack}.", back=back, attack=attack)
        )
        if self.left == 1:
            said = msg("That takes your last arcanum. Without one, whoever faces Nightmare loses.")
            yield Consequence(ENTER, said, Gravity.WARNING)
        if hand == 1:
            said = msg(
                "Avoiding it leaves your hand empty: with an empty hand you face the next Nightmare, and can't avoid it."
            )
            yield Consequence(None, said, Gravity.NOTABLE)

    # -- evoking

    def evoked(self, card: CardFace) -> Iterator[Consequence]:
        """Which depth is left by an answer: while a card is looked at, the back of the next one shows (§7)."""
        beneath = self.me.depth
        if beneath == card.value:
            return
        for key in ("play", "veil"):
            if key in self.keys and (key == "veil" or card.kind in STAYS):
                yield Consequence(key, msg("then your depth is {depth}.", depth=beneath), Gravity.DETAIL)
        yield Consequence("return", msg("your depth stays {depth}.", depth=card.value), Gravity.DETAIL)
