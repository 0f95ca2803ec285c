"""The facts about Discord's API are there, whole, current, and they bite."""

import json
from typing import Any

import pytest

from bot.table.rest import Call
from tests.bot.table.facts import DESCRIPTION, FACTS, distilled, named, offered, written
from tests.bot.table.oracle import facts, fits, judge, request_judge

SEND = ("POST", "/channels/{channel_id}/messages")
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


def sent(body: dict[str, Any]) -> Call:
    error = {"code": 0, "message": "refused"}
    return Call(*SEND, "/channels/1/messages", body, {}, {}, {}, status=499, answer=error)


def changed(**button: Any) -> dict[str, Any]:
    return {"components": [{**ROW, "components": [{**ROW["components"][0], **button}]}]}


def test_every_route_of_the_table_is_known_and_every_schema_that_they_lead_to():
    said = facts()
    assert {(method, path) for path, methods in said["paths"].items() for method in methods} == set(offered())
    assert named(said["paths"]) | named(said["components"]) == set(said["components"]["schemas"])


def test_they_hold_no_sentences():
    texts: list[str] = []

    def read(part: Any) -> None:
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            read(each)
        if isinstance(part, str):
            texts.append(part)

    read({key: value for key, value in facts().items() if key in ("paths", "components")})
    assert not [text for text in texts if " " in text]


def test_they_are_what_the_description_says_wherever_it_is_at_hand():
    stored = json.loads(FACTS.read_text())
    for description in filter(lambda path: path.is_file(), [DESCRIPTION]):
        api = json.loads(description.read_text())
        assert written(distilled(api, offered(), stored["taken"])) == FACTS.read_text()


def test_a_route_that_discord_does_not_have_is_refused():
    api: dict[str, Any] = {"info": {"version": "10"}, "paths": {}, "components": {"schemas": {}}}
    with pytest.raises(ValueError, match="Discord has no GET /users/@me"):
        distilled(api, [("GET", "/users/@me")], "2026-07")


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 4001},
        {"content": 7},
        changed(custom_id="x" * 101),
        changed(label="x" * 81),
        changed(style="primary"),
        {"components": [{"type": 1}]},
        {"embeds": [{"title": "x"}] * 11},
    ],
    ids=str,
)
def test_what_discord_would_refuse_is_an_objection(body: dict[str, Any]):
    accepted = Call(*SEND, "/channels/1/messages", body, {}, {}, {}, status=200, answer=None)
    with pytest.raises(AssertionError, match="request"):
        judge_request(accepted)


def judge_request(call: Call) -> None:
    """Judge the request alone: what is answered is not what is asked here."""
    judging = request_judge(call.method, call.template)
    assert judging is not None
    fits(judging, call.body, "request")


def test_what_discord_takes_is_none():
    judge_request(sent({"content": "x", "components": [ROW]}))


def test_answers_are_judged_too():
    with pytest.raises(AssertionError, match="answer 200"):
        judge(Call(*SEND, "/channels/1/messages", {"content": "x"}, {}, {}, {}, status=200, answer={"id": 7}))
