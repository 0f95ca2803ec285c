"""The installed features: one announcer per kind of note, one handler per alarm, one entry per folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import bot.features
from bot.app.features import FEATURES, handlers_of_features, handlers_of_matches, installed
from bot.delivery.notes import PrivateKind, PublicKind
from bot.discord.outgoing.announcers import HasAnnouncements
from bot.discord.outgoing.sender import DiscordSender
from bot.discord.sections import FeatureSection
from bot.installation import Part
from tests.bot.discord.kit import without_database

NOTHING = cast(Any, None)


@pytest.fixture(scope="module")
def parts() -> list[Part]:
    return [*installed(without_database())]


def announcing(parts: list[Part]) -> list[HasAnnouncements]:
    return [part for part in parts if isinstance(part, HasAnnouncements)]


def test_every_kind_of_note_is_announced(parts: list[Part]) -> None:
    tables = [table.announcements for table in announcing(parts)]
    assert {kind for table in tables for kind in table.public} == {*PublicKind} - {PublicKind.NAMES}
    assert {kind for table in tables for kind in table.private} == {*PrivateKind}
    for table in tables:
        assert {*table.edits} <= {*table.public}, "a feature that updates a message also sends it"


def test_no_two_features_announce_the_same(parts: list[Part]) -> None:
    features = announcing(parts)
    DiscordSender(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, features)
    with pytest.raises(ValueError, match="two features announce"):
        DiscordSender(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, [*features, features[-1]])


def test_no_alarm_of_a_feature_is_one_of_matches(parts: list[Part]) -> None:
    of_matches = handlers_of_matches(without_database().context, NOTHING)
    assert handlers_of_features(parts) and not handlers_of_features(parts).keys() & of_matches.keys()


def test_features_with_foot_buttons_declare_their_condition(parts: list[Part]) -> None:
    for part in parts:
        if isinstance(part, FeatureSection):
            assert bool(part.foot_at) is (type(part).foot is not FeatureSection.foot), type(part).__name__


def test_every_folder_is_listed_once() -> None:
    folders = {path.parent.name for path in Path(bot.features.__file__).parent.glob("*/__init__.py")}
    listed = [feature.__name__.split(".")[-2] for feature in FEATURES]
    assert sorted(listed) == sorted(folders)
