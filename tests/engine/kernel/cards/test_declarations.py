"""Missing declarations about cards are refused when the class is defined, with their place."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from engine.kernel.card_ids import CardId
from engine.kernel.cards.ask_again import asking_step
from engine.kernel.cards.secret_fields import Answer, Keys, Open, SeatIn, Secret, Whose
from engine.kernel.cards.state import CardPosition, MovableCard
from engine.kernel.cards.zones import Backs, CardLayout, SeenBy, ZoneMark
from engine.kernel.chance import Chance
from engine.kernel.machine import Machine, Procedure, Procedures
from engine.kernel.position import Frame
from engine.kernel.question import PendingOption, QuestionKind


class Waiting(Frame, tag="waiting"):
    pass


class Declared(Frame, tag="declared"):
    choice: Answer = []
    keys: Keys = {}
    named: Annotated[list[str], Open()] = []
    own: Annotated[dict[int, list[str]], Secret(Whose.EACH)] = {}
    told: Annotated[str, Secret(SeatIn("seat"))] = ""
    seat: int = 0


class Player(msgspec.Struct):
    hand: Annotated[list[CardId], ZoneMark("hand", SeenBy.OWNER)] = []


class Table(CardPosition[Waiting | Declared], kw_only=True):
    cards: list[MovableCard]
    seats: list[Player]


class BareSeat(msgspec.Struct):
    hand: list[CardId] = []


class BarePosition(CardPosition[Waiting], kw_only=True):
    cards: list[MovableCard]
    seats: list[BareSeat]


class BareMarket(Table, kw_only=True):
    market: list[CardId] = []


class ShownBacks(Table, kw_only=True):
    deck: Annotated[list[CardId], ZoneMark("deck", SeenBy.NOBODY, backs=Backs.TOP)] = []


class Beneath(MovableCard):
    beneath: Annotated[list[CardId], ZoneMark("beneath", SeenBy.NOBODY)] = []


class CardsUnderCards(CardPosition[Waiting], kw_only=True):
    cards: list[Beneath]
    seats: list[Player]


class NobodySays(Table, kw_only=True):
    market: Annotated[list[CardId], ZoneMark("market")] = []  # pyright: ignore[reportCallIssue]


class NumbersOnly(Table, kw_only=True):
    market: Annotated[list[int], ZoneMark("market", SeenBy.EVERYBODY)] = []


class TwoHands(Table, kw_only=True):
    spare: Annotated[list[CardId], ZoneMark("hand", SeenBy.NOBODY)] = []


class OwnerOfNobody(Table, kw_only=True):
    market: Annotated[list[CardId], ZoneMark("market", SeenBy.OWNER)] = []


class OfNoClass(CardPosition[Waiting], kw_only=True):
    seats: list[Player]


class Answered(Frame, tag="answered"):
    choice: list[str] | None = None


class Chosen(Frame, tag="chosen"):
    chosen: dict[int, list[str]] = {}


class Offering(Frame, tag="offering"):
    keys: dict[str, CardId] = {}


class WithoutDefault(Frame, tag="without default", kw_only=True):
    choice: Answer


class NotBySeat(Frame, tag="not by seat"):
    choice: Annotated[list[str], Secret(Whose.EACH)] = []


class OfNobodyThere(Frame, tag="of nobody there"):
    choice: Annotated[list[str], Secret(SeatIn("looker"))] = []


def position_with(frame: type[Frame]) -> type[CardPosition[Any]]:
    return msgspec.defstruct(
        "Position",
        [("stack", list[frame | Waiting], msgspec.field(default_factory=list))],
        bases=(Table,),
        kw_only=True,
    )  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (BarePosition, "BareSeat.hand holds cards and doesn't say who sees them"),
        (BareMarket, "BareMarket.market holds cards and doesn't say who sees them"),
        (ShownBacks, "The zone “deck” of ShownBacks shows backs"),
        (CardsUnderCards, "Beneath.beneath is beneath a card, and isn't open and in an order"),
        (
            NobodySays,
            "NobodySays.market has a mark that is not finished: Missing required argument 'seen_by'",
        ),
        (NumbersOnly, "NumbersOnly.market is a zone, and isn't a list of CardId"),
        (TwoHands, "TwoHands has two zones that are called “hand”"),
        (OwnerOfNobody, "OwnerOfNobody.market is seen by its owner, and is nobody's"),
        (OfNoClass, "OfNoClass.cards doesn't say of which class each of them is"),
        (position_with(Answered), "Answered.choice holds an answer and doesn't say whose secret that is"),
        (position_with(Chosen), "Chosen.chosen holds the answers of seats and doesn't say whose secret"),
        (
            position_with(Offering),
            "Offering.keys holds the cards that options stand for and doesn't say whose",
        ),
        (
            position_with(WithoutDefault),
            "WithoutDefault.choice is a secret, and doesn't say what it is at first",
        ),
        (position_with(NotBySeat), "NotBySeat.choice is a secret of each seat, and isn't a dict by seat"),
        (
            position_with(OfNobodyThere),
            "OfNobodyThere.choice is a secret of the seat in looker, which isn't a field",
        ),
    ],
    ids=lambda one: one.split()[0] if isinstance(one, str) else "",
)
def test_missing_declarations_are_refused(position: type[CardPosition[Any]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CardLayout(position)


def test_declared_zones_are_found() -> None:
    zones = CardLayout(Table).places(Table(chance=Chance(""), cards=[], seats=[Player(), Player()]))
    assert [(place.zone.name, place.holder) for place in zones] == [("hand", 0), ("hand", 1)]


def test_a_frame_without_a_procedure_can_t_begin() -> None:
    class TableMachine(Machine[Table]):
        catalogue = Procedures[Any]()

    machine = TableMachine(Table(chance=Chance(""), cards=[], seats=[]), 0)
    with pytest.raises(RuntimeError, match="there is no procedure of Waiting, so that it can't begin"):
        machine.push(Waiting())


def test_a_step_that_does_more_than_ask_can_t_ask_again() -> None:
    class TableMachine(Machine[Table]):
        pass

    def decide(machine: TableMachine, frame: Declared) -> None:
        machine.ask(0, QuestionKind.ONE, "Which?", "which", (PendingOption("a", "A"),))

    TableMachine.catalogue = Procedures[TableMachine](Procedure(Declared, decide))
    machine = TableMachine(Table(chance=Chance(""), cards=[], seats=[Player(), Player()]), 2)
    machine.push(Declared())
    machine.run()
    with pytest.raises(ValueError, match=r"declared.decide asks, and its name doesn't begin with ask_"):
        asking_step(machine)
