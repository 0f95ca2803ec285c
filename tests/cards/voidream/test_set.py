"""The cards and decks that come with the game."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import cast, get_args

import pytest

from cards.voidream.card_schema import read_source, source
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, ready_made
from cards.voidream.language import tree
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Evoke, Faction, Initiate, Line, Text
from cards.voidream.library import set_files, the_set
from cards.voidream.model import Card, Kind

CARDS = [pytest.param(card, id=card.title) for card in the_set()]
DECKS = [pytest.param(deck, id=deck.name) for deck in ready_made()]
TEXT_KEYS = ("text", "inverted", "back", "spent", "1", "2", "3", "4")
WRITTEN = {
    card["title"]: card for file in set_files() for card in tomllib.loads(file.read_text("utf-8"))["card"]
}


@pytest.mark.parametrize("card", CARDS)
def test_every_text_is_printed_as_in_its_file(card: Card) -> None:
    for key in TEXT_KEYS:
        if key in WRITTEN[card.title]:
            assert source(card)[key] == WRITTEN[card.title][key].strip()


@pytest.mark.parametrize("card", CARDS)
def test_a_card_survives_storage_as_json(card: Card) -> None:
    assert read_source(json.loads(json.dumps(source(card)))) == card


@pytest.mark.parametrize("card", CARDS)
def test_no_card_is_without_text_or_flavour(card: Card) -> None:
    texts: tuple[Text, ...] = card.mind.sides if card.mind else (card.text,)
    assert all(texts)
    assert card.flavour


def test_cards_that_the_rulebook_quotes_read_as_they_do_there() -> None:
    ambush = the_set().find("Nightflock Ambush")
    assert print_text(ambush.text).splitlines() == [
        "Initiate a dawn conflict.",
        "You may exhaust a participating entity, then switch the current conflict type from dawn to dusk.",
    ]
    cunning = the_set().find("Cunning").mind
    assert cunning is not None
    assert print_text(cunning.sides[2]) == "+1 dawn and -2 dusk."
    assert print_text(cunning.sides[1]) == "You cannot initiate conflicts."
    assert print_text(cunning.sides[0]) == "+2 dawn and -2 dusk."
    assert the_set().find("The Dreamliner").major
    for neutral in ("Innocence", "Patience"):
        assert the_set().find(neutral).faction is Faction.NEUTRAL


ALL_HIGH, ALL_LOW = "Ahead of Schedule", "Five More Minutes"
FOUR = tuple(faction for faction in Faction if faction is not Faction.NEUTRAL)


def _kind(faction: Faction, kind: Kind) -> list[Card]:
    """Return the cards of a kind and faction, without the bastions' own arcana."""
    return [card for card in the_set() if card.faction is faction and card.kind is kind and not card.major]


DREAM = (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT)


@pytest.mark.parametrize(
    ("kinds", "of_each_faction", "neutral"),
    [((Kind.BASTION,), 2, 0), ((Kind.MIND,), 2, 3), ((Kind.ARCANUM,), 8, 11), (DREAM, 25, 17)],
)
def test_every_faction_has_as_many_cards_as_the_others(
    kinds: tuple[Kind, ...], of_each_faction: int, neutral: int
) -> None:
    counts = {faction: sum(len(_kind(faction, kind)) for kind in kinds) for faction in Faction}
    assert counts == {**dict.fromkeys(FOUR, of_each_faction), Faction.NEUTRAL: neutral}


@pytest.mark.parametrize("faction", FOUR)
def test_a_faction_has_enough_of_each_kind_of_dream_card(faction: Faction) -> None:
    """Most cards are entities: every conflict needs someone to fight it."""
    counts = {kind: len(_kind(faction, kind)) for kind in DREAM}
    assert counts[Kind.ENTITY] >= 10
    assert counts[Kind.THOUGHT] >= 6
    assert counts[Kind.MEMORY] >= 3
    assert counts[Kind.CONSTRUCT] >= 2


def test_each_bastion_has_its_own_major_arcanum() -> None:
    majors = {card.title: card.faction for card in the_set() if card.major}
    backs = [(card.back.major, card.faction) for card in the_set() if card.back]
    assert sorted(backs) == sorted(majors.items())


@pytest.mark.parametrize("faction", [*Faction])
def test_a_factions_arcana_leave_depth_a_choice(faction: Faction) -> None:
    values = Counter(card.value for card in _kind(faction, Kind.ARCANUM))
    assert values[4] >= 2
    assert values[3] >= 2
    assert values[2] >= 1
    assert values[1] >= 1


@pytest.mark.parametrize("faction", [*Faction])
@pytest.mark.parametrize("kind", [Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY])
def test_the_values_of_a_factions_dream_cards_are_spread(faction: Faction, kind: Kind) -> None:
    values = Counter(card.value for card in _kind(faction, kind))
    assert len(values) >= 3
    assert max(values.values()) * 2 <= sum(values.values())


@pytest.mark.parametrize("faction", [*Faction])
def test_a_factions_dream_cards_have_every_value(faction: Faction) -> None:
    assert {card.value for kind in DREAM for card in _kind(faction, kind)} == {1, 2, 3, 4}


def _words(card: Card) -> str:
    return " ".join(source(card)[key] for key in TEXT_KEYS if key in source(card))


TERMS = {
    "Activated Ability": r"\(A\)",
    "Attach (verb)": r"[Aa]ttach\b",
    "Charge (verb)": r"[Cc]harges? (this|it|its|an|another|all|up)\b",
    "Charge (noun)": r"\b(a|each|another) charge\b|\bcharges\b",
    "Deep": r"Deep\.",
    "Depth": r"\bdepth\b",
    "Dormant": r"Dormant \d",
    "Dread": r"Dread\.",
    "Evoke": r"[Ee]vokes?\b",
    "Exhaust": r"[Ee]xhausts?\b",
    "Glaring": r"Glaring\.",
    "Heroic": r"Heroic\.",
    "Hierarchy": r"Hierarchy \d",
    "Indestructible": r"Indestructible\.",
    "Inspire": r"[Ii]nspire\b",
    "Inspired": r"When inspired",
    "Loop": r"Loop\.",
    "Prototype": r"Prototype \d",
    "Shadowborne": r"Shadowborne \d",
    "Siege": r"Siege\.|[Gg]ain siege",
    "Siege (printed)": r"Siege\.",
    "Subtle": r"Subtle\.",
    "Ready (verb)": r"[Rr]ead(y|ies) (this|it|an|all|up)\b",
    "Roll": r"[Rr]oll\b",
    "Triggered Ability": r"\(!\)",
    "Unique": r"Unique\.",
    "Unveil (verb)": r"[Uu]nveils?\b",
    "Void (verb)": r"[Vv]oids? (this|it|an?|all|up|the)\b",
    "Void (noun)": r"in (your|your opponent's|any) Void",
    "Veil (verb)": r"[Vv]eils? (this|it|an?|another|the|up)\b",
    "Veil (printed)": r"Veil\.",
    "Voidbound": r"Voidbound\.",
    "Worship": r"Worship \d",
}
"""Each term of §6, with the words of a card's text that use it."""


@pytest.mark.parametrize("term", TERMS)
def test_every_term_of_the_glossary_is_on_two_cards_or_more(term: str) -> None:
    assert len([card.title for card in the_set() if re.search(TERMS[term], _words(card))]) >= 2


def test_no_two_cards_of_a_kind_read_the_same() -> None:
    """Texts without their numbers: two cards must not differ in numbers alone."""
    shapes: dict[tuple[Kind, str], list[str]] = {}
    for card in the_set():
        if card.kind is not Kind.MIND:
            shapes.setdefault((card.kind, re.sub(r"\d+", "N", _words(card))), []).append(card.title)
    assert [titles for titles in shapes.values() if len(titles) > 1] == []


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_read_at_a_glance(card: Card) -> None:
    texts = [written for key in TEXT_KEYS if (written := str(source(card).get(key, "")))]
    assert max(len(text.splitlines()) for text in texts) <= 4


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_is_legal(deck: Deck) -> None:
    assert violations(deck) == []
    assert deck.blurb


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_can_evoke_and_fight_with_its_hand_alone(deck: Deck) -> None:
    def uses(card: Card, verb: type) -> bool:
        """Return whether it does so, at least at some depth."""
        lines = [ability for ability in card.text if isinstance(ability, Line)]
        return any(isinstance(part, verb) for part in _parts(tuple(lines)))

    assert sum(uses(card, Evoke) for card in deck.arcana) >= 3
    assert sum(uses(card, Initiate) for card in deck.arcana) >= 2


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_has_every_kind_and_every_value(deck: Deck) -> None:
    assert {card.kind for card in deck.dream} == {*DREAM}
    assert {card.value for card in deck.dream} == {1, 2, 3, 4}
    assert {card.value for card in deck.arcana} == ({3, 4} if deck.name == ALL_HIGH else {1, 2, 3, 4})


def _share(deck: Deck, *values: int) -> float:
    return sum(card.value in values for card in deck.dream) / len(deck.dream)


def test_one_deck_is_all_high_and_one_all_low() -> None:
    """Depth is a choice that begins with the deck."""
    shares = {deck.name: (_share(deck, 1, 2), _share(deck, 3, 4)) for deck in ready_made()}
    assert shares[ALL_HIGH][1] >= 0.8
    assert max(shares, key=lambda name: shares[name][1]) == ALL_HIGH
    assert max(shares, key=lambda name: shares[name][0]) == ALL_LOW


def test_one_deck_is_recommended_and_comes_first() -> None:
    assert [deck.recommended for deck in ready_made()].count(True) == 1
    assert ready_made()[0].recommended


def test_each_faction_has_two_ready_made_decks() -> None:
    assert Counter(deck.faction for deck in ready_made()) == dict.fromkeys(FOUR, 2)


def test_every_bastion_has_a_ready_made_deck() -> None:
    bastions = [deck.bastion.title for deck in ready_made()]
    assert sorted(bastions) == sorted(card.title for card in the_set() if card.kind is Kind.BASTION)


def test_every_card_is_in_a_ready_made_deck_or_has_a_reason() -> None:
    in_decks = {
        card.title for deck in ready_made() for card in (*deck.arcana, *deck.dream, deck.bastion, deck.mind)
    }
    assert {card.title for card in the_set()} - in_decks == {*IN_NO_DECK}


IN_NO_DECK = {
    "Cunning": "A mind for those who count each step; the eight decks have one mind each.",
    "Patience": "A mind that anybody can take, for decks of one's own.",
    "Wanderlust": "A mind that anybody can take, for decks of one's own.",
    "Experiment Nine": "It wants three copies and a deck that voids its own entities.",
    "Blanket Against Everything": "It saves one great entity: for a deck that is built round one.",
    "Blanket of Snow": "It puts one entity to sleep for good: an answer to decks that people build.",
    "House Arrest": "It keeps one entity at home: an answer to decks that people build.",
    "Key to a Childhood": "It looks for one card, round after round: for a deck that has one to look for.",
}
"""The reason why a card is in none of the ready-made decks."""


def test_every_ready_made_deck_has_its_own_mind() -> None:
    minds = [deck.mind.title for deck in ready_made()]
    assert len(set(minds)) == len(minds)


def test_at_least_half_of_the_ready_made_decks_have_a_guest() -> None:
    assert 2 * len([deck for deck in ready_made() if deck.guest]) >= len(ready_made())


def _parts(node: object) -> Iterator[object]:
    """Yield all parts of a text."""
    yield node
    if isinstance(node, tuple):
        for inner in cast("tuple[object, ...]", node):
            yield from _parts(inner)
    elif isinstance(node, tree.Node):
        for field in node.__struct_fields__:
            yield from _parts(getattr(node, field))


def test_every_type_of_the_language_is_on_a_card_of_the_set() -> None:
    unions = (tree.Instruction, tree.Ability, tree.Amount, tree.Condition, tree.Selection)
    types = {inner for union in unions for cls in get_args(union) for inner in (get_args(cls) or (cls,))}
    types |= {tree.Keyword, tree.Filter, tree.Test, tree.TriggerEvent}
    texts: list[Text] = []
    for card in the_set():
        texts += [card.text, card.inverted]
        texts += card.mind.sides if card.mind else ()
        texts += [card.back.text] if card.back else []
    assert types - {type(part) for text in texts for part in _parts(text)} == FOR_FANS


FOR_FANS = {
    tree.AdditionalCost, tree.Both, tree.BottomOf, tree.ForEach, tree.Happened, tree.HowOften, tree.MatchesFilter,
    tree.MindOf, tree.OnTop, tree.Others, tree.Result, tree.Shuffle, tree.StatOf, tree.Test, tree.ThatMany, tree.ValueOf,
}  # fmt: skip
"""Words for people's own cards that no card of the set uses."""


@pytest.mark.parametrize(
    "card", [card for card in the_set() if card.mind is not None], ids=lambda card: card.title
)
def test_a_minds_bans_are_on_a_side_that_is_up_when_they_matter(card: Card) -> None:
    """Playing an arcanum and unveiling turn the mind first (R16), and never to 4, so a ban there would have almost no effect."""
    assert card.mind is not None
    forbidden = [
        ongoing.what
        for ability in card.mind.sides[4]
        if isinstance(ability, tree.Static)
        for ongoing in ability.ongoing
        if isinstance(ongoing, tree.Cannot) and ongoing.who is not tree.Player.OPPONENT
    ]
    assert forbidden == []
