"""The scenes of a finale in order, each with its steps and captions."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg
from engine.voidream.endings import INSANITY
from engine.voidream.views.types import ConflictView
from render import palette as c
from render.table.finale import FinaleScene, FinaleStep, Sign, run
from render.table.words import Names, of
from render.voidream.finale import (
    CONFLICT_MS,
    CRACK_MS,
    CRACKS,
    FALLEN_MS,
    LIGHT,
    LIGHT_MS,
    LIT_MS,
    NIGHT_MS,
    RESULT_MS,
    REVEAL,
    REVEAL_MS,
    RUN,
    RUN_MS,
    SCORED_MS,
    SPENT_MS,
    Clash,
    DecidingCard,
    Fall,
    Finale,
)
from render.voidream.finale_conflict import ConflictScene, DecidingScene
from render.voidream.finale_falls import BastionScene, MindScene, ResultScene
from render.voidream.illustration import FULL_MIND
from render.voidream.words import PHASES, shown_names, turn_of


def scenes(finale: Finale, names: Names, translator: Translator = ENGLISH) -> tuple[FinaleScene, ...]:
    """Return the scenes of a finale in order, at least the result. `names` are the players' display names by seat."""
    names = shown_names(names, translator)
    scenes: list[FinaleScene] = []
    if (clash := finale.clash) is not None:
        steps, sign = _conflict_steps(clash, names, translator), _conflict_sign(clash.conflict)
        scenes.append(ConflictScene(steps, sign, names, translator, clash))
    if (deciding := finale.deciding) is not None:
        steps = _deciding_steps(deciding, names, translator)
        scenes.append(DecidingScene(steps, ("star", c.GOLD), names, translator, deciding.art))
    for fall in finale.falls:
        if fall.mind is not None:
            steps = _mind_steps(finale, fall, names, translator)
            scenes.append(MindScene(steps, ("eye", c.ROSE), names, translator, fall.mind))
        if fall.bastion is not None:
            steps = _bastion_steps(fall, names, translator)
            scenes.append(BastionScene(steps, ("crack", c.ROSE), names, translator, fall.bastion))
    sign = "crown" if len(finale.last.winners) == 1 else "star"
    steps = _result_steps(finale, names, translator)
    scenes.append(ResultScene(steps, (sign, c.GOLD), names, translator, finale.last))
    return tuple(scenes)


def _conflict_sign(conflict: ConflictView) -> Sign:
    if conflict.nightmare:
        return "eye", c.ROSE
    return ("moon", c.SILVER) if conflict.kind == "dusk" else ("sun", c.GOLD)


def _kind_words(conflict: ConflictView, translator: Translator) -> str:
    if conflict.nightmare:
        return translator(msg("Nightmare", "law"))
    return translator(PHASES[f"{conflict.kind} conflict"])


def _conflict_steps(clash: Clash, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return the steps of a conflict: the fighters, the running scores, and the leader."""
    kind = _kind_words(clash.conflict, translator)
    if clash.leader is None:
        caption = msg("A draw")
    else:
        wins, leads = msg("{name} wins by {n}"), msg("{name} leads by {n}")
        caption = (wins if clash.counted else leads).filled(name=names[clash.leader], n=abs(clash.lead))
    return run(kind, translator(caption), (CONFLICT_MS, RUN_MS, SCORED_MS), RUN)


def _deciding_steps(deciding: DecidingCard, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    name = names[deciding.seat]
    captions = {
        "mind": msg("{whose} mind", whose=of(name), name=name),
        "bastion": msg("{whose} bastion", whose=of(name), name=name),
    }.get(deciding.art.kind, msg("The strongest in the conflict"))
    steps = [FinaleStep(translator(captions), LIGHT_MS, k / LIGHT) for k in range(LIGHT)]
    return (*steps, FinaleStep(translator(captions), LIT_MS, 1))


def _mind_steps(finale: Finale, fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return one step per number, down to the last."""
    name = names[fall.seat]
    steps: list[FinaleStep] = []
    for n in range(fall.before, fall.after - 1, -1):
        is_last = n == fall.after
        if is_last and finale.last.ended == INSANITY.key:
            caption = turn_of(finale.last, names, translator).ending
        elif n:
            caption = translator(msg("{whose} mind: {n}", whose=of(name), name=name, n=n))
        else:
            caption = translator(msg("{whose} mind is spent", whose=of(name), name=name))
        steps.append(FinaleStep(caption, SPENT_MS if is_last else NIGHT_MS, n / FULL_MIND))
    return tuple(steps)


def _bastion_steps(fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    name = names[fall.seat]
    caption = translator(msg("{whose} bastion", whose=of(name), name=name))
    steps = [FinaleStep(caption, CRACK_MS, k / CRACKS) for k in range(CRACKS)]
    fallen = translator(msg("{whose} bastion has fallen", whose=of(name), name=name))
    return (*steps, FinaleStep(fallen, FALLEN_MS, 1))


def _result_steps(finale: Finale, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    how = turn_of(finale.last, names, translator).ending
    return (*(FinaleStep(how, REVEAL_MS, k / REVEAL) for k in range(REVEAL)), FinaleStep(how, RESULT_MS, 1))
