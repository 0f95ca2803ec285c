"""Every word of the card language has an effect in the engine, and is used by the test set."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, get_args

import pytest

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, KeywordName, Prohibition, Trait, TriggerType
from cards.voidream.language.words import VOIDREAM
from cards.voidream.model import Kind
from engine.voidream.effects.verbs.vocabulary import VERBS
from engine.voidream.facts.deck import DreamDamageDealt
from engine.voidream.queries.characteristics import keyword
from tests.engine.voidream.cardset import SET
from tests.engine.voidream.table import Stage, arcanum, card, entity, stage

PERFORMED = {"act", "bare", "loose", "predicate", "player predicate"}
"""The categories of words that are verbs. Others are structures around them, or parts of them."""
MEM = Kind.MEMORY
MOTH = entity("Moth", 1, 2, 1)
BELL = "(!) {} - Deal 1 Dream damage to your opponent."


def parts(node: object) -> Iterator[object]:
    """Yield all parts of a text."""
    yield node
    if isinstance(node, tuple):
        for inner in node:
            yield from parts(inner)
    elif isinstance(node, tree.Node):
        for field in node.__struct_fields__:
            yield from parts(getattr(node, field))


def used() -> tuple[set[type], set[StrEnum]]:
    """Return the classes and enumeration members that the test set uses."""
    texts = [c.text for c in SET.values()] + [c.inverted for c in SET.values()]
    texts += [c.back.text for c in SET.values() if c.back] + [
        side for c in SET.values() if c.mind for side in c.mind.sides
    ]
    nodes = [part for text in texts for part in parts(text)]
    return {type(part) for part in nodes}, {part for part in nodes if isinstance(part, StrEnum)}


def test_the_set_uses_every_class_of_the_language():
    classes = {
        *get_args(tree.Instruction),
        *get_args(tree.Ability),
        *get_args(tree.Amount),
        *get_args(tree.Condition),
    }
    classes |= {*get_args(tree.Selection), tree.TriggerEvent, tree.Test}
    flat = {inner for cls in classes for inner in (get_args(cls) or (cls,))}
    assert flat - used()[0] == set()


@pytest.mark.parametrize(
    "words",
    [
        KeywordName,
        tree.Noun,
        Trait,
        tree.ConflictKind,
        tree.Stat,
        tree.Timing,
        TriggerType,
        Ban,
        Prohibition,
        tree.Place,
        tree.Duration,
        tree.Comparison,
    ],
)
def test_the_set_uses_every_member(words: type[StrEnum]):
    assert set(words) - used()[1] == set()


def test_every_instruction_has_a_handler_and_is_judged():
    assert set(VERBS) == {entry.node for entry in VOIDREAM.entries if entry.category in PERFORMED}


# ------------------------------------------------------------------------------------------------------- events

HAPPENS: dict[TriggerType, tuple[str, str, dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    # condition, text that fulfils it, Ada's and Bo's cards, further answers
    TriggerType.DREAM_DAMAGE: ("you take Dream damage", "Take 2 Dream damage.", {}, {}, ()),
    TriggerType.PLAY: ("you play an arcanum", "Roll.", {}, {}, ()),
    TriggerType.EVOKE: ("you evoke", "Evoke.", {}, {}, ("return",)),
    TriggerType.ROLL: ("you roll", "Roll.", {}, {}, ()),
    TriggerType.SHUFFLE: ("you shuffle", "Shuffle your deck.", {}, {}, ("0",)),
    TriggerType.ENTER_PLAY: ("an entity enters play", "Play an entity in your discard pile.", {"discard": ["Moth"]}, {}, ()),
    TriggerType.LEAVE_PLAY: ("an entity leaves play", "Void an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.DESTROYED: ("an entity is destroyed", "Deal 2 damage to an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.SACRIFICED: ("an entity is sacrificed", "Sacrifice an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.DISCARDED: ("an entity is discarded", "Discard an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.VOIDED: ("an entity is voided", "Void an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.VEILED: ("a card is veiled", "Veil an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.UNVEILED: ("a card is unveiled", "Unveil a veiled card you control.", {"veiled": ["Moth"]}, {}, ()),
    TriggerType.EXHAUSTED: ("an entity is exhausted", "Exhaust an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.READIED: ("an entity is readied", "Ready an entity.", {"play": ["Moth"], "exhausted": ["Moth"]}, {}, ()),
    TriggerType.DAMAGED: ("an entity is dealt damage", "Deal 1 damage to an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.CHARGED: ("an entity is charged", "Charge an entity.", {"play": ["Moth"]}, {}, ()),
    TriggerType.ATTACHED: ("a memory becomes attached", "Attach a memory in your discard pile to an entity.", {"play": ["Moth"], "discard": ["Crown"]}, {}, ()),
    TriggerType.ATTACKS: ("an entity attacks", "Initiate a dawn conflict.", {"play": ["Moth"]}, {}, ("Moth",)),
    TriggerType.DEFENDS: ("an entity defends", "Initiate a dawn conflict.", {}, {"play": ["Moth"]}, ("Moth",)),
    TriggerType.CONFLICT_INITIATED: ("a dusk conflict is initiated", "Initiate a dusk conflict.", {}, {}, ()),
    TriggerType.CONFLICT_ENDS: ("a dusk conflict ends", "Initiate a dusk conflict.", {}, {}, ("pass", "pass")),
    TriggerType.CONFLICT_WON: ("you win a dawn conflict", "+3 dawn, then initiate a dawn conflict.", {}, {}, ("pass", "pass")),
    TriggerType.CONFLICT_LOST: ("your opponent loses a dawn conflict", "+3 dawn, then initiate a dawn conflict.", {}, {}, ("pass", "pass")),
    TriggerType.NIGHTMARE_ENTERED: ("you enter Nightmare", "Roll.", {"hand": ["Spare"]}, {"mind": 1, "hand": ["Spare"]}, ("pass", "pass", "enter", "Act")),
    TriggerType.NIGHTMARE_AVOIDED: ("you avoid Nightmare", "Roll.", {"hand": ["Spare"]}, {"mind": 1, "hand": ["Spare"]}, ("pass", "pass", "Spare")),
    TriggerType.ROUND_BEGINS: ("the round begins", "Roll.", {"hand": ["Spare"]}, {"mind": 1, "hand": ["Spare"]}, ("pass", "pass", "Spare")),
    TriggerType.ROUND_ENDS: ("the round ends", "Roll.", {"hand": ["Spare"]}, {"mind": 1, "hand": ["Spare"]}, ("pass", "pass", "Spare")),
    TriggerType.MIND_REDUCED: ("your opponent reduces their mind", "Your opponent reduces their mind by 1.", {}, {}, ()),
    TriggerType.MIND_SPENT: ("your opponent spends their mind", "Your opponent reduces their mind by 4.", {}, {}, ()),
}  # fmt: skip


def bring_about(trigger_type: TriggerType, timing: str) -> Stage:
    condition, text, ada, bo, answers = HAPPENS[trigger_type]
    bell = card("Bell", Kind.CONSTRUCT, 1, BELL.format(f"{timing} {condition}"), stability=9)
    crown = card("Crown", MEM, text="+1 dawn.")
    deck = [*ada.get("deck", ["Blank"] * 6), "Bell", "Blank"]
    s = stage(text, bell, crown, MOTH, arcanum("Roll.", "Spare"), ada={**ada, "deck": deck}, bo={**bo})
    for answer in answers:
        s.answer(answer)
    return s


@pytest.mark.parametrize("timing", ["Before", "When", "After"])
@pytest.mark.parametrize("trigger_type", HAPPENS)
def test_everything_that_can_happen_triggers(trigger_type: TriggerType, timing: str):
    assert bring_about(trigger_type, timing).triggered("Bell") == 1


def test_being_inspired_and_playing_inverted_trigger_too():
    muse = entity("Muse", 1, 1, 1, "(!) When inspired - Deal 1 Dream damage to your opponent.")
    assert stage("Inspire an entity.", muse, ada={"play": ["Muse"]}).triggered("Muse") == 1
    for timing in ("Before", "When", "After"):
        bell = card("Bell", MEM, text=BELL.format(f"{timing} you play an inverted arcanum"))
        s = Stage([arcanum("Roll.", inverted="Roll."), bell], {"hand": ["Act"], "play": ["Bell"]})
        s.answer("invert Act")
        assert s.triggered("Bell") == 1
        s = Stage([arcanum("Roll.", inverted="Roll."), bell], {"hand": ["Act"], "play": ["Bell"]})
        s.answer("play Act")
        assert s.triggered("Bell") == 0
    assert {*HAPPENS, TriggerType.INSPIRED, TriggerType.PLAY_INVERTED} == set(TriggerType)


# ------------------------------------------------------------------------------------------ bans and prohibitions


@pytest.mark.parametrize(
    ("ban", "text"),
    [
        (Ban.DESTROYED, "Destroy an entity."),
        (Ban.EXHAUST, "Exhaust an entity."),
        (Ban.READY, "Ready an entity."),
        (Ban.ATTACK, "Initiate a dawn conflict."),
        (Ban.DEFEND, "Your opponent initiates a dawn conflict."),
    ],
)
def test_every_ban_keeps_cards_from_it(ban: Ban, text: str):
    hush = card("Hush", MEM, text=f"All entities cannot {ban}.")
    ada: dict[str, Any] = {"play": ["Moth"], "exhausted": ["Moth"] if ban is Ban.READY else []}

    def changed(s: Stage) -> bool:
        held = s.ref.cards[s.find("Moth")]
        return held.zone != "play" or held.exhausted == (ban is not Ban.READY) or s.can("Moth")

    assert changed(stage(text, MOTH, hush, ada={**ada}))
    assert not changed(stage(text, MOTH, hush, ada={**ada, "play": ["Moth", "Hush"]}))


FORBIDDEN: dict[Prohibition, tuple[str, str]] = {
    Prohibition.PLAY_INVERTED: ("", "invert Act"),
    Prohibition.PLAY_ARCANA: ("", "play Act"),
    Prohibition.UNVEIL: ("", "unveil"),
    Prohibition.ACTIVATE: ("", "activate Lamp"),
    Prohibition.EVOKE: ("Evoke.", "return"),
    Prohibition.INITIATE: ("Initiate a conflict.", "dawn"),
    Prohibition.AVOID_NIGHTMARE: ("pass", "enter"),
}


@pytest.mark.parametrize("what", Prohibition)
@pytest.mark.parametrize("forbidden", [False, True])
def test_every_prohibition_keeps_players_from_it(what: Prohibition, forbidden: bool):
    text, option = FORBIDDEN[what]
    hush = card("Hush", MEM, text=f"Players cannot {what}.")
    lamp = card("Lamp", MEM, text="(A) Exhaust this card: Roll.")
    play = ["Lamp", *(["Hush"] if forbidden else [])]
    s = Stage(
        [
            arcanum(text if text not in ("", "pass") else "Roll.", inverted="Roll."),
            arcanum("Roll.", "Spare"),
            hush,
            lamp,
            MOTH,
        ],
        {"hand": ["Act", "Spare"], "play": play, "veiled": ["Moth"]},
        {"mind": 1, "hand": ["Spare"]},
    )
    if text == "pass":
        s.both_pass()
    elif text:
        s.answer("play Act")
    assert s.can(option) is not forbidden


# ---------------------------------------------------------------------------------------------------- adjectives

KINDS = [entity("Plain", 1, 3, 1), entity("Muse", 1, 3, 1, "(!) When inspired - Roll.")]


def test_every_adjective_finds_its_cards():
    def options(adjective: str, *before: str, exhausted: tuple[str, ...] = ()) -> set[str]:
        text = "\n".join([*before, f"+1 dawn to all {adjective} entities."])
        s = stage(
            text,
            *KINDS,
            entity("Third", 1, 3, 1),
            ada={"play": ["Plain", "Muse"], "exhausted": list(exhausted)},
            bo={"play": ["Third"]},
        )
        while not s.can("pass"):
            keys = [option.key for option in s.asked.options]
            s.answer(
                *[key for key in keys if not key.startswith("Muse")] if s.asked.maximum > 1 else [keys[0]]
            )
        view = s.match.view(None)
        return {held.face.title for side in view.sides for held in side.play if held.face and held.dawn == 2}

    assert options("ready", exhausted=("Muse",)) == {"Plain", "Third"}
    assert options("exhausted", exhausted=("Muse",)) == {"Muse"}
    assert options("inspired") == {"Muse"}
    s = stage(
        "Deal 1 damage to all inspired entities.\nDestroy all damaged entities.",
        *KINDS,
        ada={"play": ["Plain", "Muse"]},
    )
    assert (s.zone("Plain"), s.zone("Muse")) == ("play", "discard")
    fight = "Initiate a dawn conflict."
    assert options("participating", fight) == {"Plain", "Third"}
    assert options("attacking", fight) == {"Plain"}
    assert options("defending", fight) == {"Third"}
    assert options("opposing", fight) == {"Third"}
    plain = entity("Plain", 1, 3, 1, "(A) Exhaust this card: +1 dawn to all other entities.")
    s = Stage([plain, KINDS[1]], {"play": ["Plain", "Muse"]})
    s.answer("activate Plain")
    assert [held.dawn for held in s.match.view(None).sides[0].play] == [1, 2]


# ------------------------------------------------------------------------------------------ conditions and amounts


@pytest.mark.parametrize(
    ("condition", "before"),
    [
        ("there is a conflict", "Initiate a dawn conflict."),
        ("there is a dawn conflict", "Initiate a dawn conflict."),
        ("you are attacking", "Initiate a dawn conflict."),
        ("you are defending", "Your opponent initiates a dawn conflict."),
        ("your depth is 3", "Roll."),
        ("you control an entity", "Play an entity in your discard pile."),
        ("your mind is 2", "Reduce your mind by 1."),
        ("your opponent's mind is 3 or lower", "Your opponent reduces their mind by 1."),
        ("there are 2 or more cards in any Void", "Void the top 2 cards of your opponent's deck."),
        ("the number of thoughts in your discard pile is 1 or more", "Take 1 Dream damage."),
        ("there is no conflict and your depth is 3 or higher", "Roll."),
    ],
)
def test_every_condition_holds_when_it_should(condition: str, before: str):
    top = [card(f"Top{n}", Kind.THOUGHT, n) for n in (2, 3)]
    ada: dict[str, Any] = {"deck": ["Top2", "Top3", *["Blank"] * 4], "discard": ["Moth"]}
    for lines, holds in ((f"{before}\n", True), ("", False)):
        s = stage(f"{lines}If {condition}, deal 4 Dream damage to your opponent.", *top, MOTH, ada=dict(ada))
        assert (4 in [facts.points for facts in s.told(DreamDamageDealt)]) is holds


def test_being_in_nightmare_holds_in_its_conflict_only():
    mad = card(
        "Mad",
        MEM,
        text="(!) After you initiate a conflict, if you are in Nightmare - Deal 1 Dream damage to your opponent.",
    )
    s = Stage(
        [arcanum("Initiate a dawn conflict."), arcanum("Roll.", "Spare"), mad],
        {"hand": ["Act", "Spare"], "play": ["Mad"]},
        {"mind": 1, "hand": ["Spare"]},
    )
    s.answer("play Act")
    assert s.triggered("Mad") == 0
    s.both_pass()
    s.answer("pass")
    s.answer("pass")
    s.answer("enter")
    s.answer("Spare")
    assert s.triggered("Mad") == 1


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("deal X Dream damage to your opponent, where X is your depth", 3),
        ("deal X Dream damage to your opponent, where X is your opponent's depth", 2),
        ("deal X Dream damage to your opponent, where X is your mind", 3),
        ("deal X Dream damage to your opponent, where X is the number of entities you control", 2),
        ("roll, then deal X Dream damage to your opponent, where X is the result", 2),
        ("exhaust all entities, then deal that many Dream damage to your opponent", 2),
        ("exhaust an entity, then deal X Dream damage to your opponent, where X is its stability", 2),
        ("exhaust an entity, then deal X Dream damage to your opponent, where X is its value", 2),
        ("deal X Dream damage to your opponent, where X is this card's value", 4),
        ("take 2 Dream damage, then deal that many Dream damage to your opponent", 2),
    ],
)
def test_every_amount_counts(line: str, points: int):
    top = card("Top3", Kind.THOUGHT, 3)
    s = stage(
        line[0].upper() + line[1:] + ".",
        top,
        MOTH,
        ada={"deck": ["Top3", *["Blank"] * 5], "play": ["Moth", "Moth"]},
    )
    while not s.can("pass"):
        s.answer(s.asked.options[0].key)
    assert s.told(DreamDamageDealt)[-1] == DreamDamageDealt(1, points)


# ---------------------------------------------------------------------------------------------------- keywords


@pytest.mark.parametrize("name", KeywordName)
def test_every_keyword_can_be_gained_and_is_then_had(name: KeywordName):
    numbered = name in tree.NUMBERED_KEYWORDS
    s = stage(f"An entity gains {name}{' 2' if numbered else ''}.", MOTH, ada={"play": ["Moth"]})
    assert keyword(s.ref, s.find("Moth"), name) == (2 if numbered else 0)
    s.both_pass()
    assert s.ref.position.phase == "Nightmare" or s.match.outcome
    assert keyword(s.ref, s.find("Moth"), name) is None


def evoking(text: str, kind: Kind = Kind.ENTITY, act: str = "Evoke.", **side: Any) -> Stage:
    numbers = {"dawn": 1, "stability": 2, "dusk": 1} if kind is Kind.ENTITY else {}
    odd = card("Odd", kind, 2, text, **numbers)
    ada = {"deck": ["Odd", *["Blank"] * 5], **side}
    return stage(
        act, odd, MOTH, arcanum("Roll.", "Spare"), card("Gift", Kind.THOUGHT, types=("Offering",)), ada=ada
    )


def test_keywords_that_keep_a_card_from_being_played():
    assert not evoking("Dormant 1.").can("play")
    assert evoking("Dormant 1.", void=["Spare"]).can("play")
    assert not evoking("Worship 1.").can("play")
    assert evoking("Worship 1.", void=["Gift"]).can("play")
    assert not evoking("Hierarchy 1.").can("play")
    assert evoking("Hierarchy 1.", play=["Moth"]).can("play")
    assert not evoking("Shadowborne 1.").can("play")
    assert evoking("Shadowborne 1.", veiled=["Moth"]).can("play")
    assert not evoking("Veil.").can("play")
    assert evoking("Veil.").can("veil")


def test_keywords_that_determine_where_a_card_goes():
    s = evoking("Loop.\nTake 1 Dream damage.", Kind.THOUGHT)
    s.answer("play")
    assert s.deck(0)[-1] == "Odd"
    s = evoking("Prototype 1.")
    s.answer("play")
    assert s.zone("Odd") == "void"
    for act, text, zone in (
        ("Destroy an entity.", "Voidbound.", "void"),
        ("Destroy an entity.", "Indestructible.", "play"),
        ("Deal 5 damage to an entity.", "Indestructible.", "play"),
        ("Destroy an entity.", "", "discard"),
        ("Destroy an entity.", "Deep.", "play"),
    ):
        assert evoking(text, act=act, play=["Odd"], deck=["Blank"]).zone("Odd") == zone
    twin = entity("Twin", 1, 1, 1, "Unique.")
    s = stage("Evoke.", twin, ada={"play": ["Twin"], "deck": ["Twin", "Blank"]})
    s.answer("play")
    assert s.count("Twin", "attached") == 1


@pytest.mark.parametrize(
    ("text", "discarded"), [("", 1), ("Glaring.", 2), ("Subtle.", 0), ("Glaring. Subtle.", 1)]
)
def test_glaring_and_subtle_change_the_price_of_unveiling(text: str, discarded: int):
    odd = entity("Odd", 1, 1, 1, f"Veil.\n{text}")
    spare = [arcanum("Roll.", f"Spare{n}") for n in range(4)]
    s = Stage([odd, *spare], {"veiled": ["Odd"], "hand": [c.title for c in spare]})
    s.answer("unveil")
    if not s.can("pass"):
        s.answer(*[option.key for option in s.asked.options[:discarded]])
    assert len(s.ref.seats[0].arcana_discard) == discarded
    assert not s.ref.cards[s.find("Odd")].veiled


def test_keywords_of_the_conflict():
    dread = entity("Dread", 1, 1, 4, "Dread.")
    s = stage("Initiate a dusk conflict.", dread, ada={"play": ["Dread"]})
    s.answer("Dread")
    other = s.match.view(None).sides[1]
    assert other.dusk_score == 2 + 4
    assert [(part.what, part.title, part.number) for part in other.dusk_parts] == [
        ("dread", "Dread", 4),
        ("depth", "", 2),
    ]
    hero, squire = entity("Hero", 0, 2, 0, "Heroic."), entity("Squire", 0, 2, 0)
    s = stage("+3 dawn, then initiate a dawn conflict.", hero, squire, bo={"play": ["Squire", "Hero"]})
    s.answer("Squire", "Hero")
    s.both_pass()
    assert s.zone("Hero") == "discard"
    assert s.zone("Squire") == "play"
    for line, asked in (("Gain siege.", True), ("Take 1 Dream damage.", False)):
        s = stage(f"{line}\nInitiate a dawn conflict.")
        s.both_pass()
        assert (s.match.view(None).conflict is not None) is asked


def test_effects_of_every_duration_end_in_time():
    for until, after_conflict, after_phase in (
        (" until the end of the conflict", 0, 0),
        ("", 0, 0),
        (" until the end of the round", 5, 5),
    ):
        s = stage(
            f"Initiate a dawn conflict.\n+5 dawn to an entity{until}.",
            MOTH,
            arcanum("Roll.", "Spare"),
            ada={"play": ["Moth"], "hand": ["Spare"]},
            bo={"mind": 1, "hand": ["Spare"]},
        )
        s.answer()
        assert s.match.view(None).sides[0].play[0].dawn == 6
        s.both_pass()
        assert s.match.view(None).phase == "main"
        assert s.match.view(None).sides[0].play[0].dawn == 1 + after_conflict
        s.both_pass()
        assert s.match.view(None).phase == "Nightmare"
        assert s.match.view(None).sides[0].play[0].dawn == 1 + after_phase
    s = stage("+5 dawn to an entity.\nInitiate a dawn conflict.", MOTH, ada={"play": ["Moth"]})
    s.answer()
    s.both_pass()
    assert s.match.view(None).sides[0].play[0].dawn == 6
