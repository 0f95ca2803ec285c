"""Sealed records prove the deal of the revealed cards, and reveal nothing about the others."""

from __future__ import annotations

import re
import tracemalloc
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from cards.voidream.decks import Deck, ready_made
from engine.kernel.chance import Chance, later_seed
from engine.kernel.commitment import salt, sealed
from engine.kernel.diagnostics import Unreadable
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.kernel.records.sealed_verifier import is_sealed, read_sealed, verify_sealed
from engine.kernel.records.sealed_writer import arranging, write_sealed
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.saves.decks import keep

NAMES = ("Ada", "Bo")


def stage(match: Match) -> str:
    number = VOIDREAM.round_number(match.machine)
    return f"Round {number}" if number else "Setup"


def written(match: Match, *keeping: int) -> str:
    return write_sealed(match, NAMES, keeping, date="2026-11-22")


@cache
def played(number: int) -> Match:
    """Return a whole match, played alternately at random and by the greedy player."""
    decks = list(ready_made())
    pair = [decks[number % len(decks)], decks[(3 * number + 1) % len(decks)]]
    match = Match.new(VOIDREAM, pair, f"sealed {number}")
    chance, greedy = Chance(f"sealed {number}"), [Greedy(Chance(f"{number} {seat}")) for seat in (0, 1)]
    while match.outcome is None:
        seat = min(match.questions)
        question = match.questions[seat]
        by_greed = greedy[seat].answer(question, lambda seat=seat: match.view(seat))
        match.answer(seat, question.id, by_greed if number % 3 else random_choice(question, chance))
    return match


@pytest.mark.parametrize("number", range(10))
def test_the_proof_is_valid_and_reveals_only_public_cards(number: int) -> None:
    match = played(number)
    text = written(match, 0, 1)
    assert is_sealed(text)
    record = read_sealed(text)
    verdict = verify_sealed(record)
    assert verdict.problem is None
    assert verdict.result == record.result
    opened = Counter(place.title for place in record.places if place.title)
    assert 0 < verdict.answers == opened.total() <= len(record.places)
    view = match.view(None)
    piles = [pile for side in view.sides for pile in (side.discard, side.void, side.arcana_discard)]
    lying_open = Counter(face.title for pile in piles for face in pile.cards if face.kind != "bastion")
    assert lying_open <= opened, "every open card is proved"
    for secret in (match.seed, *(salt(match.seed, p.seat, p.where) for p in record.places if not p.title)):
        assert secret not in text
    revealed = [title for title in all_titles(match) if title in text]
    log = "\n".join(line for line in text.splitlines() if line.startswith("- "))
    assert all(title in opened or title in log for title in revealed)


def all_titles(match: Match) -> set[str]:
    return {card.title for card in match.machine.position.cards}


def test_sealed_records_are_independent_of_hidden_cards() -> None:
    """With another card in place of a hidden one, only seals and their total hash differ."""
    assert sum(differ_in_seals_alone(number) for number in (0, 2, 3, 4, 5, 8)) > 10


def differ_in_seals_alone(number: int) -> int:
    """Exchange the cards that stayed hidden in a match, compare the sealed records, and return the number of exchanged cards."""
    match = played(number)
    shown = {(p.seat, p.where) for p in read_sealed(written(match, 0, 1)).places if p.title}
    begun = VOIDREAM.begin(match.setup, match.seed)
    other: list[Deck] = []
    changed = 0
    for seat, deck in enumerate(ready_decks(number)):
        mine = sorted(
            (one for one in VOIDREAM.hidden_deal.cards(begun) if one.seat == seat), key=lambda one: one.card
        )
        # Cards are numbered by title, so the last copies of a card can be exchanged without moving others.
        hidden = Counter[str]()
        for title in {one.title for one in mine}:
            for one in reversed([one for one in mine if one.title == title]):
                if (seat, one.where) in shown:
                    break
                hidden[title] += 1
        changed += hidden.total()
        other.append(exchanged(deck, hidden))
    again = Match.begin(VOIDREAM, match.setup, match.seed)[0]
    twin = Match.begin(VOIDREAM, keep(other), match.seed)[0]
    for answer in match.record.answers:
        asked, question = again.questions[answer.seat], twin.questions[answer.seat]
        keys = {one.key: two.key for one, two in zip(asked.options, question.options, strict=True)}
        parts = [part.rpartition("=") for part in answer.choice]
        choice = tuple(
            keys.get("".join(part), keys.get(part[0], part[0]) + part[1] + part[2]) for part in parts
        )
        again.answer(answer.seat, asked.id, answer.choice)
        twin.answer(answer.seat, question.id, choice)
    assert twin.outcome == match.outcome
    texts = [written(one, 0, 1) for one in (match, twin)]
    assert (texts[0] != texts[1]) == bool(changed)
    unsealed = [re.sub(r"\b[0-9a-f]{64}\b", "…", text) for text in texts]
    assert unsealed[0] == unsealed[1]
    chance = f'[Chance "{later_seed(match.seed)}"]'
    assert chance in texts[0] and chance in texts[1]
    return changed


def ready_decks(number: int) -> list[Deck]:
    decks = list(ready_made())
    return [decks[number % len(decks)], decks[(3 * number + 1) % len(decks)]]


def exchanged(deck: Deck, hidden: Counter[str]) -> Deck:
    """Return the deck with some copies of each card replaced by a card with the same value and a similar title."""

    def others(cards: tuple) -> tuple:  # type: ignore[type-arg]
        left, out = Counter(hidden), []
        for card in cards:
            out.append(card)
            if left[card.title]:
                left[card.title] -= 1
                out[-1] = replace(card, title=f"{card.title}~", flavour="Another one.")
        return tuple(out)

    return replace(deck, arcana=others(deck.arcana), dream=others(deck.dream))


def test_hands_that_are_not_private_are_revealed() -> None:
    match = next(
        played(n) for n in range(9) if not all(p.title for p in read_sealed(written(played(n), 1)).places)
    )
    places = read_sealed(written(match, 1)).places
    assert all(place.title for place in places if place.seat == 0)
    assert not all(place.title for place in places if place.seat == 1)
    assert [p.seal for p in places] == [p.seal for p in read_sealed(written(match, 0, 1)).places]


# ------------------------------------------------------------------------------------------------------- tampering


def fails(text: str) -> str:
    try:
        verdict = verify_sealed(read_sealed(text))
    except Unreadable as error:
        return str(error)
    assert verdict.problem is not None, "it was not noticed"
    return str(verdict.problem)


def is_partly_open(match: Match) -> bool:
    """Return whether some of the cards are known to everyone, and others to no one."""
    return len({place.title == "" for place in read_sealed(written(match, 0, 1)).places}) == 2


def test_every_tampering_is_noticed() -> None:
    match = next(played(n) for n in range(10) if is_partly_open(played(n)))
    text = written(match, 0, 1)
    assert verify_sealed(read_sealed(text)).holds
    lines = text.splitlines()
    opened = [n for n, line in enumerate(lines) if line.startswith("[Place") and line.count(" · ") == 2]
    closed = [n for n, line in enumerate(lines) if line.startswith("[Place") and line.count(" · ") == 1]
    first, second = (
        opened[0],
        next(n for n in opened[1:] if lines[n].split(" · ")[1] != lines[opened[0]].split(" · ")[1]),
    )

    def told(number: int, line: str) -> str:
        return fails("\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n")

    where, title, salted = lines[first].split(" · ")
    other_where, other_title, other_salt = lines[second].split(" · ")
    promised = "isn't the promised deal"
    assert promised in told(first, f"{where} · Somebody Else · {salted}"), "a card"
    assert promised in told(first, f'{where} · {title} · {"0" * 32}"]'), "a salt"
    assert "twice" in told(first, f"{other_where} · {title} · {salted}"), "a place"
    swapped = list(lines)
    swapped[first], swapped[second] = (
        f"{where} · {other_title} · {other_salt}",
        f"{other_where} · {title} · {salted}",
    )
    assert promised in fails("\n".join(swapped) + "\n"), "two openings"
    places = {
        p.where: p
        for p in sealed(VOIDREAM.hidden_deal.cards(VOIDREAM.begin(match.setup, match.seed)), match.seed)
    }
    assert places
    parts = re.fullmatch(r'\[Place "(\d) ((?:deck|hand) \d+)', where)
    assert parts is not None
    seal = next(
        p.seal for p in read_sealed(text).places if (p.seat, p.where) == (int(parts[1]) - 1, parts[2])
    )
    assert "isn't opened" in told(first, f'{where} · {seal}"]'), "an opening that is missing"
    assert promised in fails("\n".join([*lines[: closed[0]], *lines[closed[0] + 1 :]]) + "\n"), (
        "a seal that is missing"
    )
    chance = next(n for n, line in enumerate(lines) if line.startswith("[Chance"))
    assert promised in told(chance, f'[Chance "{"0" * 64}"]')
    assert "cut off" in fails("\n".join(lines[:-1]) + "\n")


def test_a_reordered_deck_is_detected() -> None:
    text = written(played(4), 0, 1)
    lines = text.splitlines()
    decks = [n for n, line in enumerate(lines) if re.match(r"  deck 1: \d+-\d+ ", line)]
    dealt = next(n for n, line in enumerate(lines) if line.startswith("  deck 1: 1-"))
    last = lines[dealt].rpartition("-")[2]

    def told(number: int, line: str) -> str:
        return fails("\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n")

    assert "order it was dealt" in told(dealt, f"  deck 1: 2 1 3-{last}")
    assert "no such place" in told(dealt, f"  deck 1: 1-{int(last) + 1}")
    assert "twice" in told(dealt, f"  deck 1: 1-{last} 7")
    run = re.match(r"  deck 1: (\d+)-(\d+) (.*)", lines[decks[0]])
    assert run is not None and int(run[2]) > int(run[1]) + 2
    moved = f"  deck 1: {int(run[1]) + 1} {run[1]} {int(run[1]) + 2}-{run[2]} {run[3]}"
    assert "a different order" in told(decks[0], moved)
    assert "can't read line" in told(decks[0], "  deck 1: 3-1")
    assert "can't read line" in told(decks[0], "  deck one")


def test_ranges_are_limited_before_they_are_expanded() -> None:
    """A line of 20,000 characters could name twenty million cards, and there can be many lines."""
    lines = written(played(5), 0, 1).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  deck 1: "))
    opened = next(found[1] for line in lines if (found := re.match(r"  shown: ([^,]+)", line)))

    def told(*instead: str) -> str:
        return fails("\n".join([*lines[:at], *instead, *lines[at + 1 :]]) + "\n")

    tracemalloc.start()
    try:
        assert "can't read line" in told("  deck 1: " + "1-9999 " * 2000)
        assert "can't read line" in told("  deck 1: " + "1-500 " * 2000)
        assert "can't read line" in told(f"  chance 1: {'9' * 5000}.1")
        assert "names more cards" in told(*["  shown: " + ", ".join([opened] * 1500)] * 100)
        assert "at most 20,000 lines" in told(*["- Ada passes."] * 20_000)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_the_least_number_of_arranged_cards_is_found() -> None:
    """Bisection gives the same result as trying all numbers in turn."""
    chance = Chance("arranged")
    for _ in range(200):
        before = list(range(1 + chance.below(9)))
        after = [card for card in before if chance.below(5)] + [20, 21][: chance.below(3)]
        turn = chance.below(len(after)) if after else 0
        after = after[turn:] + after[:turn]
        top = after[: chance.below(4)]
        chance.shuffle(top)
        after[: len(top)] = top
        stayed = {top: [c for c in before[top:] if c in after] for top in range(len(before) + 1)}
        now = {top: [c for c in after if c in stayed[top]] for top in stayed}
        doubled = {top: "".join(map(str, now[top] * 2)) for top in now}
        least = next(top for top in stayed if "".join(map(str, stayed[top])) in doubled[top])
        assert arranging(before, after) == least


def test_a_shuffle_that_was_not_the_promised_one_is_noticed() -> None:
    for number in (
        2,
        *range(30),
    ):  # Few matches have revealed randomness: this is the first one.
        lines = written(played(number), 0, 1).splitlines()
        at = next((n for n, line in enumerate(lines) if line.startswith("  chance ")), None)
        if at is not None:
            break
    else:
        raise AssertionError("no match with chance in it")
    drawn, _, cards = lines[at].removeprefix("  chance ").partition(":")
    names = cards.split()

    def told(line: str) -> str:
        return fails("\n".join([*lines[:at], line, *lines[at + 1 :]]) + "\n")

    assert len(names) > 1
    dealt = next(n for n, line in enumerate(lines) if line.startswith("  deck 1: 1-"))
    backwards = " ".join(f"1.{place}" for place in range(int(lines[dealt].rpartition("-")[2]), 0, -1))
    shuffled = [*lines[: dealt + 1], f"  chance 1: {backwards}", *lines[dealt + 1 :]]
    assert "in this order before" in fails("\n".join(shuffled) + "\n")
    assert "the order of the shuffle" in told(f"  chance {drawn}: {' '.join(reversed(names))}")
    assert "the order of the shuffle" in told(f"  chance {int(drawn) + 3}: {cards}")


def test_the_commitment_is_fixed_before_anything_is_decided() -> None:
    match = played(2)
    begun = Match.begin(VOIDREAM, match.setup, match.seed)[0]
    assert begun.commitment == match.commitment
    again = replay(VOIDREAM, match.setup, match.seed, match.record.answers)
    assert again.commitment == match.commitment
    assert Match.begin(VOIDREAM, match.setup, "another")[0].commitment != match.commitment
