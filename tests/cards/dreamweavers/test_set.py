"""The set follows its brief: costs, powers and keywords, and every card is worth playing."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from cards.dreamweavers.card_file import CARDS_OF_A_NOTION
from cards.dreamweavers.language import spanish
from cards.dreamweavers.language.lines import Ability, AdditionalCost, Keywords, Static, WhenPlayed
from cards.dreamweavers.language.linter import LONGEST_TEXT, MOST_LINES
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import KeywordName, Notion
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card
from cards.i18n import Locale, translator

SET = the_set()
CARDS = [*SET.cards.values()]
THOUGHTS = [card for card in CARDS if card.is_thought]
FEELINGS = [card for card in CARDS if not card.is_thought]

FIGURES = {
    Notion.RAGE: (11, (4, 5, 3, 1, 1, 1), 3.4),
    Notion.GRIEF: (8, (2, 4, 4, 3, 1, 1), 3.6),
    Notion.HOPE: (9, (2, 4, 4, 2, 2, 1), 3.8),
    Notion.FEAR: (8, (3, 5, 3, 2, 1, 1), 3.6),
    Notion.PRIDE: (9, (3, 3, 3, 2, 2, 2), 4.7),
    Notion.DEVOTION: (10, (3, 4, 4, 2, 1, 1), 3.7),
    Notion.CURIOSITY: (7, (4, 5, 3, 2, 1, 0), 3.0),
    Notion.DOUBT: (7, (4, 4, 4, 2, 1, 0), 3.3),
    Notion.SERENITY: (8, (2, 4, 4, 3, 1, 1), 3.7),
    Notion.NOSTALGIA: (10, (4, 5, 3, 2, 1, 0), 3.3),
    Notion.LOGIC: (9, (4, 4, 3, 2, 1, 1), 3.4),
    Notion.JOY: (12, (5, 5, 3, 1, 1, 0), 2.7),
}
"""For each notion: the number of Thoughts, the numbers of cards that cost 0 or 1, 2, 3, 4, 5, 6 or more, and the mean power."""

INTENTS = {
    Notion.RAGE: "(!) When a Thought you control attacks, if you control another tapped Thought - It gets +1 power for this attack.",
    Notion.GRIEF: "(A) Once a turn, pay 1, forget the top 2 cards of your mind: Return a Thought of cost 2 or lower in your Id to your hand.",
    Notion.HOPE: "(!) When you take damage, if your Ego has 2 or fewer cards - Draw a card.",
    Notion.FEAR: "(!) When a payment of your opponent moves the tracker onto your side - Tap a Thought your opponent controls.",
    Notion.PRIDE: "While you control only one Thought, your Thoughts get +2 power and gain stubborn.",
    Notion.DEVOTION: "Your Thoughts with guardian get +1 power.",
    Notion.CURIOSITY: "(!) When you refresh - Look at the top 2 cards of your mind, then return them in any order.",
    Notion.DOUBT: "(A) Once a turn, discard a Feeling: Gain 1 memory.",
    Notion.SERENITY: "Your shields count 1 more. You may control a fourth Feeling.",
    Notion.NOSTALGIA: "(A) Once a turn, return a Thought you control to your hand: Gain 1 memory.",
    Notion.LOGIC: "(!) When a payment of yours moves the tracker to 0 - Look at the top card of your mind. You may forget it.",
    Notion.JOY: "You may control a fourth Thought.",
}

ENTERED = frozenset({KeywordName.DROWSY, KeywordName.FADING})
"""The keywords that hurt a Thought."""


@cache
def keywords(card: Card) -> dict[KeywordName, int]:
    lines = (line for line in card.text if isinstance(line, Keywords))
    return {keyword.name: max(keyword.x, 1) for line in lines for keyword in line.keywords}


@cache
def sentences(card: Card) -> set[str]:
    return {print_ability(line) for line in card.text if not isinstance(line, Keywords)}


def is_drawback(line: Ability) -> bool:
    """Return whether this line hurts its Thought."""
    match line:
        case AdditionalCost():
            return True
        case Static():
            return "This card cannot attack" in print_ability(line)
        case WhenPlayed():
            return print_ability(line).startswith("When played: Forget the top")
        case _:
            return False


def is_better(one: Card, other: Card) -> bool:
    """Return whether the first card is never worse than the second one at its cost."""
    if one.kind is not other.kind or one.cost > other.cost or one.power < other.power:
        return False
    mine, theirs = keywords(one), keywords(other)
    if not sentences(one) >= sentences(other):
        return False
    extra = [line for line in one.text if print_ability(line) not in sentences(other)]
    if any(is_drawback(line) for line in extra):
        return False
    if any(mine.get(name, 0) < number for name, number in theirs.items() if name not in ENTERED):
        return False
    if any(name in ENTERED and name not in theirs for name in mine):
        return False
    alike = (one.cost, one.power, mine, sentences(one)) == (other.cost, other.power, theirs, sentences(other))
    return not alike


def test_there_are_twelve_notions_of_fifteen_cards_and_a_cover() -> None:
    assert [*SET.covers] == [*Notion] == [*FIGURES]
    assert len(CARDS) == 12 * CARDS_OF_A_NOTION
    assert (len(THOUGHTS), len(FEELINGS)) == (108, 72)


@pytest.mark.parametrize("notion", Notion)
def test_a_notion_has_the_cards_that_the_brief_asks_for(notion: Notion) -> None:
    thoughts, curve, power = FIGURES[notion]
    cards = SET.of(notion)
    costs = Counter(min(max(card.cost, 1), 6) for card in cards)
    powers = [card.power for card in cards if card.is_thought]
    assert len(powers) == thoughts
    assert tuple(costs[cost] for cost in range(1, 7)) == curve
    assert sum(powers) / len(powers) == pytest.approx(power, abs=0.2)


@pytest.mark.parametrize("notion", Notion)
def test_its_intent_is_the_one_of_the_brief(notion: Notion) -> None:
    assert " ".join(print_ability(line) for line in SET.covers[notion].text) == INTENTS[notion]
    assert SET.covers[notion].about


def test_cost_and_power_meet_the_targets_of_the_set() -> None:
    assert sum(card.cost for card in CARDS) / len(CARDS) == pytest.approx(2.7, abs=0.2)
    assert sum(card.power for card in THOUGHTS) / len(THOUGHTS) == pytest.approx(3.5, abs=0.3)
    assert max(card.cost for card in CARDS) <= 9
    assert max(card.power for card in CARDS) <= 10


def test_a_board_can_be_read() -> None:
    plain = [card for card in THOUGHTS if not sentences(card) and len(keywords(card)) <= 1]
    assert len(plain) >= 30
    assert max(len("\n".join(map(print_ability, card.text))) for card in CARDS) <= LONGEST_TEXT
    assert max(len(sentences(card)) for card in CARDS) <= MOST_LINES


def test_every_keyword_is_on_three_cards() -> None:
    times = Counter(name for card in CARDS for name in keywords(card))
    assert {name: times[name] for name in KeywordName if times[name] < 3} == {}


def test_most_feelings_do_not_stay_for_ever() -> None:
    leaving = [
        card
        for card in FEELINGS
        if KeywordName.FADING in keywords(card) or any("orget this card" in line for line in sentences(card))
    ]
    assert 2 * len(leaving) >= len(FEELINGS)


def test_no_card_is_strictly_better_than_another() -> None:
    better = [(one.title, other.title) for one in CARDS for other in CARDS if is_better(one, other)]
    assert better == []


def test_strictly_better_cards_are_recognised() -> None:
    hound, horse = SET.cards["Unfed Hound"], SET.cards["Bolting Horse"]
    plain = Card("Hound", Notion.JOY, hound.kind, 2, 3, hound.text[:1])
    assert is_better(hound, plain)
    assert not is_better(plain, hound)
    assert not is_better(horse, horse)
    assert not is_better(SET.cards["Burning Bull"], Card("Bull", Notion.JOY, horse.kind, 6, 7))
    assert is_better(horse, Card("Horse", Notion.JOY, horse.kind, 3, 4, (read_line("Fading."),)))


@pytest.mark.parametrize("notion", Notion)
def test_every_line_is_translated_into_spanish(notion: Notion) -> None:
    texts = [SET.covers[notion].text, *(card.text for card in SET.of(notion))]
    for line in (line for text in texts for line in text):
        assert read_line(print_ability(line)) == line
        assert spanish.print_ability(line) != print_ability(line)


def test_titles_are_short() -> None:
    assert max(len(card.title.split()) for card in CARDS) <= 3
    say = translator(Locale.SPANISH).texts
    assert all(say["title", card.title][0] != card.title for card in CARDS)
