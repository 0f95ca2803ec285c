"""The page about match records is correct: its match replays, and its instructions lead to the cards."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cards.voidream.card_schema import read_source
from engine.kernel.chance import Chance
from engine.kernel.diagnostics import Unreadable
from engine.kernel.match import Match
from engine.kernel.records.reader import read_record
from engine.kernel.records.text import HEADERS
from engine.kernel.records.verifier import replay_record, verify
from engine.kernel.records.writer import write_record
from engine.voidream.game import VOIDREAM
from engine.voidream.questions.topics import TOPICS, VERBS
from engine.voidream.text.notation import VOIDREAM_PHRASING

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
RECORD = re.findall(r"^```record\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]
READER = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[0]


def test_the_match_of_the_page_replays_as_promised() -> None:
    verdict = verify(read_record(RECORD), VOIDREAM, VOIDREAM_PHRASING)
    assert verdict.problem is None
    assert verdict.result in PAGE


def test_the_example_record_is_written_as_documented() -> None:
    record = read_record(RECORD)
    match, _ = replay_record(record, VOIDREAM, VOIDREAM_PHRASING)
    again = write_record(match, record.players, VOIDREAM_PHRASING, date=record.date, decks=record.decks)
    assert again == RECORD


@pytest.mark.parametrize("header", HEADERS)
def test_every_header_is_on_the_page(header: str) -> None:
    assert f"| `{header}` |" in PAGE


@pytest.mark.parametrize("reason", sorted(VOIDREAM.endings))
def test_every_way_to_end_is_on_the_page(reason: str) -> None:
    assert f"`{reason}`" in PAGE


@pytest.mark.parametrize(
    "words",
    sorted(
        {words for topic in TOPICS.values() for words in (topic.answer, topic.nothing) if words}
        | {*VERBS.values()}
    ),
)
def test_an_answer_of_every_form_is_read_by_the_words_of_the_page(words: str) -> None:
    verb = words.split(" ")[0]
    assert re.search(rf"`Ada {verb}[ `]", PAGE)


def test_the_cards_can_be_read_with_nothing_but_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "match.record").write_text(RECORD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    exec(READER, namespace)
    assert [seat[0] for seat in namespace["seats"]] == re.findall(r'^\[Deck "(.*)"\]', RECORD, re.MULTILINE)
    titles = {read_source(card).title for card in namespace["cards"]}
    assert all(seat[1] in titles and set(seat[3]) <= titles for seat in namespace["seats"])


def test_the_page_describes_the_commitment_and_the_shuffles() -> None:
    record = read_record(RECORD)
    key = record.seed.encode()
    later = hmac.digest(key, b"later chance", "sha256").hex()
    lines = ["voidream deal", sha256(f"voidream chance {later}".encode()).hexdigest()]
    for one in VOIDREAM.hidden_deal.cards(VOIDREAM.begin(record.setup, record.seed)):
        salt = hmac.digest(key, f"salt of {one.seat} {one.where}".encode(), "sha256").hex()[:32]
        lines.append(
            sha256(f"voidream card {one.seat + 1} {one.where} {salt} {one.title}".encode()).hexdigest()
        )
    assert sha256("\n".join(lines).encode()).hexdigest() == record.commitment
    number = int.from_bytes(sha256(f"{record.seed}:0".encode()).digest()[:8], "big")
    assert Chance(record.seed).below(1000) == number % 1000


def test_a_record_without_its_lists_of_cards_is_as_good() -> None:
    plain = "\n".join(line for line in RECORD.splitlines() if not line.startswith("[Cards"))
    assert verify(read_record(plain), VOIDREAM, VOIDREAM_PHRASING).holds


def test_a_list_of_cards_that_is_not_the_setups_is_noticed() -> None:
    record = read_record(RECORD.replace("5 Paper Heron", "4 Paper Heron"))
    assert "Cards" in str(verify(record, VOIDREAM, VOIDREAM_PHRASING).problem)


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(Unreadable, match="Two players are called “Ada”"):
        read_record(RECORD.replace('[Player "Bo"]', '[Player "Ada"]'))


def test_a_match_from_a_record_can_be_saved_and_loaded() -> None:
    match, _ = replay_record(read_record(RECORD), VOIDREAM, VOIDREAM_PHRASING)
    assert Match.load(VOIDREAM, match.save()).outcome == match.outcome
