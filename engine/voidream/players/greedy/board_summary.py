"""The greedy player's view: the cards that it can see, and their texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from cards.language.errors import CardError
from cards.voidream.language import tree
from cards.voidream.language.reader import read_line, read_text
from cards.voidream.language.tree import KeywordName, Noun, Player, Relation, Text, Trait, Zone
from cards.voidream.model import Kind
from engine.kernel.effects.line import compare, passes
from engine.kernel.question import OptionSubject
from engine.voidream.questions.subjects import hidden_arcanum
from engine.voidream.views.lazy_view import SideOnDemand, ViewOnDemand
from engine.voidream.views.types import (
    AttachedCard,
    CardFace,
    CardInPlay,
    ConstructView,
    SideView,
    VoidreamView,
)

USUAL_DEPTH = 2.6
"""The average value of an unknown card on top of a deck."""


class SeenCard(msgspec.Struct, frozen=True):
    """A card as the player sees it, in any zone. `seat` is its controller, `host` the tag of its host."""

    seat: int
    zone: str
    kind: str
    value: int
    face: CardFace | None
    tag: int = 0
    exhausted: bool = False
    damage: int = 0
    dawn: int = 0
    stability: int = 0
    dusk: int = 0
    role: str = ""
    keywords: tuple[str, ...] = ()
    host: int = 0
    offering: bool = False

    @property
    def title(self) -> str:
        """The title; "" if unknown."""
        return self.face.title if self.face else ""

    @property
    def room(self) -> int:
        """The damage needed to destroy it."""
        return max(0, self.stability - self.damage)

    def has(self, name: KeywordName) -> bool:
        """Return whether it currently has a keyword."""
        return any(word.split(" ")[0].casefold() == name.value for word in self.keywords)


CHARGE = "charge"
VEILED = "veiled"


@lru_cache(maxsize=4096)
def text_of(lines: tuple[str, ...], kind: str) -> Text:
    """Return the meaning of printed lines; empty if they can't be read."""
    try:
        return read_text("\n".join(lines), Kind(kind))
    except (CardError, ValueError):
        return ()


@lru_cache(maxsize=4096)
def sentence_of(text: str) -> tree.Effect:
    """Return the meaning of a single sentence, such as a question's quotation; empty if it can't be read."""
    try:
        ability = read_line(text, Kind.THOUGHT)
    except CardError:
        return ()
    return ability.effect if isinstance(ability, tree.Line) else ()


def keywords_of(face: CardFace) -> dict[KeywordName, int]:
    """Return the keywords printed on a card, with their numbers."""
    return {
        word.name: word.x
        for ability in text_of(face.text, face.kind)
        if isinstance(ability, tree.Keywords)
        for word in ability.keywords
    }


AnyView = VoidreamView | ViewOnDemand
"""A seat's view, built as a whole or on demand."""

AnySide = SideView | SideOnDemand


class BoardSummary:
    """A view, prepared for calculation."""

    def __init__(self, view: AnyView, seat: int) -> None:
        self.view = view
        self.me = seat
        self.foe = 1 - seat
        self.sides: tuple[AnySide, AnySide] = view.sides
        self.table: list[SeenCard] = []
        for side in view.sides:
            for card in side.play:
                self.table.append(_in_play(card))
                self.table += [_attached(attachment, card.tag) for attachment in card.attached]
            self.table += [_construct(side.seat, construct) for construct in side.constructs]

    def sign(self, seat: int) -> int:
        """Return 1 for the player's own seat and -1 for the other."""
        return 1 if seat == self.me else -1

    # -- cards

    def entities(self, seat: int, *, ready: bool | None = None) -> list[SeenCard]:
        """Return a seat's entities in play, optionally only ready or exhausted ones."""
        return [
            card
            for card in self.table
            if card.seat == seat and card.kind == "entity" and card.zone == "play"
            and (ready is None or card.exhausted != ready)
        ]  # fmt: skip

    def participants(self, seat: int) -> list[SeenCard]:
        """Return a seat's entities in the conflict."""
        return [card for card in self.entities(seat) if card.role]

    def cards_in_zone(self, seat: int, described: tree.Filter) -> Iterator[SeenCard]:
        """Yield the cards of a seat in a filter's zone, of any kind."""
        side = self.sides[seat]
        arcana = described.noun is Noun.ARCANUM
        match described.zone:
            case Zone.IN_PLAY:
                yield from (seen_card for seen_card in self.table if seen_card.seat == seat)
            case Zone.HAND:
                yield from (SeenCard(seat, "hand", "arcanum", card.value, card.face) for card in side.hand)
            case Zone.DISCARD:
                pile = side.arcana_discard if arcana else side.discard
                yield from (_in_pile(seat, "discard", face) for face in pile.cards)
            case Zone.VOID:
                for place, face in enumerate(side.void.cards):
                    yield replace(_in_pile(seat, "Void", face), offering=place in side.void.offerings)

    def matching(
        self, described: tree.Filter, you: int, performer: int, this: SeenCard | None = None
    ) -> list[SeenCard]:
        """Return the visible cards that match a filter, on a card whose controller is the seat `you`."""
        match described.whose:
            case Player.YOU:
                seats = [you]
            case Player.OPPONENT:
                seats = [1 - you]
            case Player.EACH:
                seats = [performer]
            case _:
                seats = [self.me, self.foe]
        return [
            card
            for seat in seats
            for card in self.cards_in_zone(seat, described)
            if fits(card, described, you, this)
        ]

    def find(self, subject: str) -> SeenCard | None:
        """Return the card of an option, as far as it can be identified."""
        about = OptionSubject.read(subject)
        tagged = next((card for card in self.table if about.mark and card.tag == about.mark), None)
        return tagged or next(self._of_title(about.name), None)

    def _of_title(self, title: str) -> Iterator[SeenCard]:
        """Yield cards with a title, in the order in which options refer to them."""
        yield from (seen_card for seen_card in self.table if not seen_card.tag and seen_card.title == title)
        yield from (_in_pile(self.me, "deck", face) for face in self.view.looking_at if face.title == title)
        for seat in (self.me, self.foe):
            side = self.sides[seat]
            for card in side.hand:
                if card.face is not None and card.face.title == title:
                    yield SeenCard(seat, "hand", "arcanum", card.value, card.face)
            piles = (("discard", side.arcana_discard), ("discard", side.discard), ("Void", side.void))
            for zone, pile in piles:
                yield from (_in_pile(seat, zone, face) for face in pile.cards if face.title == title)
        for card in self.sides[self.foe].hand:
            if title == hidden_arcanum(card.value):
                yield SeenCard(self.foe, "hand", "arcanum", card.value, None)

    def bastion(self, seat: int) -> ConstructView | None:
        """Return a seat's bastion, as long as it exists."""
        return next((construct for construct in self.sides[seat].constructs if construct.is_bastion), None)

    # -- numbers

    def amount(self, what: tree.Amount, you: int, that_card: SeenCard | None = None) -> float:
        """Return the current value of an amount, or an estimate if it is unknown."""
        match what:
            case tree.Number(n):
                return n
            case tree.CountOf(wanted):
                return len(self.matching(wanted, you, you))
            case tree.DepthOf(owner):
                return self.sides[self.seat_of(owner, you)].depth
            case tree.MindOf(owner):
                return self.sides[self.seat_of(owner, you)].mind.count
            case tree.ValueOf():
                return that_card.value if that_card else USUAL_DEPTH
            case tree.StatOf(stat, _):
                return getattr(that_card, stat.value) if that_card else USUAL_DEPTH
            case _:
                return USUAL_DEPTH

    def seat_of(self, whose: Player, you: int) -> int:
        """Return the seat that a word for a player means; `you` if it means several."""
        return 1 - you if whose is Player.OPPONENT else you

    def holds(self, condition: tree.Condition, you: int, that_card: SeenCard | None = None) -> bool:
        """Return whether a condition holds now, as far as the player can see."""
        match condition:
            case tree.InNightmare(player):
                conflict = self.view.conflict
                seat = self.seat_of(player, you)
                return conflict is not None and conflict.nightmare and conflict.attacker == seat
            case tree.DuringConflict(kind):
                conflict = self.view.conflict
                return conflict is not None and (kind is None or conflict.kind == kind.value)
            case tree.TakesPart(player, attacking):
                conflict = self.view.conflict
                return conflict is not None and (
                    (conflict.attacker == self.seat_of(player, you)) == attacking
                )
            case tree.Compare(amount_compared, comparison, n):
                return compare(self.amount(amount_compared, you, that_card), comparison, n)
            case tree.CompareWith(amount_compared, relation, other):
                difference = self.amount(amount_compared, you, that_card) - self.amount(other, you, that_card)
                return {
                    Relation.HIGHER: difference > 0,
                    Relation.LOWER: difference < 0,
                    Relation.SAME: difference == 0,
                }[relation]
            case tree.Happened(_, comparison, n):
                # Past events can't be seen on the table: one occurrence is assumed, several aren't.
                return compare(1, comparison, n)
            case tree.OnTop():
                return True
            case tree.Exists(wanted, comparison, n):
                return compare(len(self.matching(wanted, you, you)), comparison, n)
            case tree.MatchesFilter(_, wanted):
                return that_card is None or fits(that_card, wanted, you, None)
            case tree.Not(inner):
                return not self.holds(inner, you, that_card)
            case tree.Both(first, second):
                return self.holds(first, you, that_card) and self.holds(second, you, that_card)


def fits(card: SeenCard, described: tree.Filter, you: int, this: SeenCard | None) -> bool:
    """Return whether a card matches a filter, ignoring zone and controller."""
    noun, face = described.noun, card.face
    is_hidden = card.kind in (VEILED, CHARGE)
    if noun is Noun.CARD:
        right = described.zone is not Zone.IN_PLAY or not is_hidden
    elif noun is Noun.VEILED_CARD or noun is Noun.CHARGE:
        right = card.kind == (VEILED if noun is Noun.VEILED_CARD else CHARGE)
    elif noun is Noun.ATTACHMENT:
        right = card.zone == "attached"
    elif noun is Noun.CONSTRUCT:
        right = card.kind in ("construct", "bastion")
    else:
        right = card.kind == noun
    if described.or_noun is not None and card.kind in (
        ("construct", "bastion") if described.or_noun is Noun.CONSTRUCT else (described.or_noun,)
    ):
        right = True
    if not right or (described.value is not None and not passes(card.value, described.value)):
        return False
    if described.faction is not None and (face is None or face.faction != described.faction.value):
        return False
    if described.subtype is not None and not (
        (face is not None and described.subtype in face.types)
        or (described.subtype == "Offering" and card.offering)
    ):
        return False
    if described.title is not None and card.title != described.title:
        return False
    if described.keyword is not None and not card.has(described.keyword):
        return False
    if described.stat is not None and described.points is not None:
        number = getattr(card, described.stat.value)
        if not passes(number, described.points):
            return False
    return all(_is(card, trait, you, this) for trait in described.traits)


def _is(card: SeenCard, trait: Trait, you: int, this: SeenCard | None) -> bool:
    match trait:
        case Trait.ANOTHER:
            return this is None or card.tag != this.tag
        case Trait.READY:
            return not card.exhausted
        case Trait.EXHAUSTED:
            return card.exhausted
        case Trait.PARTICIPATING:
            return bool(card.role)
        case Trait.ATTACKING | Trait.DEFENDING:
            return card.role == trait.value
        case Trait.OPPOSING:
            return bool(card.role) and card.seat != you
        case Trait.INSPIRED:
            return bool(card.face and inspired(card.face))
        case Trait.DAMAGED:
            return card.damage > 0


def inspired(face: CardFace) -> list[tree.Effect]:
    """Return the effects of a card's "When inspired" abilities."""
    return [
        ability.effect
        for ability in text_of(face.text, face.kind)
        if isinstance(ability, tree.Triggered) and ability.event.trigger_type is tree.TriggerType.INSPIRED
    ]


def _in_play(card: CardInPlay) -> SeenCard:
    kind = VEILED if card.veiled else card.face.kind if card.face else ""
    return SeenCard(
        card.controller, "play", kind, card.value, card.face, card.tag, card.exhausted, card.damage,
        card.dawn, card.stability, card.dusk, card.role, card.keywords,
    )  # fmt: skip


def _attached(card: AttachedCard, host: int) -> SeenCard:
    kind = CHARGE if card.is_charge else card.face.kind if card.face else ""
    return SeenCard(
        card.controller, "attached", kind, card.value, card.face, card.tag, card.exhausted, host=host
    )


def _construct(seat: int, card: ConstructView) -> SeenCard:
    return SeenCard(
        seat, "deck", card.face.kind, card.face.value, card.face, 0, card.exhausted, card.damage,
        stability=card.stability,
    )  # fmt: skip


def _in_pile(seat: int, zone: str, face: CardFace) -> SeenCard:
    return SeenCard(
        seat, zone, face.kind, face.value, face, dawn=face.dawn, stability=face.stability, dusk=face.dusk,
        keywords=tuple(name.value for name in keywords_of(face)),
    )  # fmt: skip


def with_face(seat: int, face: CardFace) -> SeenCard:
    """Return a card as it would be in play, ready, if it were played now."""
    return replace(_in_pile(seat, "play", face), tag=-1)
