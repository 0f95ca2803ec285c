"""The counts in hints for Voidream, for each side of the table."""

from __future__ import annotations

from cards.i18n import Message, msg, msg_plural
from cards.voidream.language.tree import Stat
from cards.voidream.model import Kind
from engine.kernel.ai.counts import Count
from engine.voidream.queries.characteristics import stat
from engine.voidream.referee import Referee


def by_then(ref: Referee) -> Message:
    """Return the time until which an answer is simulated."""
    return msg("by the end of the round", "hint")


def _in_play(ref: Referee, seat: int, kind: Kind) -> list[int]:
    cards, printed = ref.cards, ref.printed
    return [card for card in ref.seats[seat].play if not cards[card].veiled and printed[card].kind is kind]


def _of_entities(ref: Referee, seat: int, what: Stat) -> float:
    return sum(stat(ref, card, what) for card in _in_play(ref, seat, Kind.ENTITY))


def _ready(ref: Referee, seat: int) -> float:
    return sum(not ref.cards[card].exhausted for card in _in_play(ref, seat, Kind.ENTITY))


def _walls(ref: Referee, seat: int) -> float:
    """Return the damage that active constructs can still take, including the bastion."""
    return sum(
        stat(ref, card, Stat.STABILITY) - ref.cards[card].damage for card in ref.active_constructs(seat)
    )


def _charges(ref: Referee, seat: int) -> float:
    cards = ref.cards
    return sum(
        not cards[attachment].face_up for card in ref.seats[seat].play for attachment in cards[card].attached
    )


def _constructs(ref: Referee, seat: int) -> float:
    return sum(ref.printed[card].kind is not Kind.BASTION for card in ref.active_constructs(seat))


COUNTS: tuple[Count[Referee], ...] = (
    Count(
        "deck",
        lambda ref, seat: len(ref.seats[seat].deck),
        msg_plural("you have one more card in your deck", "you have about {n} more cards in your deck", 0),
        msg_plural("{who} has one card fewer in the deck", "{who} has about {n} fewer cards in the deck", 0),
        unit=3,
    ),
    Count(
        "arcana",
        lambda ref, seat: len(ref.seats[seat].hand) + len(ref.seats[seat].arcana_discard),
        msg_plural("you keep one more arcanum", "you keep about {n} more arcana", 0),
        msg_plural("{who} has one arcanum fewer left", "{who} has about {n} fewer arcana left", 0),
        unit=0.5,
    ),
    Count(
        "hand",
        lambda ref, seat: len(ref.seats[seat].hand),
        msg_plural("you hold one more arcanum", "you hold about {n} more arcana", 0),
        msg_plural("{who} holds one arcanum fewer", "{who} holds about {n} fewer arcana", 0),
        unit=2,
        part_of="arcana",
    ),
    Count(
        "entities",
        lambda ref, seat: len(_in_play(ref, seat, Kind.ENTITY)),
        msg_plural("you have one more entity", "you have about {n} more entities", 0),
        msg_plural("{who} has one entity fewer", "{who} has about {n} fewer entities", 0),
    ),
    Count(
        "dawn",
        lambda ref, seat: _of_entities(ref, seat, Stat.DAWN),
        msg_plural("your entities have 1 more dawn", "your entities have about {n} more dawn in all", 0),
        msg_plural(
            "{who}'s entities have 1 less dawn", "{who}'s entities have about {n} less dawn in all", 0
        ),
        unit=3,
        part_of="entities",
    ),
    Count(
        "stability",
        lambda ref, seat: _of_entities(ref, seat, Stat.STABILITY),
        msg_plural(
            "your entities have 1 more stability", "your entities have about {n} more stability in all", 0
        ),
        msg_plural(
            "{who}'s entities have 1 less stability",
            "{who}'s entities have about {n} less stability in all",
            0,
        ),
        unit=4,
        part_of="entities",
    ),
    Count(
        "ready",
        _ready,
        msg_plural("you have one more ready entity", "you have about {n} more ready entities", 0),
        msg_plural("{who} has one ready entity fewer", "{who} has about {n} fewer ready entities", 0),
        unit=1.5,
        part_of="entities",
    ),
    Count(
        "veiled",
        lambda ref, seat: sum(ref.cards[card].veiled for card in ref.seats[seat].play),
        msg_plural("you have one more veiled card", "you have about {n} more veiled cards", 0),
        msg_plural("{who} has one veiled card fewer", "{who} has about {n} fewer veiled cards", 0),
    ),
    Count(
        "charges",
        _charges,
        msg_plural("you have one more charge", "you have about {n} more charges", 0),
        msg_plural("{who} has one charge fewer", "{who} has about {n} fewer charges", 0),
    ),
    Count(
        "memories",
        lambda ref, seat: len(_in_play(ref, seat, Kind.MEMORY)),
        msg_plural("you have one more memory", "you have about {n} more memories", 0),
        msg_plural("{who} has one memory fewer", "{who} has about {n} fewer memories", 0),
    ),
    Count(
        "constructs",
        _constructs,
        msg_plural("you have one more construct", "you have about {n} more constructs", 0),
        msg_plural("{who} has one construct fewer", "{who} has about {n} fewer constructs", 0),
    ),
    Count(
        "walls",
        _walls,
        msg_plural(
            "your constructs can take 1 more damage",
            "your constructs can take about {n} more damage in all",
            0,
        ),
        msg_plural(
            "{who}'s constructs can take 1 less damage",
            "{who}'s constructs can take about {n} less damage in all",
            0,
        ),
        unit=4,
        part_of="constructs",
    ),
    Count(
        "values",
        lambda ref, seat: sum(
            ref.printed[card].value for card in (*ref.seats[seat].hand, *ref.seats[seat].arcana_discard)
        ),
        msg_plural("your arcana are worth 1 more", "your arcana are worth about {n} more in all", 0),
        msg_plural("{who}'s arcana are worth 1 less", "{who}'s arcana are worth about {n} less in all", 0),
        unit=3,
        part_of="arcana",
    ),
    Count(
        "mind",
        lambda ref, seat: ref.seats[seat].mind,
        msg_plural("your mind is 1 higher", "your mind is about {n} higher", 0),
        msg_plural("{who}'s mind is 1 lower", "{who}'s mind is about {n} lower", 0),
        unit=2,
    ),
    Count(
        "offerings",
        lambda ref, seat: ref.offerings(seat),
        msg_plural("you have one more offering", "you have about {n} more offerings", 0),
        msg_plural("{who} has one offering fewer", "{who} has about {n} fewer offerings", 0),
    ),
)
"""The counts, in order of precedence."""
