"""Hypothesis strategies for views: all possible boards, including unusually full ones."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

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

FACTIONS = ("chimeric-court", "fracta", "subter-venellam", "maze", "neutral")
WORDS = (
    "The",
    "Gilded",
    "Moth",
    "of",
    "Unremembered",
    "Crystalline",
    "Cartographer",
    "Half-lit",
    "Ember",
    "Nightflock",
    "a",
)
RULES = (
    "Evoke.",
    "+1 dawn to all entities.",
    "(A) Exhaust this card: Deal 1 damage to an entity.",
    "(!) After you play an arcanum - Look at the top 3 cards of your deck, then return them in any order.",
)

titles = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(
    lambda words: " ".join(words)[:40].strip()
)
lines = st.lists(st.sampled_from(RULES), max_size=3).map(tuple)
values = st.integers(1, 4)
numbers = st.one_of(st.integers(-9, 20), st.sampled_from((-1000, 1000)))
seats = st.integers(0, 1)
names = st.tuples(
    *[st.one_of(st.text(min_size=1, max_size=32), st.just("Maximilian von Traumfänger WWW"))] * 2
)
words = st.sampled_from(("an action", "which entities defend", "how the damage is distributed", "Nightmare"))


@cache
def faces(*kinds: str) -> st.SearchStrategy[CardFace]:
    return st.builds(
        CardFace,
        title=titles,
        kind=st.sampled_from(kinds),
        faction=st.sampled_from(FACTIONS),
        value=values,
        types=st.lists(st.sampled_from(("Offering", "Synthetic", "Dreamer")), max_size=2, unique=True).map(
            tuple
        ),
        dawn=numbers,
        stability=st.integers(0, 1000),
        dusk=numbers,
        text=lines,
        inverted=lines,
    )


attached = st.one_of(
    st.builds(AttachedCard, tag=st.just(1), value=values, face=st.none(), is_charge=st.just(True), controller=seats),
    st.builds(
        AttachedCard, tag=st.just(1), value=values, face=faces("memory", "entity"), is_charge=st.booleans(),
        controller=seats, exhausted=st.booleans(),
    ),
)  # fmt: skip
veiled = st.builds(
    CardInPlay, tag=st.just(1), value=values, face=st.one_of(st.none(), faces("memory", "entity", "thought")),
    veiled=st.just(True), owner=seats, controller=seats,
)  # fmt: skip
face_up = st.builds(
    CardInPlay, tag=st.just(1), value=values, face=faces("memory", "entity"), owner=seats, controller=seats,
    exhausted=st.booleans(), damage=st.one_of(st.just(0), st.integers(0, 1000)), dawn=numbers,
    stability=st.integers(0, 1000), dusk=numbers,
    keywords=st.lists(st.sampled_from(("Deep", "Dormant 2", "Indestructible", "Heroic")), max_size=4, unique=True).map(tuple),
    role=st.sampled_from(("", "", "attacking", "defending")), attached=st.lists(attached, max_size=8).map(tuple),
)  # fmt: skip
constructs = st.builds(
    ConstructView, face=faces("construct"), stability=st.integers(0, 1000), damage=st.integers(0, 30),
    is_bastion=st.just(False), from_top=st.one_of(st.none(), st.integers(0, 120)), exhausted=st.booleans(),
)  # fmt: skip
bastions = st.builds(
    ConstructView, face=faces("bastion"), stability=st.integers(0, 1000), damage=st.integers(0, 30),
    is_bastion=st.just(True), from_top=st.one_of(st.none(), st.integers(0, 120)), exhausted=st.booleans(),
)  # fmt: skip
minds = st.builds(
    MindView,
    title=titles,
    faction=st.sampled_from(FACTIONS),
    count=st.integers(0, 4),
    texts=st.tuples(*[lines] * 5),
)
hand_cards = st.one_of(
    st.builds(HandCard, value=values, face=st.none()),
    st.builds(
        HandCard,
        value=values,
        face=faces("arcanum"),
        playable=st.sampled_from(("", "Your mind is spent (§4).")),
    ),
)


@st.composite
def voids(draw: st.DrawFn) -> PileView:
    cards = draw(st.lists(faces("thought", "arcanum"), max_size=3))
    offerings = [place for place in range(len(cards)) if draw(st.booleans())]
    return PileView(tuple(cards), tuple(offerings))


any_void = voids()
piles = st.builds(PileView, cards=st.lists(faces("thought", "arcanum"), max_size=3).map(tuple))


score_parts = st.lists(
    st.one_of(
        st.builds(ScorePart, st.sampled_from(("entity", "dread", "mind", "effect")), titles, numbers),
        st.builds(ScorePart, st.sampled_from(("depth", "limit")), st.just(""), numbers),
    ),
    max_size=9,
).map(tuple)


@st.composite
def sides(draw: st.DrawFn, seat: int) -> SideView:
    bastion = draw(st.lists(bastions, min_size=1, max_size=1))
    others = draw(st.lists(constructs, max_size=2))
    play = draw(st.lists(st.one_of(face_up, veiled), max_size=15))
    top = draw(st.sampled_from([None, *bastion, *others]))
    dawn, dusk = draw(score_parts), draw(score_parts)
    return SideView(
        seat, draw(minds), tuple(draw(st.lists(hand_cards, max_size=8))), draw(st.integers(0, 120)), draw(values), top,
        (*bastion, *others), tuple(play), draw(piles), draw(piles), draw(any_void),
        sum(part.number for part in dawn), sum(part.number for part in dusk), dawn, dusk, draw(st.booleans()),
    )  # fmt: skip


ongoing = st.builds(
    OngoingView,
    controller=seats,
    source=titles,
    text=st.sampled_from(RULES),
    until=st.sampled_from(("", "until the end of the phase")),
)
conflicts = st.builds(
    ConflictView, kind=st.sampled_from(("dawn", "dusk", "")), attacker=seats, nightmare=st.booleans()
)
awaited = st.builds(Awaited, seat=seats, about=words)
seated = (sides(0), sides(1))


@st.composite
def views(draw: st.DrawFn) -> VoidreamView:
    first, second = map(draw, seated)
    return VoidreamView(
        draw(st.sampled_from((None, 0, 1))),
        draw(st.integers(1, 99)),
        draw(st.sampled_from(("setup", "beginning", "main", "Nightmare", "dawn conflict", "dusk conflict", "conflict", "over"))),
        draw(st.sampled_from((None, 0, 1))),
        (first, second),
        draw(st.one_of(st.none(), conflicts)),
        tuple(draw(st.lists(ongoing, max_size=6))),
        tuple(draw(st.lists(awaited, max_size=2))),
        tuple(draw(st.lists(seats, max_size=2, unique=True))),
        tuple(draw(st.lists(faces("thought", "entity", "construct"), max_size=5))),
        draw(st.one_of(st.none(), faces("thought", "arcanum"))),
        draw(st.sampled_from(((), (0,), (1,), (0, 1)))),
        draw(st.sampled_from(("", "bastion", "insanity"))),
    )  # fmt: skip
