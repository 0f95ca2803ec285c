"""The facts about Discord's API are complete, current, and enforced."""

import json
from typing import Any

import pytest

from bot.local_discord.errors import ApiError
from bot.local_discord.rest import RestCall
from bot.local_discord.validate.described import check_request, facts
from tests.bot.local_discord.facts import DESCRIPTION, FACTS, distilled, named, offered, written
from tests.bot.local_discord.oracle import judge

SEND = ("POST", "/channels/{channel_id}/messages")
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


def changed(**button: Any) -> dict[str, Any]:
    return {"components": [{**ROW, "components": [{**ROW["components"][0], **button}]}]}


def test_every_route_and_schema_of_the_table_is_known():
    description = facts()
    assert {(method, path) for path, methods in description["paths"].items() for method in methods} == set(
        offered()
    )
    assert named(description["paths"]) | named(description["components"]) == set(
        description["components"]["schemas"]
    )


def test_they_contain_no_sentences():
    texts: list[str] = []

    def read(part: Any) -> None:
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            read(each)
        if isinstance(part, str):
            texts.append(part)

    read({key: value for key, value in facts().items() if key in ("paths", "components")})
    assert not [text for text in texts if " " in text]


def test_they_match_the_description_if_available():
    stored = json.loads(FACTS.read_text())
    for description in filter(lambda path: path.is_file(), [DESCRIPTION]):
        api = json.loads(description.read_text())
        assert written(distilled(api, offered(), stored["taken"])) == FACTS.read_text()


def test_a_route_that_discord_does_not_have_is_refused():
    api: dict[str, Any] = {"info": {"version": "10"}, "paths": {}, "components": {"schemas": {}}}
    with pytest.raises(ValueError, match="Discord has no GET /users/@me"):
        distilled(api, [("GET", "/users/@me")], "2026-07")


def test_errors_contain_paths_and_discords_sentences():
    with pytest.raises(ApiError) as refused:
        check_request(*SEND, changed(label="x" * 81))
    assert refused.value.body()["errors"] == {
        "components": {
            "0": {
                "components": {
                    "0": {
                        "label": {
                            "_errors": [
                                {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 80 or fewer in length."}
                            ],
                        }
                    }
                }
            }
        }
    }


def test_valid_requests_are_accepted():
    check_request(*SEND, {"content": "x", "components": [ROW]})


def test_responses_are_checked_too():
    with pytest.raises(AssertionError, match="answer 200"):
        judge(
            RestCall(
                *SEND, "/channels/1/messages", {"content": "x"}, {}, {}, {}, status=200, answer={"id": 7}
            )
        )
