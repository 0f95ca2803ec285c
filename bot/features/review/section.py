"""Reviews in replays: who was how likely to win after a step, and clear mistakes."""

from __future__ import annotations

from bot.discord.components.plain import plain
from bot.discord.sections import FeatureSection, StepComment
from bot.features.review.messages import chance_line, mistake_line
from bot.features.review.narration import Retelling
from cards.i18n import Translator


class ReviewSection(FeatureSection):
    """Remarks on the steps of a match, where its players let it be looked back at."""

    def __init__(self, retelling: Retelling) -> None:
        self._retelling = retelling

    async def remarks(self, match_id: int, step: int, translate: Translator) -> StepComment | None:
        """Return the chances after a step, the mistake that it was, and the way to the next mistake."""
        told = await self._retelling.of_match(match_id, translate.locale)
        if told is None:
            return None
        lines = [chance_line(told, step, translate)]
        if (mistake := told.mistake_at(step)) is not None:
            lines.append(mistake_line(mistake, plain(told.table.names[mistake.seat], 60), translate))
        following = told.mistake_after(step)
        leads = None if following is None else (translate.msg("Next mistake"), following.step)
        return StepComment(tuple(lines), leads)
