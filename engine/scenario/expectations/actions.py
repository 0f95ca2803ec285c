"""Expectations about possible and impossible actions, with the rule."""

from __future__ import annotations

from engine.scenario.expectation_forms import ExpectationForm, SentenceParts, form, unless
from engine.scenario.situation import Situation

FORMS: list[ExpectationForm[Situation]] = []


def _must_be_known(parts: SentenceParts) -> None:
    """Raise Mistake for an unknown card or player after the verb."""
    for title in parts.words.named(_verb(parts), parts.raw("rest")):
        if title:
            parts.words.must_know(title, parts.column("rest") + 1)


def _verb(parts: SentenceParts) -> str:
    return parts.words.tables.verbs[parts["verb"]]


@form(
    FORMS,
    "PLAYER can't VERB CARD (RULE)",
    r"(?P<who><P>) (?:(?P<not>can['’]t|cannot|may not)|can|may) "
    r"(?P<verb><VERB>)\b(?P<rest>[^(]*?)(?: ?\((?P<rule>[^)]+)\))?",
    must=_must_be_known,
)
def _can(now: Situation, parts: SentenceParts) -> str:
    seat, verb, rest = parts.seat, _verb(parts), parts.raw("rest")
    offered = now.is_offered(seat, verb, rest)
    sentence, rule = now.forbidding(seat, verb, rest) if not offered else ("", "")
    if parts.positive:
        return unless(offered, sentence or now.open_questions())
    if offered:
        return f"{now.names[parts.seat]} can {parts.raw('verb')} {rest}".strip()
    holds = not parts["rule"] or now.is_same_rule(parts.raw("rule"), rule)
    return unless(holds, f"the rule is {rule or 'none'}: {sentence or now.open_questions()}")
