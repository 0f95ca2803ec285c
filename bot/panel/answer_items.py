"""The components that answer the components with which a panel, given what else the panel shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.discord.components.messages import Item
from bot.panel.answer_controls import COMPONENTS, action_texts
from bot.panel.drafts import PartialAnswer
from bot.panel.one_option import LINES
from bot.panel.question_text import details_of, is_of_card
from bot.panel.questions import draw, draw_pictured, draw_whole
from bot.views.pictures import PrivatePicture
from bot.views.types import PrivateLook
from cards.i18n import Translator
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Choice, Question

TALL, TALLEST = 1.2, 1.5
"""The heights of pictures that take more than half, and two thirds, of a phone's screen, in their widths."""


def answer_items(
    look: PrivateLook,
    draft: PartialAnswer | None,
    translate: Translator,
    whole: Sequence[WholeAnswer],
    *,
    has_board: bool,
    is_seen: bool,
    lines: int,
    taken: int,
) -> list[Item]:
    """Return the components by which the open question is answered. `is_seen`: pictures are shown.

    `lines` is the maximum number of lines of options, and `taken` the number of components that a plan's own controls take.
    """
    game, question = look.table.game, look.question
    assert question is not None
    texts, details = action_texts(game, look.translator), details_of(look, question)
    if is_seen and is_of_card(look):
        return draw_pictured(question, look.table.key, translate, texts)
    if whole:
        alone = bool(look.table.lesson)
        return draw_whole(
            question, look.table.key, whole, translate, look.translator, texts, details, are_alone=alone
        )

    def comes_to(choice: Choice) -> str:
        said = game.comes_to(look.view, question, choice)
        return "" if said is None else look.translator(said)

    wanted = game.usual_answers(look.view, question)
    hurting = game.hurting(look.view, question)
    seen = _on_board(look, question) if has_board else frozenset[str]()
    return draw(
        question, look.table.key, draft, translate, texts, comes_to, wanted, details, hurting, seen, lines,
        COMPONENTS - taken,
    )  # fmt: skip


def lines_below(picture: PrivatePicture) -> int:
    """Return how many lines options may take on a phone below a picture: the fewer, the taller it is."""
    width, height = (int.from_bytes(picture.png[at : at + 4]) for at in (16, 20))
    return LINES - (height > TALL * width) - (height > TALLEST * width)


def _on_board(look: PrivateLook, question: Question) -> frozenset[str]:
    """Return the keys of options that are cards on the board, as far as their names tell them apart there."""
    named = Counter(option.label for option in question.options)
    found = look.table.game.shown.on_board(look.view, question)
    return frozenset(
        option.key for option in question.options if option.key in found and named[option.label] == 1
    )
