"""Expectations about possible and impossible actions, with the rule."""

from __future__ import annotations

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


def _must_be_known(said: SentenceParts) -> None:
    """Raise Mistake for an unknown card or player after the verb."""
    for title in said.words.named(_verb(said), said.raw("rest")):
        if title:
            said.words.must_know(title, said.column("rest") + 1)


def _verb(said: SentenceParts) -> str:
    return said.words.tables.verbs[said["verb"]]


@form(
    FORMS,
    "PLAYER can't VERB CARD (RULE)",
    r"(?P<who><P>) (?:(?P<not>can['’]t|cannot|may not)|can|may) "
    r"(?P<verb><VERB>)\b(?P<rest>[^(]*?)(?: ?\((?P<rule>[^)]+)\))?",
    must=_must_be_known,
)
def _can(now: Situation, said: SentenceParts) -> str:
    seat, verb, rest = said.seat, _verb(said), said.raw("rest")
    offered = now.is_offered(seat, verb, rest)
    sentence, rule = now.forbidding(seat, verb, rest) if not offered else ("", "")
    if said.positive:
        return unless(offered, sentence or now.open_questions())
    if offered:
        return f"{now.names[said.seat]} can {said.raw('verb')} {rest}".strip()
    holds = not said["rule"] or now.is_same_rule(said.raw("rule"), rule)
    return unless(holds, f"the rule is {rule or 'none'}: {sentence or now.open_questions()}")
