"""The value of cards' instructions for the text's controller. The unit is about a point of memory."""

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
"""The value of a drawn card when a Refresh would fill the hand anyway."""
_SOME_POWER = 2
_ZONES = {Zone.IN_PLAY: ("thoughts", "feelings"), Zone.HAND: ("hand",), Zone.ID: ("id",)}


class Valuation:
    """Values of texts for a seat, based on its view."""

    def __init__(self, board: BoardSummary, source: SeenCard | None = None) -> None:
        self.board = board
        self.source = source

    def effect(self, effect: tuple[sentences.Sentence, ...]) -> float:
        """Return the value of an effect."""
        return sum(map(self.sentence, effect))

    def sentence(self, sentence: sentences.Sentence) -> float:
        """Return the value of a sentence."""
        return sum(self.part(part) for part in sentence)

    def part(self, part: sentences.Instruction) -> float:
        """Return the value of a part of a sentence; at least 0 for optional parts."""
        match part:
            case sentences.May(sentence, player):
                gain = self.sentence(sentence)
                return max(0.0, gain) if player is Player.YOU else min(0.0, gain)
            case sentences.IfYouDo(sentence):
                return self.sentence(sentence)
            case sentences.If(_, sentence, otherwise):
                otherwise_value = self.sentence(otherwise) if otherwise else 0.0
                return 0.6 * self.sentence(sentence) + 0.4 * otherwise_value
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
                return 0.7 * by if self.board.is_my_turn else 0.0
            case _:
                return self.act(part)

    def act(self, act: acts.PlainInstruction | continuous_effects.Ongoing) -> float:
        """Return the value of an instruction."""
        match act:
            case acts.Draw(n, player):
                return self.for_player(player, self.value_of_drawing(n))
            case acts.Discard(_, _, player):
                return self.for_player(player, -0.9)
            case acts.LookAt() | acts.ReturnLooked():
                return 0.3
            case acts.TakeOne():
                return 0.3 + self.value_of_drawing(1)
            case acts.Reveal():
                return 0.4
            case acts.ChangeMemory(n, less):
                return -n if less else 0.9 * n
            case acts.Put(_, _, _, pile):
                return 1.6 if pile is Pile.EGO else 0.2
            case acts.Take(filter):
                return self.value_of_drawing(1) if isinstance(filter, selections.TopOf) else 0.8
            case acts.ShuffleIn():
                return 0.2 if self.board.mine.mind_count > 10 else 2.0
            case acts.TakeDamage(n, player):
                board = self.board
                mine, theirs = n * board.damage_value(board.seat), n * board.damage_value(1 - board.seat)
                return (
                    -mine if player is Player.YOU else theirs if player is Player.OPPONENT else theirs - mine
                )
            case acts.Cancel():
                return self.value_of_cancelling()
            case acts.Forget(_, Player.OPPONENT):
                thoughts = [self.board.find(card.face.title) for card in self.board.theirs.thoughts]
                return min(
                    (self.board.value_in_play(thought) for thought in thoughts if thought), default=0.0
                )
            case _:
                return self.on_cards(act)

    def value_of_drawing(self, n: int) -> float:
        """Return the value of drawing `n` cards now."""
        board = self.board
        n = min(n, board.mine.mind_count)
        filled = max(0, 5 - len(board.mine.hand)) if board.is_my_turn else 0
        cheap = min(n, filled)
        return DRAWN_BEFORE_REFRESHING * cheap + CARD * (n - cheap)

    def value_of_cancelling(self) -> float:
        """Return the value of cancelling the effect on standby."""
        standby = self.board.view.standby
        if not standby or standby[-1].seat == self.board.seat:
            return 0.0
        card = self.board.find(standby[-1].title)
        return 2.0 if card is None else 1.0 + 0.7 * card.face.cost

    def for_player(self, player: Player, value: float) -> float:
        """Return the value of an effect on a player: the opponent's gain is a loss."""
        return value if player is Player.YOU else -value if player is Player.OPPONENT else 0.0

    # ------------------------------------------------------------------------------------------------ what hits cards

    def on_cards(self, act: acts.PlainInstruction | continuous_effects.Ongoing) -> float:
        """Return the value of an instruction on cards: of the best choice, or of all cards."""
        selection = getattr(act, "what", None) or getattr(act, "to", None)
        match selection:
            case selections.Chosen() as chosen:
                values = sorted((self.on(act, card) for card in self.among(selection)), reverse=True)
                if not values:
                    return 0.0
                least, most = chosen.at_least, chosen.at_most or len(values)
                return sum(value for n, value in enumerate(values[:most]) if n < least or value > 0)
            case selections.All():
                return sum(self.on(act, card) for card in self.among(selection))
            case selections.Attacker():
                attack = self.board.view.attack
                card = self.board.find(attack.attacker) if attack is not None else None
                return 0.0 if card is None else self.on(act, card)
            case selections.TopOf():
                return -0.1 if self.board.mine.mind_count > 10 else -0.6
            case selections.This() if self.source is not None and self.source.in_play is not None:
                return self.on(act, self.source)
            case _:
                return 0.4

    def on(self, act: acts.PlainInstruction | continuous_effects.Ongoing, card: SeenCard) -> float:
        """Return the value for the seat of an instruction on a card."""
        board = self.board
        sign = 1.0 if card.seat != board.seat else -1.0
        value = board.value_in_play(card)
        match act:
            case acts.Destroy() | acts.Forget():
                return sign * value if card.in_play is not None else 0.1
            case acts.ReturnToHand():
                return sign * 0.55 * value if card.in_play is not None else 0.4 + board.value_in_hand(card)
            case acts.PutIntoPlay(_, tapped):
                return 0.95 * value - 0.4 * tapped - (0.8 if card.zone == "hand" else 0.0)
            case acts.Tap():
                return 0.0 if _is_tapped(card) else sign * self.loss_if_tapped(card)
            case acts.Untap():
                return -sign * self.gain_if_untapped(card) if _is_tapped(card) else 0.0
            case continuous_effects.StaysTapped():
                return sign * (0.4 + 0.2 * card.power) * (1.0 if _is_tapped(card) else 0.3)
            case continuous_effects.CannotBe(_, ban):
                return sign * self.loss_if_forbidden(card, ban)
            case continuous_effects.Gain(keyword):
                return -sign * self.gain_of_keyword(card, keyword.name)
            case continuous_effects.Modify(amount, _, _, negative):
                size = amount.n if isinstance(amount, Number) else _SOME_POWER
                size = -size if negative else size
                return -sign * self.value_of_power_change(card, size)
            case acts.Take() | acts.Put():
                return board.value_in_hand(card)
            case acts.DoFleeting():
                return self.effect(effects_of(card.face.text).get(PLAYED, ()))
            case _:
                return 0.3

    def loss_if_tapped(self, seen_card: SeenCard) -> float:
        """Return the controller's loss if a Thought is tapped."""
        board = self.board
        if seen_card.seat == board.view.active:
            return 0.5 + 0.25 * seen_card.power if _can_attack(seen_card) else 0.2
        hunters = [card for card in board.view.sides[1 - seen_card.seat].thoughts if card.can_attack]
        value = 0.5 if seen_card.has(KeywordName.GUARDIAN) else 0.2
        return value + (
            0.45 * board.value_in_play(seen_card)
            if any(card.power > seen_card.power for card in hunters)
            else 0.0
        )

    def gain_if_untapped(self, card: SeenCard) -> float:
        """Return the controller's gain if a Thought is untapped."""
        if card.seat != self.board.view.active:
            return 0.3 + 0.15 * card.power
        is_new = card.in_play is not None and card.in_play.is_new and not card.has(KeywordName.QUICK)
        return 0.3 if is_new else 0.4 + 0.3 * card.power

    def loss_if_forbidden(self, card: SeenCard, ban: Ban) -> float:
        """Return the controller's loss if something is forbidden to a card this turn."""
        if ban in (Ban.ATTACK, Ban.ATTACK_EGO):
            return (
                0.4 + 0.3 * card.power if _can_attack(card) and card.seat == self.board.view.active else 0.0
            )
        return -0.4

    def gain_of_keyword(self, card: SeenCard, keyword: KeywordName) -> float:
        """Return the controller's gain if a card gains a keyword this turn."""
        if card.has(keyword):
            return 0.0
        is_active = card.seat == self.board.view.active
        match keyword:
            case KeywordName.QUICK:
                is_new = card.in_play is not None and card.in_play.is_new and not card.in_play.tapped
                return 0.4 + 0.3 * card.power if is_new and is_active else 0.0
            case KeywordName.CRUSHING:
                return 1.2 if _can_attack(card) and is_active else 0.0
            case KeywordName.STEADFAST | KeywordName.RELENTLESS:
                return 0.7 if _can_attack(card) and is_active else 0.0
            case KeywordName.GUARDIAN:
                return 0.6 if not is_active and not _is_tapped(card) else 0.1
            case _:
                return 0.3

    def value_of_power_change(self, seen_card: SeenCard, size: int) -> float:
        """Return the value for the controller of a temporary change of a Thought's power."""
        board, attack = self.board, self.board.view.attack
        title = seen_card.face.title
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
        if seen_card.seat == board.view.active:
            return (0.35 if _can_attack(seen_card) else 0.02) * size
        if not _is_tapped(seen_card):
            return 0.05 * size
        hunters = [card.power for card in board.view.sides[1 - seen_card.seat].thoughts if card.can_attack]
        falls = any(seen_card.power + size < power <= seen_card.power for power in hunters)
        return (-0.7 * board.value_in_play(seen_card) if falls else 0.0) if size < 0 else 0.1

    def at_stake(self) -> float:
        """Return the defender's loss if the current attack succeeds."""
        board, attack = self.board, self.board.view.attack
        if attack is None:
            return 0.0
        if not attack.target:
            attacker = board.find(attack.attacker)
            crushing = attacker is not None and attacker.has(KeywordName.CRUSHING)
            return board.damage_value(1 - attack.seat) * (2 if crushing else 1)
        target = board.find(attack.target)
        return 0.0 if target is None else board.value_in_play(target)

    # ------------------------------------------------------------------------------------------- which cards are meant

    def among(self, selection: selections.Chosen | selections.All) -> list[SeenCard]:
        """Return the cards that a selection could mean, as far as the seat can see them."""
        return [card for card in self.board.cards.values() if self.fits(card, selection.filter)]

    def fits(self, card: SeenCard, described: selections.Filter) -> bool:
        """Return whether a card fits a description, as far as the seat can see."""
        if card.zone not in _ZONES[described.zone]:
            return False
        if (described.noun is Noun.THOUGHT and not card.is_thought) or (
            described.noun is Noun.FEELING and card.is_thought
        ):
            return False
        if described.whose is not None and (described.whose is Player.YOU) != (card.seat == self.board.seat):
            return False
        if described.power is not None and not _holds(described.power, card.power):
            return False
        if described.notion is not None and card.face.notion != described.notion.value:
            return False
        if Trait.TAPPED in described.traits and not _is_tapped(card):
            return False
        if (
            self.source is not None
            and Trait.ANOTHER in described.traits
            and card.face.title == self.source.face.title
        ):
            return False
        is_hostile = card.seat != self.board.seat and card.in_play is not None
        if is_hostile and card.has(KeywordName.STUBBORN):
            return False
        return described.cost is None or _holds(described.cost, card.face.cost)


def _is_tapped(card: SeenCard) -> bool:
    return card.in_play is not None and card.in_play.tapped


def _can_attack(card: SeenCard) -> bool:
    return card.in_play is not None and card.in_play.can_attack


def _holds(test: Test, number: int) -> bool:
    return {"": number == test.n, "or more": number >= test.n, "or fewer": number <= test.n}[
        test.comparison.value
    ]
