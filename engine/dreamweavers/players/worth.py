"""What the instructions of cards are worth to the one who controls the text."""

from __future__ import annotations

from cards.dreamweavers.language import instructions as acts
from cards.dreamweavers.language import lasting, selections, sentences
from cards.dreamweavers.language.words import Ban, Noun, Pile, Zone
from cards.language.nodes import Number, Player
from engine.dreamweavers.players.sight import Sight, Thing

CARD = 1.2
"""What a card drawn is worth; the unit of everything is about a point of memory."""


class Worth:
    """What texts are worth to a seat, as it sees things."""

    def __init__(self, sight: Sight, source: Thing | None = None) -> None:
        self.sight = sight
        self.source = source

    def effect(self, effect: tuple[sentences.Sentence, ...]) -> float:
        """Return what an effect is worth."""
        return sum(map(self.sentence, effect))

    def sentence(self, sentence: sentences.Sentence) -> float:
        """Return what a sentence is worth."""
        return sum(self.part(part) for part in sentence)

    def part(self, part: sentences.Instruction) -> float:
        """Return what a part of a sentence is worth; what may be declined is never worth less than nothing."""
        match part:
            case sentences.May(sentence, who):
                gain = self.sentence(sentence)
                return max(0.0, gain) if who is Player.YOU else min(0.0, gain)
            case sentences.IfYouDo(sentence):
                return self.sentence(sentence)
            case sentences.If(_, sentence, otherwise):
                other = self.sentence(otherwise) if otherwise else 0.0
                return 0.6 * self.sentence(sentence) + 0.4 * other
            case sentences.ChooseOne(modes):
                return max(map(self.sentence, modes))
            case sentences.ForEach(_, sentence):
                return 2 * self.sentence(sentence)
            case (
                lasting.Modify()
                | lasting.Gain()
                | lasting.CannotBe()
                | lasting.StaysTapped()
                | lasting.NextCosts()
            ):
                return self.lasting(part)
            case lasting.Costs() | lasting.EntersTapped() | lasting.CountsMore() | lasting.ControlsFourth():
                return 1.0
            case _:
                return self.act(part)

    def act(self, act: acts.PlainInstruction) -> float:
        """Return what an instruction is worth."""
        sight = self.sight
        match act:
            case acts.Draw(n, who):
                return self.for_whom(who, CARD * n)
            case acts.Discard(_, _, who):
                return self.for_whom(who, -CARD)
            case acts.LookAt() | acts.ReturnLooked():
                return 0.4
            case acts.TakeOne():
                return 1.3
            case acts.Reveal():
                return 0.5
            case acts.ChangeMemory(n, less):
                return -n if less else 0.9 * n
            case acts.Tap(what):
                return 1.0 if self._hits(what, tapped=False) else 0.0
            case acts.Untap(what):
                return 0.9 if self._any_of_mine(what, tapped=True) else 0.0
            case acts.Destroy(what) | acts.Forget(what, Player.YOU):
                return self.removing(what)
            case acts.Forget():
                thoughts = [sight.find(card.face.title) for card in sight.theirs.thoughts]
                return min((sight.standing(one) for one in thoughts if one), default=0.0)
            case acts.ReturnToHand(what):
                return self.returning(what)
            case acts.PutIntoPlay(what):
                found = self.among(what)
                return max((sight.standing(one) * 0.9 for one in found), default=0.0)
            case acts.Put(_, _, _, pile):
                return 1.6 if pile is Pile.EGO else 0.2
            case acts.Take(what):
                return CARD if isinstance(what, selections.TopOf) and what.pile is Pile.EGO else 0.8
            case acts.ShuffleIn():
                return 0.5
            case acts.TakeDamage(n, who):
                mine, theirs = n * sight.damage_worth(sight.seat), n * sight.damage_worth(1 - sight.seat)
                return -mine if who is Player.YOU else theirs if who is Player.OPPONENT else theirs - mine
            case acts.Cancel():
                return 3.0 if sight.view.standby else 0.0
            case acts.DoFleeting():
                return 1.2 if sight.mine.feelings else 0.0

    def lasting(self, part: lasting.Ongoing) -> float:
        """Return what something in force for a while is worth."""
        sight = self.sight
        match part:
            case lasting.Modify(amount, _, to):
                size = amount.n if isinstance(amount, Number) else 1
                if isinstance(to, selections.Attacker):
                    return self.shrinking_attacker(-size)
                return 0.45 * abs(size) * (1.6 if isinstance(to, selections.All) else 1.0)
            case lasting.Gain():
                return 0.8 if sight.mine.thoughts else 0.0
            case lasting.CannotBe(_, ban):
                return 1.2 if ban in (Ban.ATTACK, Ban.ATTACK_EGO) and sight.theirs.thoughts else 0.3
            case lasting.StaysTapped():
                return 1.0 if sight.theirs.thoughts else 0.0
            case lasting.NextCosts(_, by):
                return 0.7 * by if sight.is_my_turn else 0.0
            case _:
                return 0.5

    def shrinking_attacker(self, by: int) -> float:
        """Return what it is worth that the attacking Thought has so much less power: perhaps it does not succeed then."""
        attack = self.sight.view.attack
        if attack is None or attack.seat == self.sight.seat:
            return 0.0
        if attack.power <= attack.shield_value or attack.power - by > attack.shield_value + 1:
            return 0.2
        return self.sight.damage_worth(self.sight.seat)

    def for_whom(self, who: Player, worth: float) -> float:
        """Return what something is worth that happens to a player: the opponent's gain is a loss."""
        return worth if who is Player.YOU else -worth if who is Player.OPPONENT else 0.0

    # -- cards that are named

    def among(self, what: selections.Selection) -> list[Thing]:
        """Return the cards that a selection could mean, as far as the seat sees them; roughly by sort, zone and owner."""
        if not isinstance(what, selections.Chosen | selections.All):
            return []
        return [thing for thing in self.sight.things.values() if self.fits(thing, what.filter)]

    def fits(self, thing: Thing, wanted: selections.Filter) -> bool:
        """Return whether a card fits a description, as far as that can be seen."""
        zones = {Zone.HAND: ("hand",), Zone.ID: ("id",)}.get(wanted.zone, ("thoughts", "feelings"))
        if thing.zone not in zones:
            return False
        if (wanted.noun is Noun.THOUGHT and not thing.is_thought) or (
            wanted.noun is Noun.FEELING and thing.is_thought
        ):
            return False
        if wanted.whose is not None and (wanted.whose is Player.YOU) != (thing.seat == self.sight.seat):
            return False
        if wanted.power is not None and not _holds(wanted.power, thing.power):
            return False
        return wanted.cost is None or _holds(wanted.cost, thing.face.cost)

    def removing(self, what: selections.Selection) -> float:
        """Return what it is worth that cards leave play: the opponent's best one, or all, less one's own."""
        found = [thing for thing in self.among(what) if thing.in_play is not None]
        signed = [
            self.sight.standing(thing) if thing.seat != self.sight.seat else -self.sight.standing(thing)
            for thing in found
        ]
        if isinstance(what, selections.All):
            return sum(signed)
        if isinstance(what, selections.TopOf):
            return 0.1
        return max(signed, default=0.0 if isinstance(what, selections.Chosen) else -0.5)

    def returning(self, what: selections.Selection) -> float:
        """Return what it is worth that a card goes to its owner's hand."""
        found = self.among(what)
        if any(thing.zone == "id" for thing in found):
            return CARD * 1.1
        theirs = [self.sight.standing(one) * 0.6 for one in found if one.seat != self.sight.seat]
        return max(theirs, default=0.0)

    def _hits(self, what: selections.Selection, *, tapped: bool) -> bool:
        return any(
            one.seat != self.sight.seat and one.in_play is not None and one.in_play.tapped == tapped
            for one in self.among(what)
        )

    def _any_of_mine(self, what: selections.Selection, *, tapped: bool) -> bool:
        if not isinstance(what, selections.Chosen | selections.All):
            return True
        return any(
            one.seat == self.sight.seat and one.in_play is not None and one.in_play.tapped == tapped
            for one in self.among(what)
        )


def _holds(test: object, number: int) -> bool:
    comparison, n = getattr(test, "comparison"), getattr(test, "n")  # noqa: B009
    return {"": number == n, "or more": number >= n, "or fewer": number <= n}[comparison.value]
