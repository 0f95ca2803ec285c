"""Games, rooms and files stay within their line limits, and games have the same structure."""

from __future__ import annotations

from pathlib import Path

from tests.sizes import GAMES, LIMITS, MOST_IN_A_FILE, ROOMS, ROOT, counted, lines_of

PACKAGES = ("bench", "bot", "cards", "engine", "render", "tests")

SHARED_FILES = {
    "cards": {"__init__", "card_file", "card_schema", "library", "model"},
    "cards/language": {"__init__", "linter", "printer", "reader", "spanish", "words"},
    "engine": {"__init__", "endings", "frames", "game", "position", "program", "referee"},
    "engine/orders": {"__init__", "book", "durations", "plan_orders"},
    "engine/views": {"__init__", "builder", "claims", "consequences", "knowledge", "parts", "types"},
    "render": {"__init__", "alt", "art", "board", "card", "finale", "gallery", "hand", "illustration", "inks",
               "match_summary", "middle", "profile", "sides", "text", "visible_cards", "words"},
}  # fmt: skip
"""The files that every game has, with the same names."""

LOOSE = {
    "voidream": {"event", "event_kinds", "frame_parts", "sources"},
    "dreamweavers": {"context", "mutations", "topics"},
    "dreams_of_dystopia": {"mutations", "numbers", "topics", "zones"},
}
"""Other files outside of rooms in a game's rules: frames, positions and the referee are built from them."""

SHARED_ROOMS = {
    "cards": {"language"},
    "engine": {
        "effects",
        "facts",
        "law",
        "lessons",
        "orders",
        "players",
        "saves",
        "scenario",
        "text",
        "turns",
        "views",
    },
}
"""The rooms that every game has."""


def test_games_and_rooms_stay_within_their_limits() -> None:
    assert {*LIMITS} == {*GAMES, *ROOMS}
    assert {name: lines for name, lines in counted().items() if lines > LIMITS[name]} == {}


def test_limits_follow_shrinking_rooms() -> None:
    loose = {name: lines for name, lines in counted().items() if lines < LIMITS[name] * 0.8}
    assert loose == {}, "lower these limits"


def test_no_file_is_too_long() -> None:
    lengths = {file: lines for package in PACKAGES for file, lines in lines_of(ROOT / package).items()}
    assert len(lengths) > 1500
    assert {str(file) for file, lines in lengths.items() if lines > MOST_IN_A_FILE} == set()


def test_all_games_have_the_same_rooms_and_files() -> None:
    def listed(place: str, game: str) -> Path:
        package, _, room = place.partition("/")
        return ROOT / package / game / room

    missing = [
        str(path.relative_to(ROOT))
        for game in GAMES
        for names, suffix in ((SHARED_FILES, ".py"), (SHARED_ROOMS, ""))
        for place, shared in names.items()
        for name in sorted(shared)
        if not (path := listed(place, game) / f"{name}{suffix}").exists()
    ]
    assert missing == []


def test_files_outside_rooms_are_shared_or_listed() -> None:
    loose = {
        game: {path.stem for path in (ROOT / "engine" / game).glob("*.py")} - SHARED_FILES["engine"]
        for game in GAMES
    }
    assert loose == LOOSE


def test_a_room_of_several_games_has_one_name() -> None:
    """A room of two games must be listed as shared, or as missing in the third with a reason."""
    rooms = {
        game: {
            folder.name for folder in (ROOT / "engine" / game).iterdir() if (folder / "__init__.py").exists()
        }
        for game in GAMES
    }
    of_two = {
        room
        for room in set().union(*rooms.values())
        if sum(room in own for own in rooms.values()) == len(GAMES) - 1
    }
    assert of_two == {"queries"}, "Dystopia asks few questions of a position: they are in `numbers.py`"
