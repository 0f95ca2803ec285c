"""Counts of citations in scenarios, and decks defined in a scenario to check their legality."""

from __future__ import annotations

import pytest

from engine.kernel.diagnostics import Unreadable
from engine.scenario.citations import citables
from engine.voidream.law import LAW
from engine.voidream.scenario import VoidreamScenario, coverage, play, read_scenarios

KEEP = "card: Keep, bastion, value 2, stability 5, faction fracta, dream 40(8), arcana Fist + 7(2)\n"


def counted(text: str) -> dict[str, int]:
    entries = coverage(read_scenarios(text, "file")).entries
    return {e.what.citation: len(e.scenarios) for e in entries if e.scenarios}


def scenario(title: str) -> str:
    return f"scenario: {title}\nThen it is Ada's turn\n"


def test_a_title_cites_in_parentheses() -> None:
    assert counted(scenario("Heroes first (§6 Heroic, R25)") + scenario("Again (R25), in dusk (really)")) == {
        "§6 Heroic": 1,
        "R25": 2,
    }


def test_a_line_cites_for_all_scenarios_or_for_one() -> None:
    own = "scenario: Two\ntests: R2\nThen it is Ada's turn\n"
    assert counted("tests: §6 Deep, R1\n" + scenario("One") + own) == {"§6 Deep": 2, "R1": 2, "R2": 1}


def test_a_repeated_citation_counts_once() -> None:
    assert counted("tests: R1\n" + scenario("One (R1)")) == {"R1": 1}


def test_sections_can_be_cited_by_their_rulebook_names() -> None:
    assert counted(scenario("One (§4 dealing damage, §5)")) == {"§4 Damage": 1, "§5 Ending the game": 1}


def test_every_section_and_ruling_can_be_cited() -> None:
    known = [entry.citation for entry in citables(LAW).entries]
    assert {"§2 Bastion", "§3 Setup", "§4 Damage", "§6 Worship", "§7 Loops", "§8 Copies", "R1", "R53"} <= {
        *known
    }
    assert [title for title in known if counted(scenario(f"One ({title})")) != {title: 1}] == []


@pytest.mark.parametrize(
    ("cited", "why"),
    [
        ("§6 Herioc", "Did you mean “§6 Heroic”?"),
        ("§7", "“§7” is no section that can be cited: there is §7"),
        ("R999", "There is no ruling R999; the last one is R"),
        ("§12 Nothing", "“§12 Nothing” is no section"),
    ],
)
def test_unknown_citations_are_reported_with_their_place(cited: str, why: str) -> None:
    (problem,) = coverage(read_scenarios("\n" + scenario(f"One (R1, {cited})"), "file")).unknown
    assert str(problem).startswith("file, line 2, column 20: ")
    assert why in str(problem)


def test_untested_entries_are_listed() -> None:
    empty = coverage(read_scenarios(scenario("One (R1)"))).empty
    assert "R1" not in empty
    assert {"R2", "§6 Deep"} <= {*empty}


# ------------------------------------------------------------------------------------------------------- decks


def of_a_deck(lines: str, expected: str) -> VoidreamScenario:
    (read,) = read_scenarios(f"{KEEP}scenario: A deck\ndeck: Storm\n{lines}Then {expected}\n", "file")
    return read


def test_a_deck_that_is_not_as_expected_is_explained() -> None:
    (failure,) = play(of_a_deck("  bastion: Keep\n  hand: any 7\n", "Storm is legal"))
    assert "Storm breaks 1: " in failure.found
    assert "Your hand needs Fist" in failure.found


def test_a_legal_deck_breaks_nothing() -> None:
    text = "  bastion: Keep\n  hand: any 7, 3\n"
    (failure,) = play(of_a_deck(text, 'Storm breaks "nothing of the kind"'))
    assert "nothing of the kind" not in failure.found


@pytest.mark.parametrize(
    ("lines", "expected", "place", "why"),
    [
        ("  bastion: Keeep\n", "Storm is legal", "line 4, column 12", "There is no card called “Keeep”"),
        ("  mind: none\n", "Storm is legal", "line 3, column 1", "Which bastion has this deck?"),
        ("  bastion: Keep\n  guest: Fracto\n", "Storm is legal", "line 5, column 10", "is no faction"),
        (
            "  bastion: Keep\n  cards: any 4\n",
            "Storm is legal",
            "line 5, column 3",
            "can't begin a line here",
        ),
        ("  bastion: Keep\n  dream: any 30, Mthh x3\n", "Storm is legal", "line 5, column 18", "“Mthh x3”"),
        ("  bastion: Keep\n", "Strom is legal", "line 5, column 6", "is no deck of this scenario"),
        ("  bastion: Keep, Keep\n", "Storm is legal", "line 4, column 12", "A deck has one bastion"),
    ],
)
def test_a_mistake_in_a_deck_is_pointed_at(lines: str, expected: str, place: str, why: str) -> None:
    with pytest.raises(Unreadable) as raised:
        of_a_deck(lines, expected)
    (problem,) = [str(problem) for problem in raised.value.problems]
    assert place in problem
    assert why in problem


def test_a_bastion_in_a_deck_without_one_is_reported() -> None:
    with pytest.raises(Unreadable) as raised:
        read_scenarios(
            f"{KEEP}scenario: Without\nAda:\n  deck: 3, Keep, no bastion\nThen Ada loses\n", "file"
        )
    (problem,) = [str(problem) for problem in raised.value.problems]
    assert "line 4, column 12" in problem
    assert "A deck that ends with “no bastion” holds none" in problem
