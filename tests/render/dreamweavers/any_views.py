"""Hypothesis strategies for views of Dreamweavers: all possible boards, including unusually full ones."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.dreamweavers.views.types import (
    AttackView,
    Awaited,
    CardFace,
    CardInPlay,
    DreamweaversView,
    HandCard,
    IntentView,
    LastingView,
    PowerChange,
    SideView,
    StandbyView,
)

NOTIONS = ("Rage", "Grief", "Nostalgia", "Curiosity", "Devotion")
WORDS = ("The", "Unremembered", "Kite", "of", "Half-lit", "Disappointment", "Ember", "a")
RULES = (
    "Quick.",
    "Fleeting: Draw a card.",
    "(A) Pay 1, forget this card: Return a Thought you control to your hand.",
    "(!) When a Thought you control attacks, if you control another tapped Thought - It gets +1 power for this attack.",
)

titles = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(
    lambda words: " ".join(words)[:34].strip()
)
notions = st.sampled_from(NOTIONS)
lines = st.lists(st.sampled_from(RULES), max_size=3).map(tuple)
numbers = st.one_of(st.integers(0, 12), st.just(99))
seats = st.integers(0, 1)
players = st.tuples(
    *[st.one_of(st.text(min_size=1, max_size=32), st.just("Maximilian von Traumfänger WWW"))] * 2
)


def faces(kind: str) -> st.SearchStrategy[CardFace]:
    return st.builds(
        CardFace, title=titles, notion=notions, kind=st.just(kind), cost=st.integers(0, 9),
        power=numbers if kind == "Thought" else st.just(0), text=lines,
    )  # fmt: skip


any_face = st.one_of(faces("Thought"), faces("Feeling"))
thoughts = st.builds(
    CardInPlay, face=faces("Thought"), tapped=st.booleans(), power=numbers, is_new=st.booleans(),
    keywords=st.lists(st.sampled_from(("Quick", "Bulwark 2", "Relentless", "Steadfast", "Stubborn")), max_size=4, unique=True).map(tuple),
    changes=st.lists(st.builds(PowerChange, titles, st.integers(-3, 3)), max_size=2).map(tuple),
    can_attack=st.booleans(), stays_tapped=st.booleans(), on_standby=st.booleans(),
    role=st.sampled_from(("", "", "attacking", "attacked")),
)  # fmt: skip
feelings = st.builds(
    CardInPlay, face=faces("Feeling"), lingers=st.booleans(), on_standby=st.booleans(),
    keywords=st.lists(st.sampled_from(("Fading", "Stubborn", "Recurring")), max_size=3, unique=True).map(tuple),
)  # fmt: skip
hand_cards = st.builds(
    HandCard, face=st.one_of(st.none(), any_face), is_known=st.booleans(), cost=st.integers(0, 12),
    playable=st.sampled_from(("", "There is no room for another Feeling (DW41).")),
)  # fmt: skip
packets = st.lists(st.one_of(st.none(), st.none(), any_face), max_size=8).map(tuple)
intents = st.one_of(st.none(), st.builds(IntentView, notion=notions, text=lines, is_open=st.booleans()))


def sides(seat: int) -> st.SearchStrategy[SideView]:
    return st.builds(
        SideView, seat=st.just(seat), notions=st.lists(notions, max_size=3, unique=True).map(tuple), intent=intents,
        mind_count=st.integers(0, 45), mind=packets, ego=packets, hand=st.lists(hand_cards, max_size=9).map(tuple),
        id=st.lists(any_face, max_size=4).map(tuple), thoughts=st.lists(thoughts, max_size=5).map(tuple),
        feelings=st.lists(feelings, max_size=5).map(tuple), most_thoughts=st.integers(3, 4), most_feelings=st.integers(3, 4),
        memory=st.integers(0, 10),
    )  # fmt: skip


standby = st.builds(
    StandbyView, seat=seats, title=st.one_of(titles, notions), text=st.sampled_from(RULES),
    named=st.lists(titles, max_size=3).map(tuple), is_cancelled=st.booleans(),
)  # fmt: skip
attacks = st.builds(
    AttackView, seat=seats, attacker=titles, power=numbers, target=st.one_of(st.just(""), titles), target_power=numbers,
    shields=st.lists(titles, max_size=4).map(tuple), shield_value=numbers,
)  # fmt: skip
lastings = st.builds(
    LastingView, seat=seats, title=titles, text=st.sampled_from(RULES), cards=st.lists(titles, max_size=2).map(tuple),
    until=st.sampled_from(("turn", "attack")),
)  # fmt: skip
asked = st.builds(
    Awaited, seat=seats, about=st.sampled_from(("an action", "a defence", "a response to The Half-lit Kite"))
)

views = st.builds(
    DreamweaversView, viewer=st.sampled_from((None, 0, 1)), phase=st.sampled_from(("mulligan", "upkeep", "main")),
    turn=st.integers(1, 100), active=st.sampled_from((None, 0, 1)), first=seats, tracker_side=st.sampled_from((None, 0, 1)),
    tracker=st.integers(1, 10), sides=st.tuples(sides(0), sides(1)), standby=st.lists(standby, max_size=4).map(tuple),
    attack=st.one_of(st.none(), attacks), lasting=st.lists(lastings, max_size=3).map(tuple),
    awaited=st.lists(asked, max_size=2).map(tuple), looking_at=st.lists(any_face, max_size=3).map(tuple),
    revealed=st.one_of(st.none(), any_face),
)  # fmt: skip
