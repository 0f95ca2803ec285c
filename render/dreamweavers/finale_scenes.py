"""The scenes of a finale in order, each with its steps and captions."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator, msg
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.finale import Blow, Fall, Finale
from render.dreamweavers.finale_pictures import AttackScene, EgoScene, WeaveScene
from render.dreamweavers.inks import GILT
from render.dreamweavers.words import NOTIONS, own_notion, shown_names, turn_of
from render.layout import Drawing
from render.table.finale import FinaleScene, FinaleStep, run
from render.table.words import Names, of, plain

ATTACK_MS, RUN_MS, DECIDED_MS = 1100, 90, 1300
FULL_MS, CARD_MS, BROKEN_MS = 700, 320, 1300
ALL_CARDS_MS = 1300
"""The maximum total time for the cards of an Ego, in milliseconds."""
CLASH_MS, WEAVE_MS, RESULT_MS = 900, 110, 3000
LONG_CLASH_MS = 2600
"""The time for the two cloths at the beginning if no attack is shown, in milliseconds."""
RUN, WEAVE = 7, 18
"""The number of steps in which the numbers of an attack run, and the winner's cloth grows."""


def scenes(finale: Finale, names: Names, translator: Translator = ENGLISH) -> tuple[FinaleScene, ...]:
    """Return the scenes of a finale in order, at least the result. `names` are the players' display names by seat."""
    names = shown_names(names, translator)
    scenes: list[FinaleScene] = [_attack(finale, blow, names, translator) for blow in finale.blows]
    for fall in finale.falls:
        scenes.append(EgoScene(_ego_steps(fall, names, translator), ("crack", GILT), names, translator, fall))
    scenes.append(_weave(finale, names, translator))
    return tuple(scenes)


def _notion_of(finale: Finale, seat: int) -> str:
    """Return the key of the notion whose colours represent a player."""
    notion = own_notion(finale.last.sides[seat]).casefold()
    return notion if notion in NOTIONS else "doubt"


def _drawn(finale: Finale, title: str, seat: int) -> tuple[Drawing, str]:
    """Return the picture of a card and its notion's key; for a hidden card, its player's notion cover."""
    face = finale.face(title)
    if face is not None and face.notion.casefold() in NOTIONS:
        return art_of(face), face.notion.casefold()
    notion = _notion_of(finale, seat)
    return CoverArt(notion), notion


def _attack(finale: Finale, blow: Blow, names: Names, translator: Translator) -> AttackScene:
    attacker, attacker_notion = _drawn(finale, blow.attacker, blow.seat)
    target, target_notion = _drawn(finale, blow.target, 1 - blow.seat)
    steps = _attack_steps(blow, names, translator)
    return AttackScene(
        steps, ("sword", GILT), names, translator, blow, (attacker, target), (attacker_notion, target_notion)
    )


def _attack_steps(blow: Blow, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return the steps of an attack: the attacker, the running numbers, and the result."""
    name = names[blow.seat]
    attacks = translator(msg("{name} attacks", name=name))
    score = f"{plain(blow.power)} : {plain(blow.shield_value)}"
    result = (
        msg("{score}: it gets through", score=score)
        if blow.succeeds
        else msg("{score}: it is stopped", score=score)
    )
    return run(attacks, translator(result), (ATTACK_MS, RUN_MS, DECIDED_MS), RUN)


def _ego_steps(fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return one step per card, down to 0."""
    name = names[fall.seat]
    steps: list[FinaleStep] = []
    card_ms = min(CARD_MS, ALL_CARDS_MS // max(1, fall.before))
    for n in range(fall.before, 0, -1):
        caption = translator(msg("{whose} Ego: {n}", whose=of(name), name=name, n=n))
        steps.append(FinaleStep(caption, FULL_MS if n == fall.before else card_ms, n / fall.before))
    broken = translator(msg("{whose} Ego is broken", whose=of(name), name=name))
    return (*steps, FinaleStep(broken, BROKEN_MS, 0))


def _weave(finale: Finale, names: Names, translator: Translator) -> WeaveScene:
    """Return the two cloths, the winner's on the left; in a draw in seat order."""
    last = finale.last
    is_draw = len(last.winners) != 1
    first = 0 if is_draw else last.winners[0]
    notions = _notion_of(finale, first), _notion_of(finale, 1 - first)
    turn = turn_of(last, names, translator)
    how = turn.ending
    start = FinaleStep(how, CLASH_MS if finale.blows else LONG_CLASH_MS, 0)
    growth = () if is_draw else tuple(FinaleStep(how, WEAVE_MS, k / WEAVE) for k in range(1, WEAVE))
    steps = (start, *growth, FinaleStep(how, RESULT_MS, 1))
    return WeaveScene(
        steps,
        ("knot" if is_draw else "crown", GILT),
        names,
        translator,
        (CoverArt(notions[0]), CoverArt(notions[1])),
        notions,
        turn.headline,
        is_draw,
    )
