"""Consequences of playing, inverting and losing arcana (§2 Arcana, §4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cards.i18n import line as text_line
from cards.i18n import msg, msg_plural, row
from engine.kernel.claims import Claim, Hang
from engine.kernel.consequence import Consequence, Gravity
from engine.kernel.question import Option
from engine.voidream.views.claims import ComesBack, FacesEmpty, Loses, MindStaysSpent, MindTurns
from engine.voidream.views.conflict_consequences import ConflictConsequences

SHORT = 40
"""The maximum length of a mind's text shown when it is turned, in characters. The board shows longer ones."""
_PLAYS = re.compile(r"\b(?:evoke|play|unveil)\b", re.IGNORECASE)
_BEGINS_CONFLICT = re.compile(r"\binitiate a\b", re.IGNORECASE)


class ArcanaConsequences(ConflictConsequences, frozen=True):
    """Consequences of answers for the arcana of the asked seat."""

    @property
    def left(self) -> int:
        """The arcana that the viewer still has, in hand and discarded, rather than in the Void."""
        return len(self.me.hand) + len(self.me.arcana_discard.cards)

    def state_of_arcana(self) -> Iterator[Consequence]:
        """Yield the consequence of an empty hand for the next Nightmare."""
        if self.me.hand:
            return
        if not self.left:
            # A card in play can return an arcanum from the Void, even by a trigger of Nightmare itself.
            dependencies = (Hang.TRIGGERS,) if self.me.play else ()
            sentence = (
                msg(
                    "You have no arcanum left: if you face Nightmare now, you lose, unless a card returns one first."
                )
                if dependencies
                else msg("You have no arcanum left: if you face Nightmare now, you lose.")
            )
            claim = Loses(hangs=dependencies, seat=self.me.seat)
            yield Consequence(None, sentence, Gravity.WARNING, (claim,))
        elif self.them.hand:
            yield Consequence(
                None,
                msg_plural(
                    "As long as your hand is empty, you have to enter Nightmare: your discarded arcanum comes back and is lost.",
                    "As long as your hand is empty, you have to enter Nightmare: your {n} discarded arcana come back, and one of them is lost.",
                    self.left,
                ),
                Gravity.WARNING if self.left == 1 else Gravity.NOTABLE,
                (FacesEmpty(hangs=(Hang.TRIGGERS,), seat=self.me.seat),),
            )

    def playing(self) -> Iterator[Consequence]:
        """Yield the cost of playing an arcanum, upright or inverted (§2 Arcana, §4 Main phase)."""
        verbs = {option.verb for option in self.question.options}
        if "invert" in verbs:
            yield from self.inverting()
        if verbs & {"play", "invert"} and len(self.me.hand) == 1:
            yield from self.last_in_hand()
        if verbs & {"play", "invert", "unveil"}:
            yield from self.cost_in_mind()

    def inverting(self) -> Iterator[Consequence]:
        """Yield the cost of playing an arcanum inverted: it is gone, and the discarded ones come back (§2 Arcana)."""
        discarded = len(self.me.arcana_discard.cards)
        options = [option for option in self.question.options if option.verb == "invert"]
        is_at_risk = discarded and any(
            "Nightmare" not in cause and ("conflict" not in cause or self._begins_conflict(options))
            for cause in self.answered_acts()
        )
        dependencies = (Hang.TRIGGERS,) if is_at_risk else ()
        if not discarded:
            sentence = msg("Inverted: gone for good, and nothing comes back.")
        elif is_at_risk:
            sentence = msg_plural(
                "Inverted: gone for good; your discarded one comes back, unless a card takes it first.",
                "Inverted: gone for good; your {n} discarded come back, unless a card takes one first.",
                discarded,
            )
        else:
            sentence = msg_plural(
                "Inverted: gone for good; your discarded one comes back.",
                "Inverted: gone for good; your {n} discarded come back.",
                discarded,
            )
        claims = tuple(
            ComesBack(
                answers=((option.key,),),
                hangs=dependencies,
                seat=self.me.seat,
                count=discarded,
                card=option.subject,
            )
            for option in options
        )
        yield Consequence(None, sentence, Gravity.DETAIL, claims)

    def answered_acts(self) -> list[str]:
        """Return the conditions of the opponent's triggers that play a card because of an act of the viewer.

        The discarded arcana come back last. Before that, such a card can take one.
        """
        faces = [card.face for card in self.them.play] + [one.face for one in self.them.constructs]
        lines = [line for face in faces if face is not None for line in face.text]
        lines += self.them.mind.texts[self.them.mind.count]
        triggers = [line.removeprefix("(!) ").partition(" - ") for line in lines if line.startswith("(!) ")]
        return [cause for cause, _, effect in triggers if "your opponent" in cause and _PLAYS.search(effect)]

    def _begins_conflict(self, options: Sequence[Option]) -> bool:
        """Return whether any of these inverted arcana initiates a conflict."""
        titles = {option.subject for option in options}
        faces = [card.face for card in self.me.hand if card.face is not None and card.face.title in titles]
        return any(_BEGINS_CONFLICT.search(line) for face in faces for line in face.inverted)

    def last_in_hand(self) -> Iterator[Consequence]:
        """Yield that the last arcanum in hand is the last way to avoid Nightmare, or that no arcanum is left to survive it."""
        for option in self.question.options:
            match option.verb:
                case "invert" if not self.me.arcana_discard.cards:
                    sentence = msg(
                        "That is your last arcanum. A player without one who faces Nightmare loses."
                    )
                    yield Consequence(option.key, sentence, Gravity.WARNING)
                case "play" if self.them.hand:
                    sentence = msg(
                        "That empties your hand: with an empty hand you face Nightmare, and can't avoid it, unless an arcanum comes back first."
                    )
                    claim = FacesEmpty(answers=((option.key,),), hangs=(Hang.TRIGGERS,), seat=self.me.seat)
                    yield Consequence(option.key, sentence, Gravity.WARNING, (claim,))
                case _:
                    pass

    def cost_in_mind(self) -> Iterator[Consequence]:
        """Yield the effect of the mind turning first, whose new text applies immediately (§4, R16)."""
        mind = self.me.mind
        if not mind.count:
            return
        keys = [option.key for option in self.question.options if option.verb in ("play", "invert", "unveil")]
        seat, dependencies = self.me.seat, (Hang.TRIGGERS,)
        if mind.count == 1:
            sentence = msg("Playing spends your mind until the next round, unless a card turns it.")
            claims: tuple[Claim, ...] = tuple(
                MindStaysSpent(answers=((key,),), hangs=dependencies, seat=seat) for key in keys
            )
        elif mind.texts and mind.texts[mind.count - 1] != mind.texts[mind.count]:
            texts = mind.texts[mind.count - 1]
            if sum(map(len, texts)) > SHORT:
                return
            new_text = row(*(text_line(option) for option in texts)) if texts else msg("nothing")
            sentence = msg(
                "Playing turns your mind {n} → {next}: {after}",
                n=mind.count,
                next=mind.count - 1,
                after=new_text,
            )
            claims = tuple(MindTurns(answers=((key,),), seat=seat, count=mind.count - 1) for key in keys)
        else:
            return
        yield Consequence(None, sentence, Gravity.DETAIL, claims)
