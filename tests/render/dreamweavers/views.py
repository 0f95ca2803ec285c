"""Reproducible views of every stage of a match, for pictures and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.dreamweavers.views.types import (
    AttackView,
    Awaited,
    CardFace,
    CardInPlay,
    DraftNotion,
    DraftView,
    DreamweaversView,
    HandCard,
    IntentView,
    LastingView,
    PowerChange,
    SideView,
    StandbyView,
)

NAMES = ("Ada", "Bo")


def thought(title: str, notion: str, cost: int, power: int, *text: str) -> CardFace:
    return CardFace(title, notion, "Thought", cost, power, text)


def feeling(title: str, notion: str, cost: int, *text: str) -> CardFace:
    return CardFace(title, notion, "Feeling", cost, 0, text)


EMBER = thought(
    "Ember in the Fist",
    "Rage",
    3,
    4,
    "Quick.",
    "(!) When this card attacks - It gets +1 power for this attack.",
)
HOUND = thought("Hound of Old Quarrels", "Rage", 5, 6, "Crushing.")
SLAM = feeling(
    "Slam the Table", "Rage", 2, "Fleeting: A Thought gets +2 power this turn.",
    "Lingering: (A) Forget this card: A Thought you control gains quick this turn.",
)  # fmt: skip
RAIN = feeling(
    "Three Days of Rain", "Grief", 3, "Fleeting: Destroy a Thought of power 3 or lower.",
    "Lingering: (!) When another Thought you control is forgotten - Draw a card.",
)  # fmt: skip
WIDOW = thought(
    "Widow at the Window",
    "Grief",
    4,
    4,
    "While there are 6 or more cards in your Id, this card gets +2 power.",
)
KITE = thought("Kite Without a String", "Joy", 1, 2, "Quick.")
CROWD = thought("Everybody at Once", "Joy", 2, 2, "Bulwark 1.", "Your other Joy Thoughts get +1 power.")
CONFETTI = feeling("Confetti", "Joy", 2, "Fleeting: Draw a card.", "Lingering: Your Thoughts get +1 power.")
SCEPTIC = thought(
    "Patient Sceptic",
    "Doubt",
    3,
    3,
    "(!) When a payment of your opponent moves the tracker onto your side - Gain 1 memory.",
)
ADVOCATE = thought(
    "Devil's Advocate", "Doubt", 3, 4, "(!) When you answer - This card gets +2 power this turn. Untap it."
)
FOG = thought("Face in Fog", "Doubt", 3, 3, "Elusive.")
UNSAID = feeling(
    "Better Left Unsaid", "Doubt", 2, "Fleeting: Cancel the effect this answers.", "Lingering: Fading."
)
SECOND = feeling(
    "Second Thoughts",
    "Doubt",
    4,
    "Fleeting: Return a Thought to its owner's hand.",
    "Lingering: Thoughts your opponent plays cost 1 more.",
)
LAMP = thought("Lamp in the Hall", "Nostalgia", 1, 2, "Recurring.", "Bulwark 1.")
SUMMER = feeling(
    "The Long Summer",
    "Nostalgia",
    1,
    "Fleeting: Draw a card.",
    "Lingering: (A) Pay 1, forget this card: Return a Thought you control to your hand.",
)
TWIN = thought("Twin Beds", "Nostalgia", 2, 3)
POND = thought("Still Pond", "Serenity", 4, 5, "Guardian.", "Steadfast.")
BREATH = feeling(
    "A Long Breath Out",
    "Serenity",
    3,
    "Stubborn.",
    "Fleeting: Draw a card.",
    "Lingering: Thoughts your opponent plays enter tapped.",
)
TEA = feeling("Cold Tea", "Serenity", 1, "Fleeting: Gain 1 memory.", "Lingering: Your shields count 1 more.")

RAGE_INTENT = IntentView(
    "Rage",
    (
        "(!) When a Thought you control attacks, if you control another tapped Thought - It gets +1 power for this attack.",
    ),
)
DOUBT_INTENT = IntentView("Doubt", ("(A) Once a turn, discard a Feeling: Gain 1 memory.",))
SERENITY_INTENT = IntentView("Serenity", ("Your shields count 1 more.", "You may control a fourth Feeling."))
JOY_INTENT = IntentView("Joy", ("You may control a fourth Thought.",))

FIRST, SECOND_NOTIONS = ("Rage", "Grief", "Joy"), ("Doubt", "Nostalgia", "Serenity")


def known(*faces: CardFace) -> tuple[HandCard, ...]:
    return tuple(HandCard(face, cost=face.cost) for face in faces)


def hidden(count: int, *seen: CardFace) -> tuple[HandCard, ...]:
    return (*(HandCard(face, is_known=True, cost=face.cost) for face in seen), *(HandCard(None),) * count)


def in_play(face: CardFace, **how: object) -> CardInPlay:
    how.setdefault("power", face.power)
    how.setdefault("lingers", face.kind == "Feeling")
    words = tuple(
        line.rstrip(".")
        for line in face.text
        if line.count(" ") < 2 and line[0] not in "(F" and "get" not in line
    )
    how.setdefault("keywords", words if face.kind == "Thought" else ())
    return CardInPlay(face, **how)  # type: ignore[arg-type]


def side(seat: int, **what: object) -> SideView:
    whole: dict[str, object] = {
        "seat": seat, "notions": FIRST if seat == 0 else SECOND_NOTIONS,
        "intent": RAGE_INTENT if seat == 0 else DOUBT_INTENT, "mind_count": 35, "mind": (), "ego": (None,) * 5,
        "hand": hidden(5), "id": (), "thoughts": (), "feelings": (),
    }  # fmt: skip
    return SideView(**{**whole, **what})  # type: ignore[arg-type]


OWN_HAND = (
    HandCard(KITE, cost=1),
    HandCard(SLAM, cost=2),
    HandCard(CROWD, cost=1),
    HandCard(RAIN, is_known=True, cost=3, playable="There is no room for another Feeling (DW41)."),
    HandCard(HOUND, cost=5, playable="With three Thoughts there is no room (DW41)."),
)


def _hand(viewer: int | None, seat: int, faces: tuple[HandCard, ...]) -> tuple[HandCard, ...]:
    if viewer == seat:
        return faces
    seen = [card for card in faces if card.is_known]
    return (*seen, *(HandCard(None),) * (len(faces) - len(seen)))


# ------------------------------------------------------------------------------------------------------ setting up

ABOUT = "It strikes now and asks later: quick Thoughts, and texts that happen when they attack."
TWELVE = (
    "Rage", "Grief", "Hope", "Fear", "Pride", "Devotion", "Curiosity", "Doubt", "Serenity", "Nostalgia", "Logic", "Joy",
)  # fmt: skip


def draft(viewer: int | None = 0) -> DreamweaversView:
    taken = {"Rage": (0, 1), "Doubt": (1, 2), "Nostalgia": (1, 3)}
    notions = tuple(
        DraftNotion(notion, ABOUT, RAGE_INTENT.text, (EMBER, SLAM), *taken.get(notion, (None, 0)))
        for notion in TWELVE
    )
    bare = {"mind_count": 0, "ego": (), "hand": (), "intent": None}
    return DreamweaversView(
        viewer, "draft", 0, None, 0, None, 0,
        (side(0, **{**bare, "notions": ("Rage",)}), side(1, **{**bare, "notions": ("Doubt", "Nostalgia")})),
        awaited=(Awaited(0, "a pick in the draft"),), draft=DraftView(notions, 0, 2, ((6, 4, 3), (5, 2, 1))),
    )  # fmt: skip


def intent(viewer: int | None = 0) -> DreamweaversView:
    taken = {
        "Rage": (0, 1),
        "Doubt": (1, 2),
        "Nostalgia": (1, 3),
        "Grief": (0, 4),
        "Joy": (0, 5),
        "Serenity": (1, 6),
    }
    notions = tuple(
        DraftNotion(notion, ABOUT, RAGE_INTENT.text, (EMBER, SLAM), *taken.get(notion, (None, 0)))
        for notion in TWELVE
    )
    bare = {"mind_count": 45, "ego": (), "hand": ()}
    mine = replace(RAGE_INTENT, is_open=False) if viewer == 0 else None
    return DreamweaversView(
        viewer, "intent", 0, None, 0, None, 0, (side(0, intent=mine, **bare), side(1, intent=None, **bare)),
        awaited=(Awaited(1, "an Intent"),), draft=DraftView(notions, None, 0, ((6, 4, 3), (5, 2, 1))),
    )  # fmt: skip


def mulligan(viewer: int | None = 0) -> DreamweaversView:
    hands = [_hand(viewer, seat, known(KITE, SLAM, CROWD, RAIN, HOUND)) for seat in (0, 1)]
    return DreamweaversView(
        viewer, "mulligan", 0, None, 0, None, 0,
        (side(0, ego=(), mind_count=40, hand=hands[0]), side(1, ego=(), mind_count=40, hand=hands[1])),
        awaited=(Awaited(0, "a mulligan"), Awaited(1, "a mulligan")),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------- matches


def early(viewer: int | None = 0) -> DreamweaversView:
    first = side(
        0, hand=_hand(viewer, 0, known(KITE, SLAM, CROWD, RAIN)), mind_count=34, memory=1,
        thoughts=(in_play(TWIN, is_new=True),),
    )  # fmt: skip
    second = side(1, thoughts=(in_play(LAMP, can_attack=True),))
    return DreamweaversView(
        viewer, "main", 3, 0, 0, 0, 1, (first, second), awaited=(Awaited(0, "an action"),)
    )


def middle(viewer: int | None = 0) -> DreamweaversView:
    """An effect crosses: Bo may respond, and waiting effects are on standby."""
    first = side(
        0, hand=_hand(viewer, 0, OWN_HAND), mind_count=24, ego=(None, EMBER, None), id=(TWIN, KITE, LAMP, CONFETTI),
        thoughts=(in_play(EMBER, tapped=True, power=6, changes=(PowerChange("Slam the Table", 2),)),
                  in_play(WIDOW, can_attack=True), in_play(HOUND, is_new=True)),
        feelings=(in_play(SLAM, lingers=False, on_standby=True), in_play(CONFETTI)),
    )  # fmt: skip
    second = side(
        1, hand=hidden(3, ADVOCATE), mind_count=27, ego=(None,) * 4, id=(FOG, TEA), memory=2,
        thoughts=(in_play(SCEPTIC, tapped=True, stays_tapped=True), in_play(POND, can_attack=True)),
        feelings=(in_play(SUMMER), in_play(UNSAID, lingers=False, on_standby=True), in_play(BREATH)),
    )  # fmt: skip
    return DreamweaversView(
        viewer, "main", 8, 0, 0, 1, 2, (first, second),
        standby=(
            StandbyView(0, SLAM.title, SLAM.text[0].removeprefix("Fleeting: "), ("Ember in the Fist",)),
            StandbyView(1, UNSAID.title, "Cancel the effect this answers.", (SLAM.title,)),
        ),
        lasting=(LastingView(0, SLAM.title, "A Thought gets +2 power this turn.", ("Ember in the Fist",), "turn"),),
        awaited=(Awaited(0, "a response to Better Left Unsaid"),),
    )  # fmt: skip


def attack(viewer: int | None = 1, target: str = "") -> DreamweaversView:
    """Ada's Ember attacks; Bo is asked for a defence."""
    view = middle(viewer)
    first, second = view.sides
    first = replace(
        first, memory=2,
        thoughts=(replace(first.thoughts[0], role="attacking"), *first.thoughts[1:]),
        feelings=(in_play(SLAM), in_play(CONFETTI)),
    )  # fmt: skip
    thoughts = tuple(
        replace(card, role="attacked") if card.face.title == target else card for card in second.thoughts
    )
    second = replace(
        second, memory=0, thoughts=thoughts, feelings=(second.feelings[0], second.feelings[2]),
        hand=_hand(viewer, 1, (HandCard(ADVOCATE, True, 3), *known(FOG, LAMP, TEA))),
    )  # fmt: skip
    against = next((card.power for card in thoughts if card.face.title == target), 0)
    return replace(
        view, sides=(first, second), standby=(), tracker_side=0, tracker=2,
        attack=AttackView(0, EMBER.title, 6, target, against, (), against), awaited=(Awaited(1, "a defence"),),
    )  # fmt: skip


def damage(viewer: int | None = 0) -> DreamweaversView:
    """The shields weren't enough: a Feeling is revealed from Bo's Ego."""
    view = attack(viewer)
    first, second = view.sides
    second = replace(second, ego=second.ego[1:], hand=_hand(viewer, 1, (HandCard(FOG, True, 3),)))
    assert view.attack is not None
    shielded = replace(view.attack, shields=("Lamp in the Hall", "Twin Beds"), shield_value=5)
    return replace(view, sides=(first, second), attack=shielded, revealed=SECOND, awaited=(Awaited(1, "a choice for Second Thoughts"),))  # fmt: skip


def full(viewer: int | None = None) -> DreamweaversView:
    """Four Thoughts and four Feelings each, large hands, small Egos."""
    first = side(
        0, intent=JOY_INTENT, most_thoughts=4, most_feelings=4, memory=9, ego=(), mind_count=0,
        hand=_hand(viewer, 0, known(KITE, SLAM, CROWD, RAIN, HOUND, LAMP, TEA, CONFETTI)),
        id=(TWIN, WIDOW, FOG, ADVOCATE, SECOND, SUMMER),
        thoughts=(in_play(EMBER, tapped=True), in_play(KITE, power=4, changes=(PowerChange("Everybody at Once", 1), PowerChange("Confetti", 1))),
                  in_play(CROWD, tapped=True, stays_tapped=True), in_play(HOUND, power=3, keywords=("Crushing", "Steadfast", "Elusive"), changes=(PowerChange("Cold Tea", -3),))),
        feelings=(in_play(SLAM), in_play(RAIN), in_play(CONFETTI), in_play(TEA, keywords=("Fading",))),
    )  # fmt: skip
    second = side(
        1, intent=SERENITY_INTENT, most_feelings=4, ego=(POND, None), mind_count=3, hand=hidden(6, FOG, LAMP, ADVOCATE),
        id=(TWIN,) * 1, thoughts=(in_play(POND), in_play(SCEPTIC), in_play(ADVOCATE, is_new=True, tapped=True)),
        feelings=(in_play(SUMMER), in_play(UNSAID), in_play(BREATH), in_play(SECOND)),
    )  # fmt: skip
    return DreamweaversView(
        viewer, "main", 23, 0, 1, 0, 9, (first, second), awaited=(Awaited(0, "an action"),)
    )


def over(viewer: int | None = 0) -> DreamweaversView:
    view = attack(viewer)
    first, second = view.sides
    second = replace(second, ego=(), thoughts=())
    return replace(
        view,
        phase="over",
        sides=(first, second),
        attack=None,
        awaited=(),
        lasting=(),
        places=((0,), (1,)),
        ended="ego",
    )


VIEWS: Mapping[str, Callable[[int | None], DreamweaversView]] = {
    "draft": draft,
    "intent": intent,
    "mulligan": mulligan,
    "early": early,
    "middle": middle,
    "attack-ego": attack,
    "attack-thought": lambda viewer: attack(viewer, SCEPTIC.title),
    "damage": damage,
    "full": full,
    "over": over,
}
