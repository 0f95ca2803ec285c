"""The value of texts for the player, in the points of `conflict_estimate`: instructions, effects, abilities, whole cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, Effect, KeywordName, Player, Stat, TriggerType
from engine.voidream.players.greedy.act_values import (
    RATES,
)
from engine.voidream.players.greedy.board_summary import (
    SeenCard,
    keywords_of,
    sentence_of,
    text_of,
    with_face,
)
from engine.voidream.players.greedy.choice_values import CARD_OF_VALUE, ChoiceValuation
from engine.voidream.players.greedy.conflict_estimate import (
    WON,
    Prospect,
    dream_damage,
    layer,
    plain,
    standing,
)
from engine.voidream.players.greedy.hand import REACH, relief
from engine.voidream.views.types import CardFace

WAIT = 0.5
"""The value of waiting to attack: other actions are possible first, and more entities may be ready later."""

TIMES: dict[TriggerType, float] = {
    TriggerType.ROUND_BEGINS: 3, TriggerType.ROUND_ENDS: 3, TriggerType.DREAM_DAMAGE: 2.5, TriggerType.PLAY: 2.5,
    TriggerType.EVOKE: 3, TriggerType.ROLL: 3, TriggerType.ENTER_PLAY: 2, TriggerType.MIND_REDUCED: 4,
    TriggerType.INSPIRED: 0.7, TriggerType.SHUFFLE: 0.2, TriggerType.NIGHTMARE_ENTERED: 0.8,
}  # fmt: skip
"""The expected number of triggers of a card in play, by event; `ONCE_IN_A_WHILE` for others."""

ONCE_IN_A_WHILE = 1.3


class Valuation(ChoiceValuation):
    """Values of the texts of one card, where "you" is its controller, the seat `you`."""

    # -------------------------------------------------------------------------------------------------- whole cards

    def effects(self, effects: Sequence[Effect]) -> float:
        """Return the value of the lines of an arcanum or a thought that is played now."""
        instructions = [part for effect in effects for sentence in effect for part in sentence]
        if self.board.view.conflict is None:
            self.will_initiate = any(isinstance(part, tree.Initiate) for part in instructions)
            if self.will_initiate:
                for part in instructions:
                    self._prepare(part)
        return sum(self.effect(effect) for effect in effects)

    def _prepare(self, part: tree.Instruction) -> None:
        """Add an instruction's changes to the conflict that the same card begins."""
        board, you, prospect = self.board, self.you, self.prospect
        match part:
            case tree.May(sentence, Player.YOU):
                if any(isinstance(inner, tree.SwitchConflict) for inner in sentence):
                    self.switches = ("dawn", "dusk")
            case tree.SwitchConflict(_, after):
                self.switches = (after.value,) if after else ("dawn", "dusk")
            case tree.Exhaust(tree.All(described)) if tree.Trait.PARTICIPATING in described.traits:
                prospect.all_exhausted = True
            case tree.If(condition, sentence, otherwise):
                for inner in sentence if board.holds(condition, you, self.it) else otherwise or ():
                    self._prepare(inner)
            case tree.Modify(to=None):
                self.modify(prospect, part)
            case tree.Modify(stat=Stat.DAWN, to=tree.All(described)):
                for card in board.matching(described, you, you, self.this):
                    if not card.exhausted:
                        prospect.bonus["dawn"][card.seat] += self._modifier(part)
            case tree.CannotBe(selection, Ban.DEFEND | Ban.ATTACK) | tree.Exhaust(selection):
                prospect.excluded |= {card.tag for card in self._about(selection, part, ready=True)}
            case tree.Ready(selection):
                prospect.readied |= {card.tag for card in self._about(selection, part, ready=False)}
            case tree.Gain(tree.Keyword(KeywordName.SIEGE), None):
                prospect.siege = True
            case _:
                pass

    def modify(self, prospect: Prospect, part: tree.Modify) -> None:
        """Add a modifier to "your" score in the conflict that you begin."""
        if part.stat is Stat.STABILITY:
            return
        if part.each is not None and tree.Trait.PARTICIPATING in part.each.traits:
            number = self.board.amount(part.amount, self.you, self.it)
            prospect.per_attacker[part.stat.value] += -number if part.negative else number
        else:
            prospect.bonus[part.stat.value][self.you] += self._modifier(part)

    def foresee(self, prospect: Prospect, part: tree.Instruction) -> None:
        """Add an instruction's future additions to "your" score once the conflict has begun."""
        match part:
            case tree.If(condition, sentence, otherwise):
                for inner in sentence if self.board.holds(condition, self.you, self.it) else otherwise or ():
                    self.foresee(prospect, inner)
            case tree.ForEach(wanted, sentence):
                for _ in self.board.matching(wanted, self.you, self.you, self.this):
                    for inner in sentence:
                        self.foresee(prospect, inner)
            case tree.Modify(to=None):
                self.modify(prospect, part)
            case _:
                pass

    def _about(self, selection: tree.Selection, part: tree.Instruction, *, ready: bool) -> list[SeenCard]:
        if isinstance(selection, tree.Chosen | tree.All):
            modified_cards = [
                card
                for card in self.board.matching(selection.filter, self.you, self.you, self.this)
                if card.exhausted != ready and card.kind == "entity"
            ]
            if isinstance(selection, tree.All):
                return modified_cards
            modified_cards.sort(
                key=lambda card: (self.board.sign(card.seat) * (1 if ready else -1), -card.dawn)
            )
            return modified_cards[: selection.at_most]
        return []

    def playing(self, face: CardFace, *, inverted: bool = False) -> float:
        """Return the value of playing a card now, ignoring its costs."""
        self.card = face
        text = text_of(face.inverted if inverted else face.text, face.kind)
        keywords = keywords_of(face)
        mine = self.board.sign(self.you)
        side = self.board.sides[self.you]
        copies = sum(card.title == face.title for card in side.void.cards)
        if keywords.get(KeywordName.PROTOTYPE, 0) > copies:
            return mine * 1.5
        if face.kind in ("arcanum", "thought"):
            value = self.effects([ability.effect for ability in text if isinstance(ability, tree.Line)])
        elif face.kind == "construct":
            barred = sum(card.value < face.value for card in side.hand)
            value = mine * (0.7 * face.stability - 0.5 - 0.3 * barred) + self.abilities(face)
        else:
            value = self.staying(face)
        return value - mine * (
            0.6 * keywords.get(KeywordName.HIERARCHY, 0) + 1.5 * keywords.get(KeywordName.SHADOWBORNE, 0)
        )

    def staying(self, face: CardFace) -> float:
        """Return the value of a memory or an entity that enters play now."""
        mine = self.board.sign(self.you)
        if face.kind == "entity":
            return mine * plain(with_face(self.you, face)) + self.abilities(face)
        for ability in text_of(face.text, face.kind):
            if isinstance(ability, tree.Line):
                attach = ability.effect[0][0]
                if isinstance(attach, tree.Attach):
                    return self.choice(attach.to, attach, self.you) + self._attached_abilities(face)
        return mine * 0.8 + self.abilities(face)

    def _attached_abilities(self, face: CardFace) -> float:
        text = text_of(face.text, face.kind)
        return self._lasting(face, [ability for ability in text if not isinstance(ability, tree.Static)])

    def abilities(self, face: CardFace) -> float:
        """Return the value of the abilities of a card in play over the coming rounds."""
        return self._lasting(face, text_of(face.text, face.kind))

    def _lasting(self, face: CardFace, text: Iterable[tree.Ability]) -> float:
        self.lasting, previous = True, (self.this, self.lasting)
        if self.this is None:
            self.this = with_face(self.you, face)
        value = sum(self._ability(ability, face) for ability in text)
        self.this, self.lasting = previous
        return value

    def _ability(self, ability: tree.Ability, face: CardFace) -> float:
        match ability:
            case tree.Triggered(_, event, effect):
                self.it = self.this
                is_once = event.trigger_type in (
                    TriggerType.ENTER_PLAY,
                    TriggerType.LEAVE_PLAY,
                    TriggerType.DESTROYED,
                )
                times = TIMES.get(event.trigger_type, ONCE_IN_A_WHILE)
                return self.effect(effect) * (1.0 if is_once and isinstance(event.what, tree.This) else times)
            case tree.Activated(cost, effect):
                self.it = self.this
                gain = self.effect(effect) * self.board.sign(self.you) - self.costs(cost)
                return self.board.sign(self.you) * max(0.2, 1.5 * gain)
            case tree.Static(ongoing):
                return sum(self._standing_text(part) for part in ongoing)
            case _:
                return 0.0

    def _standing_text(self, part: tree.Ongoing) -> float:
        if isinstance(part, tree.Modify) and part.to is None:
            return self.board.sign(self.you) * RATES[part.stat] * self._modifier(part)
        if isinstance(part, tree.Modify) and isinstance(part.to, tree.All):
            return self.instruction(part) + self._changed(part, self._to_come(part.to.filter))
        return 1.5 * self.instruction(part)

    def _to_come(self, described: tree.Filter) -> SeenCard:
        """Return an entity that represents the future cards that a text means."""
        seat = self.board.seat_of(described.whose or Player.YOU, self.you)
        return SeenCard(seat, "play", "entity", 3, None, dawn=2, stability=3, dusk=1)

    def costs(self, cost: Iterable[tree.Instruction]) -> float:
        """Return the cost of an ability for "you"."""
        return -sum(self.instruction(part) for part in cost) * self.board.sign(self.you)

    # ------------------------------------------------------------------------------------------------- instructions

    def effect(self, effect: Effect) -> float:
        """Return the value of the sentences of one line."""
        return sum(self.sentence(sentence) for sentence in effect)

    def sentence(self, sentence: tree.Sentence) -> float:
        """Return the value of instructions joined with "then"."""
        return sum(self.instruction(part) for part in sentence)

    def instruction(self, part: tree.Instruction) -> float:
        """Return the current value of an instruction to the player."""
        match part:
            case tree.May(sentence, player):
                value = self.sentence(sentence)
                return max(0.0, value) if self._performer(player) == self.board.me else min(0.0, value)
            case tree.ChooseOne(modes, player):
                values = [self.sentence(mode) for mode in modes]
                return max(values) if self._performer(player) == self.board.me else min(values)
            case tree.If(condition, sentence, otherwise):
                if self.board.holds(condition, self.you, self.it):
                    return self.sentence(sentence)
                return self.sentence(otherwise) if otherwise else 0.0
            case tree.IfYouDo(sentence, did):
                return self.sentence(sentence) * (0.8 if did else 0.2)
            case tree.ForEach(wanted, sentence):
                times = len(self.board.matching(wanted, self.you, self.you, self.this))
                return times * self.sentence(sentence)
            case tree.Modify() | tree.Gain() | tree.CannotBe() | tree.Cannot():
                return self._ongoing(part)
            case _:
                seats = self._performers(getattr(part, "who", Player.YOU))
                return sum(self._done_by(seat, part) for seat in seats)

    def _performer(self, player: Player) -> int:
        return 1 - self.you if player is Player.OPPONENT else self.you

    def _performers(self, player: Player) -> tuple[int, ...]:
        return (0, 1) if player is Player.EACH else (self._performer(player),)

    def _done_by(self, seat: int, part: tree.Instruction) -> float:
        board, mine = self.board, self.board.sign(seat)
        match part:
            case tree.Evoke():
                return mine * self.evoking(seat)
            case tree.Roll():
                return mine * self.rolling(seat)
            case tree.Shuffle():
                return mine * 0.1
            case tree.Initiate(kind):
                return self._initiate(seat, kind)
            case tree.SwitchConflict(before, after):
                return self._switch(before, after)
            case tree.DreamDamage(number, to):
                points = board.amount(number, self.you, self.it)
                seats = (0, 1) if to is Player.EACH else (board.seat_of(to, self.you),)
                return sum(-self.board.sign(hurt) * dream_damage(board, hurt, points) for hurt in seats)
            case tree.Damage(_, to):
                return self.choice(to, part, self.you)
            case tree.Prevent(number):
                return mine * (board.amount(number, self.you, self.it) if number else 2.0)
            case tree.PreventEvent():
                return mine * 1.0
            case tree.ChangeMind(number, less):
                steps = board.amount(number, self.you, self.it)
                if less:
                    return -mine * self._step_of_mind(seat) * steps
                return mine * min(steps, 4 - board.sides[seat].mind.count) * (0.8 if mine > 0 else -0.2)
            case tree.Attach(_, to):
                return self.choice(to, part, seat)
            case tree.Charge(host):
                return self.choice(host, part, seat)
            case (
                tree.Destroy(what) | tree.Sacrifice(what) | tree.Exhaust(what) | tree.Ready(what)
                | tree.Inspire(what) | tree.Void(what) | tree.Veil(what) | tree.Unveil(what)
                | tree.Discard(what) | tree.ReturnToHand(what) | tree.Put(what) | tree.Play(what)
                | tree.LookAt(what) | tree.Reveal(what)
            ):  # fmt: skip
                return self.choice(what, part, seat)
            case _:
                return 0.0

    def evoking(self, seat: int) -> float:
        """Return the value of evoking to a seat."""
        side = self.board.sides[seat]
        if side.top is not None or side.deck_count < 2:
            return 0.0
        return CARD_OF_VALUE[min(4, side.depth)] - layer(side.deck_count)

    def rolling(self, seat: int) -> float:
        """Return the value of rolling to a seat: one card less above the bastion, and another depth."""
        side = self.board.sides[seat]
        if side.deck_count < 2:
            return 0.0
        if side.top is not None:
            return 6.0 if side.top.is_bastion else -1.0
        stuck = sum(card.value < side.depth for card in side.hand)
        return 0.35 * stuck - 0.8 * layer(side.deck_count) + self.board.sign(seat) * self._heard(seat)

    def _heard(self, seat: int) -> float:
        """Return the value, for the player, of the cards on the table that trigger when a seat rolls."""
        if self.depth or self.lasting:
            return 0.0
        value = 0.0
        for card in self.board.table:
            if card.face is None or card.zone not in ("play", "attached"):
                continue
            for ability in text_of(card.face.text, card.face.kind):
                if isinstance(ability, tree.Triggered) and ability.event.trigger_type is TriggerType.ROLL:
                    who = ability.event.who
                    if who is None or self.board.seat_of(who, card.seat) == seat:
                        valuation = Valuation(self.board, card.seat, card, depth=self.depth + 1)
                        value += valuation.effect(ability.effect)
        return value

    def _step_of_mind(self, seat: int) -> float:
        """Return the value of one step of a seat's mind: a playable arcanum, and a risk if there is none."""
        side = self.board.sides[seat]
        if seat == self.board.me and all(card.value < side.depth for card in side.hand):
            return -relief(self.board)
        return 0.5

    def _initiate(self, seat: int, kind: tree.ConflictKind | None) -> float:
        if self.board.view.conflict is not None:
            return 0.0
        prospect = self.prospect if seat == self.you else Prospect(self.board, seat)
        kinds = self.switches or ((kind.value,) if kind else ("dawn", "dusk"))
        values = [prospect.attack(kind_tried)[0] for kind_tried in kinds]
        value = max(values) if seat == self.board.me else min(values)
        if seat == self.board.me and self.board.sides[seat].mind.count > 1 and value < WON / 2:
            value -= WAIT * (
                REACH[self.card.value] if self.card is not None and self.card.kind == "arcanum" else 1
            )
        return value + self.board.sign(seat) * self.rolling(seat)

    def _switch(self, old_kind: tree.ConflictKind | None, new_kind: tree.ConflictKind | None) -> float:
        conflict = self.board.view.conflict
        if conflict is None or not conflict.kind:
            return 0.3 * self.board.sign(self.you) if self.lasting else 0.0
        other_kind = new_kind.value if new_kind else "dusk" if conflict.kind == "dawn" else "dawn"
        if other_kind == conflict.kind or (old_kind is not None and old_kind.value != conflict.kind):
            return 0.0
        return standing(self.board, kind=other_kind) - standing(self.board)

    # ------------------------------------------------------------------------------------------- ongoing instructions

    def _ongoing(self, part: tree.Ongoing) -> float:
        match part:
            case tree.Modify(to=None):
                return self._score(part)
            case tree.Modify(to=to) if to is not None:
                return self.choice(to, part, self.you)
            case tree.Gain(to=to) if to is not None:
                return self.choice(to, part, self.you)
            case tree.CannotBe(selection):
                return self.choice(selection, part, self.you)
            case tree.Cannot(player, selection):
                value = (
                    1.5
                    if selection in (tree.Prohibition.PLAY_ARCANA, tree.Prohibition.AVOID_NIGHTMARE)
                    else 0.7
                )
                return sum(-self.board.sign(seat) * value for seat in self._performers(player))
            case _:
                return 0.3 * self.board.sign(self.you)

    def _score(self, part: tree.Modify) -> float:
        """Return the value of a modifier to "your" score, in the current conflict."""
        conflict, number = self.board.view.conflict, self._modifier(part)
        if conflict is not None and conflict.kind == part.stat.value:
            own, their_number = (number, 0.0) if self.you == self.board.me else (0.0, number)
            return standing(self.board, own, their_number) - standing(self.board)
        if self.will_initiate or conflict is not None:
            return 0.0
        return self.board.sign(self.you) * 0.15 * number * (1 if part.stat is Stat.DAWN else -1)


def quoted_effect(quoted: str) -> tree.Effect:
    """Return the meaning of an instruction quoted from a card by a question or an option."""
    return sentence_of(quoted if quoted.endswith(".") else quoted + ".")
