"""Reproducible example views of every stage of a match, for pictures and texts."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.voidream.facts.terms import ScorePart
from engine.voidream.views.types import (
    AttachedCard,
    Awaited,
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    HandCard,
    MindView,
    OngoingView,
    PileView,
    SideView,
    VoidreamView,
)

NAMES = ("Ada", "Bo")

COURT, FRACTA, SUBTER, MAZE, NEUTRAL = "chimeric-court", "fracta", "subter-venellam", "maze", "neutral"


def arcanum(title: str, value: int, faction: str, text: str, inverted: str) -> CardFace:
    return CardFace(title, "arcanum", faction, value, text=(text,), inverted=(inverted,))


ARCANA = (
    arcanum("A Word in Passing", 4, NEUTRAL, "Evoke.", "Evoke, then evoke."),
    arcanum("Call to Order", 3, COURT, "Ready an entity you control.", "Ready all entities you control."),
    arcanum("The Gilded Decree", 2, COURT, "Exhaust an entity.", "Destroy an exhausted entity."),
    arcanum("Sunlit Charge", 3, COURT, "Initiate a dawn conflict.", "Initiate a dawn conflict.\n+2 dawn to all entities you control."),
    arcanum("Leap of Faith", 1, NEUTRAL, "Roll.\nDeal X Dream damage to your opponent, where X is the result.", "Deal 4 Dream damage to your opponent."),
    arcanum("Second Breath", 4, NEUTRAL, "Return an arcanum in your discard pile to your hand.", "Increase your mind by 2."),
    arcanum("Whisper Behind the Curtain", 2, NEUTRAL, "Initiate a dusk conflict.", "Initiate a dusk conflict, then gain siege."),
    arcanum("Oath of the Barrier", 4, COURT, "When you take Dream damage this phase, prevent 1 damage.", "Your entities cannot be destroyed."),
)  # fmt: skip

OTHER_ARCANA = (
    arcanum("Change at Midnight", 2, SUBTER, "Roll, then evoke.", "Roll, then initiate a conflict."),
    arcanum("Missed Connection", 4, SUBTER, "Exhaust an entity.", "Exhaust all entities."),
    arcanum("The Dreamliner", 1, SUBTER, "Initiate a conflict.", "Initiate a conflict, then gain siege."),
)


def entity(
    title: str,
    faction: str,
    value: int,
    dawn: int,
    stability: int,
    dusk: int,
    *text: str,
    types: tuple[str, ...] = (),
) -> CardFace:
    return CardFace(title, "entity", faction, value, types, dawn, stability, dusk, text)


HERALD = entity("Herald of the First Light", COURT, 3, 2, 3, 1, "Heroic.", types=("Dreamer",))
WARDEN = entity("Gatewarden", COURT, 4, 1, 5, 0, "Heroic.", types=("Synthetic",))
LION = entity("The Lion Rampant", COURT, 2, 4, 3, 3, "(!) When inspired - +2 dawn.", types=("Native",))
CLERK = entity("Clerk of Small Hours", COURT, 4, 1, 2, 1, "(A) Exhaust this card: Ready another entity.")
CONDUCTOR = entity("Conductor Without a Face", SUBTER, 2, 2, 4, -1, "Subtle.", types=("Native",))
PORTER = entity("Night Porter", SUBTER, 4, 1, 2, 1, "(A) Exhaust this card: Roll.", types=("Dreamer",))
MOLE = entity("Tunnel Cartographer", SUBTER, 3, 1, 3, 0, "Deep.", types=("Dreamer",))
SHARD = entity("Shardling", FRACTA, 1, 3, 6, 2, "Deep.", types=("Native",))
RESEARCHER = entity("Researcher of the Unlit Wing", MAZE, 3, 2, 2, 4, "Dread.", types=("Dreamer",))
CLOUD = entity("Drifting Cloudherd", NEUTRAL, 4, 1, 1, 1)

LULLABY = CardFace(
    "Half-remembered Lullaby", "memory", NEUTRAL, 3, ("Song",), text=("(!) When the round begins - Evoke.",)
)
TIMETABLE = CardFace("The Annotated Timetable", "memory", SUBTER, 2, text=("+1 dawn to your entities.",))
BANNER = CardFace(
    "Banner of Two Suns",
    "memory",
    COURT,
    4,
    ("Heirloom",),
    text=("Attach this card to an entity.", "+1 dawn."),
)
COAL = CardFace("Ember in a Jar", "memory", MAZE, 1, ("Offering",), text=("Worship 1.",))
AMBUSH = CardFace(
    "Nightflock Ambush", "thought", SUBTER, 2,
    text=("Initiate a dawn conflict.", "You may exhaust a participating entity, then switch the current conflict type from dawn to dusk."),
    flavour="They had been listening from the rafters since before there was a roof.",
)  # fmt: skip
IDEA = CardFace("Idle Daydream", "thought", NEUTRAL, 4, text=("Evoke.",))

CITADEL = CardFace(
    "Citadel of the Chimera", "bastion", COURT, 2, stability=9, text=("Your entities have Heroic.",)
)
TERMINUS = CardFace(
    "The Last Terminus", "bastion", SUBTER, 1, stability=8, text=("(!) When the round begins - Roll.",)
)
BULWARK = CardFace(
    "Gilded Bulwark",
    "construct",
    COURT,
    3,
    stability=5,
    text=("(!) When you take Dream damage - Prevent 1 damage.",),
)
SIGNAL = CardFace(
    "Signal Tower Seven", "construct", SUBTER, 2, stability=4, text=("(A) Exhaust this card: Roll.",)
)

CUNNING = MindView(
    "Cunning", COURT, 3,
    (("+2 dawn.", "-2 dusk."), ("You cannot initiate a conflict.",), ("+1 dawn.", "-2 dusk."), ("-1 dusk.",), ()),
)  # fmt: skip
PATIENCE = MindView(
    "Patience", NEUTRAL, 2,
    (("-1 dawn.",), ("+1 dusk.",), ("(!) After you play an arcanum - You may roll.",), ("+1 dawn.",), ("+2 dawn.",)),
)  # fmt: skip


def hand(cards: tuple[CardFace, ...], known: bool, depth: int = 0) -> tuple[HandCard, ...]:
    if not known:
        return tuple(HandCard(value, None) for value in sorted(card.value for card in cards))
    return tuple(
        HandCard(
            card.value,
            card,
            ""
            if card.value >= depth
            else f"Your depth is {depth}: only arcana of value {depth} or higher can be played (§2).",
        )
        for card in sorted(cards, key=lambda card: (card.value, card.title))
    )


def bastion(face: CardFace, from_top: int | None, damage: int = 0) -> ConstructView:
    return ConstructView(face, face.stability, damage, True, from_top)


def standing(tag: int, face: CardFace, seat: int, **more: object) -> CardInPlay:
    """Return an entity or memory in play, as printed except for the given values."""
    card = CardInPlay(
        tag,
        face.value,
        face,
        owner=seat,
        controller=seat,
        dawn=face.dawn,
        stability=face.stability,
        dusk=face.dusk,
    )
    return msgspec.structs.replace(card, **more)


def veiled(tag: int, value: int, face: CardFace | None, seat: int) -> CardInPlay:
    return CardInPlay(tag, value, face, veiled=True, owner=seat, controller=seat)


def charge(tag: int, value: int, seat: int, face: CardFace | None = None) -> AttachedCard:
    return AttachedCard(tag, value, face, True, seat)


@dataclass(frozen=True)
class Example:
    """An example view; `names` are the players'."""

    view: VoidreamView
    names: tuple[str, str] = NAMES


def sides_at_the_start(viewer: int | None) -> tuple[SideView, SideView]:
    ada = SideView(
        0, msgspec.structs.replace(CUNNING, count=0), hand(ARCANA, viewer == 0), 40, 3, None,
        (bastion(CITADEL, 39),), (), PileView(()), PileView(()), PileView(()),
    )  # fmt: skip
    bo = SideView(
        1, msgspec.structs.replace(PATIENCE, count=0), hand(OTHER_ARCANA + ARCANA[:5], viewer == 1), 40, 4, None,
        (bastion(TERMINUS, 39),), (), PileView(()), PileView(()), PileView(()),
    )  # fmt: skip
    return ada, bo


def opening(viewer: int | None = 0) -> VoidreamView:
    """After the setup, before the first play."""
    ada, bo = sides_at_the_start(viewer)
    return VoidreamView(
        viewer, 1, "main", 1,
        (msgspec.structs.replace(ada, mind=CUNNING), msgspec.structs.replace(bo, mind=msgspec.structs.replace(PATIENCE, count=4))),
        None, (), (Awaited(1, "an action"),), (),
    )  # fmt: skip


def middle_game(viewer: int | None = 0) -> VoidreamView:
    """A few rounds in: attachments, a charge, a veiled card, an exhausted entity, a construct on top."""
    ada_play = (
        standing(1, WARDEN, 0, keywords=("Heroic",), damage=2, stability=6, attached=(AttachedCard(2, 4, BANNER, False, 0), charge(3, 1, 0, SHARD if viewer == 0 else None)), dawn=2),
        standing(4, HERALD, 0, exhausted=True, keywords=("Heroic",)),
        veiled(5, 2, AMBUSH if viewer == 0 else None, 0),
        standing(6, LULLABY, 0),
    )  # fmt: skip
    bo_play = (
        standing(11, PORTER, 1, exhausted=True),
        standing(12, MOLE, 1, keywords=("Deep",), dawn=2),
        standing(13, TIMETABLE, 1),
        veiled(14, 3, MOLE if viewer == 1 else None, 1),
        veiled(15, 1, COAL if viewer == 1 else None, 1),
    )
    ada = SideView(
        0, CUNNING, hand(ARCANA[:5], viewer == 0, 3), 27, 3, None, (bastion(CITADEL, None),),
        ada_play, PileView(ARCANA[5:7]), PileView((CLERK, CLOUD, IDEA, LION, CLOUD)), PileView((ARCANA[7], COAL), (1,)),
    )  # fmt: skip
    tower = ConstructView(SIGNAL, 4, 1, False, 0)
    bo = SideView(
        1, PATIENCE, hand(OTHER_ARCANA + ARCANA[:3], viewer == 1, 2), 24, 2, tower, (tower, bastion(TERMINUS, 21)),
        bo_play, PileView(ARCANA[3:4]), PileView((AMBUSH, CONDUCTOR, IDEA)), PileView((ARCANA[4],)),
    )  # fmt: skip
    ongoing = (OngoingView(1, "The Annotated Timetable", "+1 dawn to your entities.", "while it is in play"),)
    return VoidreamView(viewer, 5, "main", 0, (ada, bo), None, ongoing, (Awaited(0, "an action"),), (1,))


def part(face: CardFace, number: int, what: str = "entity") -> ScorePart:
    return ScorePart(what, face.title, number)


def from_depth(depth: int) -> ScorePart:
    return ScorePart("depth", "", depth)


def conflict(viewer: int | None = 0, kind: str = "dusk", nightmare: bool = False) -> VoidreamView:
    """Attackers and defenders drawn forward."""
    view = middle_game(viewer)
    ada, bo = view.sides
    ada_play = (
        msgspec.structs.replace(ada.play[0], role="attacking"),
        msgspec.structs.replace(ada.play[1], role="attacking"),
        standing(7, LION, 0, role="attacking", dawn=6, keywords=("Heroic",)),
        *ada.play[2:],
    )
    bo_play = (
        msgspec.structs.replace(bo.play[0], exhausted=False),
        msgspec.structs.replace(bo.play[1], role="defending", exhausted=True),
        *bo.play[2:],
    )
    return msgspec.structs.replace(
        view,
        phase=f"{kind} conflict" if kind else "conflict",
        active=1,
        conflict=ConflictView(kind, 0, nightmare),
        awaited=(Awaited(1, "defenders" if not kind else "an action"),),
        passed=(0,),
        sides=(
            msgspec.structs.replace(
                ada,
                play=ada_play,
                dawn_score=11,
                dusk_score=4,
                has_siege=True,
                dawn_parts=(part(WARDEN, 2), part(LION, 6), from_depth(3)),
                dusk_parts=(part(HERALD, 1), from_depth(3)),
            ),
            msgspec.structs.replace(
                bo,
                play=bo_play,
                dawn_score=3,
                dusk_score=-2,
                dawn_parts=(from_depth(2), part(TIMETABLE, 1, "effect")),
                dusk_parts=(part(MOLE, 0), from_depth(2), ScorePart("mind", "Patience", -4)),
            ),
        ),
    )


def nightmare(viewer: int | None = 0) -> VoidreamView:
    """A dusk conflict in Nightmare against a Dreamer without defenders."""
    view = conflict(viewer, "dusk", True)
    ada, bo = view.sides
    alone = tuple(msgspec.structs.replace(card, role="") for card in bo.play)
    return msgspec.structs.replace(
        view,
        sides=(ada, msgspec.structs.replace(bo, play=alone, dusk_parts=bo.dusk_parts[1:])),
        resolving=AMBUSH,
        passed=(),
    )


def crowded(viewer: int | None = 0) -> VoidreamView:
    """A very full board: fifteen permanents per side, eight attachments under one of them."""
    faces = (
        HERALD,
        WARDEN,
        LION,
        CLERK,
        CONDUCTOR,
        PORTER,
        MOLE,
        SHARD,
        RESEARCHER,
        CLOUD,
        LULLABY,
        TIMETABLE,
        COAL,
    )
    view = middle_game(viewer)

    def play(seat: int) -> tuple[CardInPlay, ...]:
        known = viewer == seat
        under = (
            *(charge(100 + n, n % 4 + 1, seat, faces[n] if known else None) for n in range(6)),
            AttachedCard(110, 4, BANNER, False, seat),
            AttachedCard(111, 3, LULLABY, False, 1 - seat, exhausted=True),
        )
        cards = [
            standing(20 * seat + n, face, seat, exhausted=n % 4 == 1, damage=n % 3 if face.kind == "entity" else 0, dawn=face.dawn + n % 3 - 1 if face.kind == "entity" else 0)
            for n, face in enumerate(faces)
        ]  # fmt: skip
        cards[2] = msgspec.structs.replace(
            cards[2], attached=under, keywords=("Deep", "Dormant 2", "Voidbound")
        )
        cards[7] = msgspec.structs.replace(cards[7], owner=1 - seat)
        return (
            *cards,
            veiled(50 + seat, 2, AMBUSH if known else None, seat),
            veiled(52 + seat, 4, CLOUD if known else None, seat),
        )

    ada, bo = view.sides
    many = tuple(sorted((HERALD, CLOUD, IDEA, AMBUSH, CLERK) * 3, key=lambda face: face.title))
    ongoing = (
        *view.ongoing,
        OngoingView(
            0,
            "Oath of the Barrier",
            "Your entities cannot be destroyed.",
            "until the end of the phase",
            "phase",
        ),
        OngoingView(
            0,
            "Sunlit Charge",
            "+2 dawn to all entities you control.",
            "until the end of the conflict",
            "conflict",
        ),
    )
    bulwark = ConstructView(BULWARK, 5, 0, False, 0)
    return msgspec.structs.replace(
        view,
        round=12,
        ongoing=ongoing,
        sides=(
            msgspec.structs.replace(
                ada, play=play(0), discard=PileView(many), constructs=(bulwark, *ada.constructs), top=bulwark
            ),
            msgspec.structs.replace(bo, play=play(1), discard=PileView(many)),
        ),
    )


def game_over(viewer: int | None = None) -> VoidreamView:
    """Bo's bastion is destroyed."""
    view = middle_game(viewer)
    ada, bo = view.sides
    fallen = msgspec.structs.replace(bo, constructs=(), top=None, deck_count=0, depth=0, play=())
    return msgspec.structs.replace(
        view,
        phase="over",
        active=None,
        sides=(ada, fallen),
        awaited=(),
        passed=(),
        ongoing=(),
        winners=(0,),
        ended="bastion",
    )


EXAMPLES: dict[str, Example] = {
    "opening": Example(opening()),
    "middle-game": Example(middle_game()),
    "middle-game-other": Example(middle_game(1)),
    "spectator": Example(middle_game(None)),
    "dawn-conflict": Example(
        conflict(None, "dawn"), ("Penelope Featherstone", "Maximilian von Traumfänger 3rd")
    ),
    "dusk-conflict": Example(conflict()),
    "choosing": Example(conflict(1, "")),
    "nightmare": Example(nightmare()),
    "crowded": Example(crowded()),
    "game-over": Example(game_over()),
}


CUNNING_FACE = CardFace(
    "Cunning",
    "mind",
    COURT,
    0,
    text=(
        "4: No text.",
        "3: -1 dusk.",
        "2: +1 dawn. -2 dusk.",
        "1: You cannot initiate a conflict.",
        "Spent: +2 dawn. -2 dusk.",
    ),
)
