"""Answer questions greedily: rate each option separately, and take the best one.

The question's topic determines the rating. An unknown question gets the cheapest answer, or a random one. Every answer
is legal whatever the options are.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import exp

from cards.voidream.language import tree
from cards.voidream.language.tree import KeywordName
from engine.kernel.chance import Chance
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Option, OptionSubject, Question, QuestionKind, random_choice
from engine.kernel.simulation import See
from engine.voidream.players.greedy.board_summary import AnyView, BoardSummary, SeenCard, keywords_of, text_of
from engine.voidream.players.greedy.conflict_estimate import Prospect, layer, plain, standing
from engine.voidream.players.greedy.hand import FLEXIBLE, REACH, arcana, change_of_arcana, relief, window
from engine.voidream.players.greedy.orderings import controller, distribute, in_order, source
from engine.voidream.players.greedy.orders import orders
from engine.voidream.players.greedy.valuation import Valuation, quoted_effect
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.views.types import CardFace

PATIENT = 7
"""The round after which passing and avoiding Nightmare lose value, because a match has to end."""

IMPATIENCE = 0.5

UNSURE = (-1.5, 0.0, 2.0)
"""Possible changes of the difference after defenders are declared: the attacker rolls, and may play helpful cards."""

DECLINED = -1.2
"""The cost of returning an evoked card, which then blocks the next one."""


class Greedy:
    """A player that takes the best-looking option. `chance` breaks ties and guesses.

    With `carelessness`, actions are random: one that looks worse by that number of points is e times less likely than the
    best.
    """

    def __init__(self, chance: Chance, carelessness: float = 0.0) -> None:
        self.chance = chance
        self.carelessness = carelessness

    def answer(self, question: Question, see: See[AnyView]) -> Choice:
        """Return an answer to a question; `see` gives the asked seat's own view."""
        if question.kind is QuestionKind.NUMBER or not question.options:
            return random_choice(question, self.chance)
        board = BoardSummary(see(), question.seat)
        match question.kind:
            case QuestionKind.ACTION:
                return self._action(board, question)
            case QuestionKind.DISTRIBUTE:
                return distribute(board, question)
            case QuestionKind.ORDER:
                return in_order(board, question)
            case QuestionKind.YES_NO:
                return ("yes",) if self._agrees(board, question) else ("no",)
            case QuestionKind.ONE:
                return self._one(board, question)
            case _:
                return self._cards(board, question)

    def orders(
        self,
        seat: int,
        see: See[AnyView],
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None,
    ) -> Sequence[Order]:
        """Return its certain answers as orders. `see` returns its own view."""
        return orders(BoardSummary(see(), seat), forms, standing, self, plan)

    def action(self, board: BoardSummary, verb: str, subject: str) -> float:
        """Return the value of an action."""
        return action(board, verb, subject)

    def nightmare(self, board: BoardSummary, card: str) -> float:
        """Return the value of avoiding Nightmare with an arcanum, or of entering it ("")."""
        return nightmare(board, card)

    def keeping(self, board: BoardSummary, card: str) -> float:
        """Return the value of keeping an arcanum."""
        seen_card = board.find(card)
        return Valuation(board, board.me).keeping(seen_card) if seen_card else 0.0

    def rolls(self, board: BoardSummary) -> bool:
        """Return whether to roll although siege makes it optional."""
        return rolls(board)

    def _action(self, board: BoardSummary, question: Question) -> Choice:
        if not self.carelessness:
            return self._best(question, lambda option: action(board, option.verb, option.subject))
        values = {
            option.key: action(board, option.verb, option.subject) / self.carelessness
            for option in question.options
        }
        best = max(values.values())
        weights = [round(2**40 * exp(value - best)) for value in values.values()]
        point = self.chance.below(sum(weights))
        return (list(values)[bisect(list(accumulate(weights)), point)],)

    def _best(self, question: Question, rate: Callable[[Option], float]) -> Choice:
        """Return the most valuable option, a random one among equals."""
        values = [(rate(option), option.key) for option in question.options]
        best = max(values)[0]
        return (self.chance.pick([key for value, key in values if value >= best - 1e-9]),)

    # -------------------------------------------------------------------------------------------------------- one of

    def _one(self, board: BoardSummary, question: Question) -> Choice:
        match question.topic:
            case Topic.EVOKED:
                return self._best(question, lambda option: evoked(board, option.verb))
            case Topic.NIGHTMARE:
                return self._best(question, lambda option: nightmare(board, option.subject))
            case Topic.DAWN_OR_DUSK:
                return self._best(question, lambda option: kind_of_conflict(board, option.key))
            case Topic.MODE:
                valuation = Valuation(board, controller(board, question))
                return self._best(
                    question, lambda option: sum(map(valuation.sentence, quoted_effect(option.subject)))
                )
            case _:
                return self._best(question, lambda option: 0.0)

    def _agrees(self, board: BoardSummary, question: Question) -> bool:
        match question.topic:
            case Topic.ROLL:
                return rolls(board)
            case Topic.COPY:
                return True
            case Topic.JOINING:
                return joins(board, question)
            case _:
                sentences = quoted_effect(question.quoted)
                valuation = Valuation(board, controller(board, question), source(board, question))
                return not sentences or sum(valuation.sentence(sentence) for sentence in sentences) > 0

    # --------------------------------------------------------------------------------------------------- several of

    def _cards(self, board: BoardSummary, question: Question) -> Choice:
        things = {option.key: board.find(option.subject) for option in question.options}
        if question.topic in (Topic.ATTACKERS, Topic.DEFENDERS):
            return declared(board, question, things)
        valuation = Valuation(board, controller(board, question), source(board, question))
        first_instruction = next(
            (part for sentence in quoted_effect(question.quoted) for part in sentence), None
        )
        if question.topic == Topic.UNVEILED:
            gains = {key: unveiling(board, card) for key, card in things.items()}
        elif question.cause == "§6 Hierarchy":
            gains = {key: -plain(card) if card else 0.0 for key, card in things.items()}
        elif board.view.phase == "setup":
            gains = dict.fromkeys(things, -1.0)
        elif first_instruction is None:
            gains = {key: -valuation.keeping(card) if card else 0.0 for key, card in things.items()}
        else:
            gains = {key: self._gain(valuation, first_instruction, card) for key, card in things.items()}
        return self._ranked(question, gains)

    def _gain(self, valuation: Valuation, part: tree.Instruction, card: SeenCard | None) -> float:
        if card is None:
            return 0.0
        if isinstance(part, tree.Attach) and not isinstance(part.to, tree.Chosen):
            return plain(card)
        if isinstance(part, tree.Play | tree.Unveil) and card.face is not None:
            return Valuation(valuation.board, valuation.board.me, card).playing(card.face)
        return valuation.gain(part, card)

    def _ranked(self, question: Question, gains: dict[str, float]) -> Choice:
        """Return the best options: the minimum number, and all others with a gain."""
        keys = list(gains)
        self.chance.shuffle(keys)
        keys.sort(key=lambda key: -gains[key])
        gainful = sum(gains[key] > 0 for key in keys)
        selectable_later = {option.key for option in question.options if option.later}
        if keys and keys[0] in selectable_later:
            first_key = next(key for key in keys if key not in selectable_later)
            keys.remove(first_key)
            keys.insert(0, first_key)
        return tuple(keys[: max(question.minimum, min(question.maximum, gainful))])


# ------------------------------------------------------------------------------------------------------------ actions


def action(board: BoardSummary, verb: str, subject: str) -> float:
    """Return the value of an action. Passing costs nothing in the early rounds."""
    me = board.sides[board.me]
    match verb:
        case OptionVerb.PLAY | OptionVerb.INVERT:
            face = next((card.face for card in me.hand if card.face and card.face.title == subject), None)
            if face is None:
                return 0.0
            inverted = verb == OptionVerb.INVERT
            value = Valuation(board, board.me).playing(face, inverted=inverted)
            if inverted:
                return value - recovering(board) - FLEXIBLE * REACH[face.value] + relief(board)
            return value - spending(board) + window(face.value)
        case OptionVerb.ACTIVATE:
            return activating(board, subject)
        case OptionVerb.UNVEIL:
            return sum(
                max(0.0, unveiling(board, seen_card))
                for seen_card in board.table
                if seen_card.kind == "veiled" and seen_card.seat == board.me
            )
        case _:
            return -impatience(board)


def impatience(board: BoardSummary) -> float:
    """Return the growing cost of doing nothing."""
    late = max(0, board.view.round - PATIENT)
    return IMPATIENCE * late * (1 + late / 10)


def spending(board: BoardSummary) -> float:
    """Return the cost of discarding an arcanum from hand."""
    return -change_of_arcana(board, board.me, -1, 1) - relief(board)


def recovering(board: BoardSummary) -> float:
    """Return the cost of losing an arcanum permanently and getting the discarded ones back."""
    _, discarded = arcana(board, board.me)
    return -change_of_arcana(board, board.me, discarded - 1, -discarded)


def activating(board: BoardSummary, subject: str) -> float:
    """Return the value of activating an ability."""
    me, about = board.sides[board.me], OptionSubject.read(subject)
    card = board.find(subject)
    if card is not None and card.face is not None:
        text = text_of(card.face.text, card.face.kind)
    elif about.name == me.mind.title:
        text = text_of(me.mind.texts[me.mind.count], "mind")
    else:
        return 0.0
    activated = [ability for ability in text if isinstance(ability, tree.Activated)]
    at = about.number - 1
    if at >= len(activated):
        return 0.0
    valuation = Valuation(board, board.me, card)
    gain = valuation.effects([activated[at].effect])
    return gain - valuation.costs(activated[at].cost) - 0.05


def unveiling(board: BoardSummary, card: SeenCard | None) -> float:
    """Return the value of unveiling the player's own veiled card."""
    if card is None or card.face is None:
        return 0.0
    keywords = keywords_of(card.face)
    price = 1 + (KeywordName.GLARING in keywords) - (KeywordName.SUBTLE in keywords)
    value = Valuation(board, board.me).playing(card.face)
    return value - price * spending(board) - 0.1


def evoked(board: BoardSummary, verb: str) -> float:
    """Return the value of playing, veiling or returning the evoked card."""
    if not board.view.looking_at or verb == OptionVerb.RETURN:
        return DECLINED
    face = board.view.looking_at[0]
    stays_in_deck = KeywordName.LOOP in keywords_of(face) and verb == OptionVerb.PLAY
    cost = 0.0 if stays_in_deck else layer(board.sides[board.me].deck_count) - 0.6
    value = Valuation(board, board.me).playing(face)
    return (value if verb == OptionVerb.PLAY else 0.7 * value) - cost


def nightmare(board: BoardSummary, card: str) -> float:
    """Return the value of avoiding Nightmare with this arcanum, or of entering it ("")."""
    side = board.sides[board.me]
    if card:
        seen_card = board.find(card)
        arcanum_value = Valuation(board, board.me).keeping(seen_card) if seen_card else 0.0
        return change_of_arcana(board, board.me, -1, 1) - arcanum_value - impatience(board)
    fight = Prospect(board, board.me)
    attackers = fight.able(board.me)
    return fight.defence("dusk", attackers)[0] - recovering(board) - 0.5 * layer(side.deck_count)


# ----------------------------------------------------------------------------------------------------------- conflicts


def kind_of_conflict(board: BoardSummary, kind: str) -> float:
    """Return the value of the conflict if it is of this kind, with the attackers declared."""
    prospect = _declaring(board)
    return prospect.defence(kind, board.participants(board.me))[0]


def declared(board: BoardSummary, question: Question, things: dict[str, SeenCard | None]) -> Choice:
    """Return the attackers, or the defenders."""
    conflict = board.view.conflict
    assert conflict is not None
    prospect = _declaring(board)
    able = {card.tag for card in things.values() if card is not None}
    prospect.excluded |= {card.tag for card in board.entities(board.me) if card.tag not in able}
    if conflict.attacker == board.me:
        kinds = [conflict.kind] if conflict.kind else ["dawn", "dusk"]
        _, line = max((prospect.attack(kind) for kind in kinds), key=lambda rated: rated[0])
    else:
        # The events after the declaration are unknown. At the end of a round, exhaustion is short, and larger groups have
        # advantages, so the largest group is chosen among equals.
        prospect.unsure = UNSURE
        tired = -0.02 if conflict.nightmare else 0.05
        _, line = prospect.defence(conflict.kind or "dawn", board.participants(board.foe), tired)
    tags = {card.tag for card in line}
    keys = [key for key, card in things.items() if card is not None and card.tag in tags]
    return tuple(keys[: question.maximum])


def _declaring(board: BoardSummary) -> Prospect:
    """Return the score apart from the entities: current additions, and those of the rest of the card."""
    conflict = board.view.conflict
    assert conflict is not None
    prospect = Prospect(board, conflict.attacker)
    for side in board.sides:
        if not board.participants(side.seat):
            prospect.bonus["dawn"][side.seat] = side.dawn_score - side.depth
            prospect.bonus["dusk"][side.seat] = side.dusk_score - side.depth
    face = board.view.resolving
    if face is not None and face.kind in ("arcanum", "thought"):
        foresee(prospect, face, inverted=board.view.resolving_inverted)
    return prospect


def foresee(prospect: Prospect, face: CardFace, *, inverted: bool) -> None:
    """Add the modifiers in the card's lines after the one that initiates a conflict."""
    is_begun = False
    valuation = Valuation(prospect.board, prospect.attacker)
    for ability in text_of(face.inverted if inverted else face.text, face.kind):
        for sentence in ability.effect if isinstance(ability, tree.Line) else ():
            for part in sentence:
                if isinstance(part, tree.Initiate):
                    is_begun = True
                elif is_begun:
                    valuation.foresee(prospect, part)


def rolls(board: BoardSummary) -> bool:
    """Return whether to roll although siege makes it optional."""
    conflict = board.view.conflict
    side = board.sides[board.me]
    if conflict is None or (side.top is not None and side.top.is_bastion):
        return True
    return side.depth < 3 if conflict.kind == "dawn" else side.depth > 2


def joins(board: BoardSummary, question: Question) -> bool:
    """Return whether an unveiled entity joins the conflict."""
    conflict = board.view.conflict
    if conflict is None or conflict.kind != "dawn":
        return False
    mine = reversed(board.entities(board.me))
    card = next((entity for entity in mine if entity.title == question.subject), None)
    return card is not None and card.dawn > 0 and standing(board, card.dawn) >= standing(board)


# --------------------------------------------------------------------------------------------------------------- others
