"""The value of cards' instructions for the controller of the text. The unit is about a point of memory."""

from __future__ import annotations

from cards.dreamweavers.language import continuous_effects, selections, sentences
from cards.dreamweavers.language import instructions as acts
from cards.dreamweavers.language.words import Ban, KeywordName, Noun, Pile, Trait, Zone
from cards.language.nodes import Number, Player, Test
from engine.dreamweavers.players.board_summary import BoardSummary, SeenCard, effects_of
from engine.dreamweavers.program import PLAYED

CARD = 1.1
"""The value of a drawn card."""
DRAWN_BEFORE_REFRESHING = 0.7
"""The same while a Refresh would fill the hand anyway."""
_SOME_POWER = 2
_ZONES = {Zone.IN_PLAY: ("thoughts", "feelings"), Zone.HAND: ("hand",), Zone.ID: ("id",)}


class Valuation:
    """Values of texts for a seat, by its view."""

    def __init__(self, sight: BoardSummary, source: SeenCard | None = None) -> None:
        self.sight = sight
        self.source = source

    def effect(self, effect: tuple[sentences.Sentence, ...]) -> float:
        """Return the value of an effect."""
        return sum(map(self.sentence, effect))

    def sentence(self, sentence: sentences.Sentence) -> float:
        """Return the value of a sentence."""
        return sum(self.part(part) for part in sentence)

    def part(self, part: sentences.Instruction) -> float:
        """Return the value of a part of a sentence; optional parts are worth at least 0."""
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
                continuous_effects.Costs()
                | continuous_effects.EntersTapped()
                | continuous_effects.CountsMore()
                | continuous_effects.ControlsFourth()
            ):
                return 1.0
            case continuous_effects.NextCosts(_, by):
                return 0.7 * by if self.sight.is_my_turn else 0.0
            case _:
                return self.act(part)

    def act(self, act: acts.PlainInstruction | continuous_effects.Ongoing) -> float:
        """Return the value of an instruction."""
        match act:
            case acts.Draw(n, who):
                return self.for_whom(who, self.drawing(n))
            case acts.Discard(_, _, who):
                return self.for_whom(who, -0.9)
            case acts.LookAt() | acts.ReturnLooked():
                return 0.3
            case acts.TakeOne():
                return 0.3 + self.drawing(1)
            case acts.Reveal():
                return 0.4
            case acts.ChangeMemory(n, less):
                return -n if less else 0.9 * n
            case acts.Put(_, _, _, pile):
                return 1.6 if pile is Pile.EGO else 0.2
            case acts.Take(what):
                return self.drawing(1) if isinstance(what, selections.TopOf) else 0.8
            case acts.ShuffleIn():
                return 0.2 if self.sight.mine.mind_count > 10 else 2.0
            case acts.TakeDamage(n, who):
                sight = self.sight
                mine, theirs = n * sight.damage_worth(sight.seat), n * sight.damage_worth(1 - sight.seat)
                return -mine if who is Player.YOU else theirs if who is Player.OPPONENT else theirs - mine
            case acts.Cancel():
                return self.cancelling()
            case acts.Forget(_, Player.OPPONENT):
                thoughts = [self.sight.find(card.face.title) for card in self.sight.theirs.thoughts]
                return min((self.sight.standing(one) for one in thoughts if one), default=0.0)
            case _:
                return self.on_cards(act)

    def drawing(self, n: int) -> float:
        """Return the value of drawing `n` cards now."""
        sight = self.sight
        n = min(n, sight.mine.mind_count)
        filled = max(0, 5 - len(sight.mine.hand)) if sight.is_my_turn else 0
        cheap = min(n, filled)
        return DRAWN_BEFORE_REFRESHING * cheap + CARD * (n - cheap)

    def cancelling(self) -> float:
        """Return the value of cancelling the effect on standby."""
        standby = self.sight.view.standby
        if not standby or standby[-1].seat == self.sight.seat:
            return 0.0
        thing = self.sight.find(standby[-1].title)
        return 2.0 if thing is None else 1.0 + 0.7 * thing.face.cost

    def for_whom(self, who: Player, worth: float) -> float:
        """Return the value of something that happens to a player: the opponent's gain is a loss."""
        return worth if who is Player.YOU else -worth if who is Player.OPPONENT else 0.0

    # ------------------------------------------------------------------------------------------------ what hits cards

    def on_cards(self, act: acts.PlainInstruction | continuous_effects.Ongoing) -> float:
        """Return the value of an instruction on cards: the best of them, or all of them."""
        what = getattr(act, "what", None) or getattr(act, "to", None)
        match what:
            case selections.Chosen() as chosen:
                worths = sorted((self.on(act, thing) for thing in self.among(what)), reverse=True)
                if not worths:
                    return 0.0
                least, most = chosen.at_least, chosen.at_most or len(worths)
                return sum(worth for n, worth in enumerate(worths[:most]) if n < least or worth > 0)
            case selections.All():
                return sum(self.on(act, thing) for thing in self.among(what))
            case selections.Attacker():
                attack = self.sight.view.attack
                thing = self.sight.find(attack.attacker) if attack is not None else None
                return 0.0 if thing is None else self.on(act, thing)
            case selections.TopOf():
                return -0.1 if self.sight.mine.mind_count > 10 else -0.6
            case selections.This() if self.source is not None and self.source.in_play is not None:
                return self.on(act, self.source)
            case _:
                return 0.4

    def on(self, act: acts.PlainInstruction | continuous_effects.Ongoing, thing: SeenCard) -> float:
        """Return the value to the seat of an instruction on a card."""
        sight = self.sight
        sign = 1.0 if thing.seat != sight.seat else -1.0
        value = sight.standing(thing)
        match act:
            case acts.Destroy() | acts.Forget():
                return sign * value if thing.in_play is not None else 0.1
            case acts.ReturnToHand():
                return sign * 0.55 * value if thing.in_play is not None else 0.4 + sight.holding(thing)
            case acts.PutIntoPlay(_, tapped):
                return 0.95 * value - 0.4 * tapped - (0.8 if thing.zone == "hand" else 0.0)
            case acts.Tap():
                return 0.0 if _is_tapped(thing) else sign * self.tapping(thing)
            case acts.Untap():
                return -sign * self.untapping(thing) if _is_tapped(thing) else 0.0
            case continuous_effects.StaysTapped():
                return sign * (0.4 + 0.2 * thing.power) * (1.0 if _is_tapped(thing) else 0.3)
            case continuous_effects.CannotBe(_, ban):
                return sign * self.forbidding(thing, ban)
            case continuous_effects.Gain(keyword):
                return -sign * self.gaining(thing, keyword.name)
            case continuous_effects.Modify(amount, _, _, negative):
                size = amount.n if isinstance(amount, Number) else _SOME_POWER
                size = -size if negative else size
                return -sign * self.changing(thing, size)
            case acts.Take() | acts.Put():
                return sight.holding(thing)
            case acts.DoFleeting():
                return self.effect(effects_of(thing.face.text).get(PLAYED, ()))
            case _:
                return 0.3

    def tapping(self, thing: SeenCard) -> float:
        """Return its controller's loss if a Thought is tapped."""
        sight = self.sight
        if thing.seat == sight.view.active:
            return 0.5 + 0.25 * thing.power if _can_attack(thing) else 0.2
        hunters = [card for card in sight.view.sides[1 - thing.seat].thoughts if card.can_attack]
        worth = 0.5 if thing.has(KeywordName.GUARDIAN) else 0.2
        return worth + (
            0.45 * sight.standing(thing) if any(card.power > thing.power for card in hunters) else 0.0
        )

    def untapping(self, thing: SeenCard) -> float:
        """Return its controller's gain if a Thought is untapped."""
        if thing.seat != self.sight.view.active:
            return 0.3 + 0.15 * thing.power
        is_new = thing.in_play is not None and thing.in_play.is_new and not thing.has(KeywordName.QUICK)
        return 0.3 if is_new else 0.4 + 0.3 * thing.power

    def forbidding(self, thing: SeenCard, ban: Ban) -> float:
        """Return its controller's loss if something is forbidden to a card this turn."""
        if ban in (Ban.ATTACK, Ban.ATTACK_EGO):
            return (
                0.4 + 0.3 * thing.power
                if _can_attack(thing) and thing.seat == self.sight.view.active
                else 0.0
            )
        return -0.4

    def gaining(self, thing: SeenCard, keyword: KeywordName) -> float:
        """Return its controller's gain if a card gains a keyword this turn."""
        if thing.has(keyword):
            return 0.0
        is_active = thing.seat == self.sight.view.active
        match keyword:
            case KeywordName.QUICK:
                is_new = thing.in_play is not None and thing.in_play.is_new and not thing.in_play.tapped
                return 0.4 + 0.3 * thing.power if is_new and is_active else 0.0
            case KeywordName.CRUSHING:
                return 1.2 if _can_attack(thing) and is_active else 0.0
            case KeywordName.STEADFAST | KeywordName.RELENTLESS:
                return 0.7 if _can_attack(thing) and is_active else 0.0
            case KeywordName.GUARDIAN:
                return 0.6 if not is_active and not _is_tapped(thing) else 0.1
            case _:
                return 0.3

    def changing(self, thing: SeenCard, size: int) -> float:
        """Return the value for its controller of a temporary change of a Thought's power."""
        sight, attack = self.sight, self.sight.view.attack
        title = thing.face.title
        if attack is not None and title in (attack.attacker, attack.target):
            attacker, shield = attack.power, attack.shield_value
            if title == attack.attacker:
                attacker += size
            else:
                shield += size
            if (attacker > shield) is (attack.power > attack.shield_value):
                return 0.08 * size
            stake = min(self.at_stake(), 20.0)
            return stake if size > 0 else -stake
        if thing.seat == sight.view.active:
            return (0.35 if _can_attack(thing) else 0.02) * size
        if not _is_tapped(thing):
            return 0.05 * size
        hunters = [card.power for card in sight.view.sides[1 - thing.seat].thoughts if card.can_attack]
        falls = any(thing.power + size < power <= thing.power for power in hunters)
        return (-0.7 * sight.standing(thing) if falls else 0.0) if size < 0 else 0.1

    def at_stake(self) -> float:
        """Return the defender's loss if the current attack succeeds."""
        sight, attack = self.sight, self.sight.view.attack
        if attack is None:
            return 0.0
        if not attack.target:
            attacker = sight.find(attack.attacker)
            crushing = attacker is not None and attacker.has(KeywordName.CRUSHING)
            return sight.damage_worth(1 - attack.seat) * (2 if crushing else 1)
        target = sight.find(attack.target)
        return 0.0 if target is None else sight.standing(target)

    # ------------------------------------------------------------------------------------------- which cards are meant

    def among(self, what: selections.Chosen | selections.All) -> list[SeenCard]:
        """Return the cards that a selection could mean, as far as the seat sees them."""
        return [thing for thing in self.sight.things.values() if self.fits(thing, what.filter)]

    def fits(self, thing: SeenCard, wanted: selections.Filter) -> bool:
        """Return whether a card fits a description, as far as that can be seen."""
        if thing.zone not in _ZONES[wanted.zone]:
            return False
        if (wanted.noun is Noun.THOUGHT and not thing.is_thought) or (
            wanted.noun is Noun.FEELING and thing.is_thought
        ):
            return False
        if wanted.whose is not None and (wanted.whose is Player.YOU) != (thing.seat == self.sight.seat):
            return False
        if wanted.power is not None and not _holds(wanted.power, thing.power):
            return False
        if wanted.notion is not None and thing.face.notion != wanted.notion.value:
            return False
        if Trait.TAPPED in wanted.traits and not _is_tapped(thing):
            return False
        if (
            self.source is not None
            and Trait.ANOTHER in wanted.traits
            and thing.face.title == self.source.face.title
        ):
            return False
        is_hostile = thing.seat != self.sight.seat and thing.in_play is not None
        if is_hostile and thing.has(KeywordName.STUBBORN):
            return False
        return wanted.cost is None or _holds(wanted.cost, thing.face.cost)


def _is_tapped(thing: SeenCard) -> bool:
    return thing.in_play is not None and thing.in_play.tapped


def _can_attack(thing: SeenCard) -> bool:
    return thing.in_play is not None and thing.in_play.can_attack


def _holds(test: Test, number: int) -> bool:
    return {"": number == test.n, "or more": number >= test.n, "or fewer": number <= test.n}[
        test.comparison.value
    ]
