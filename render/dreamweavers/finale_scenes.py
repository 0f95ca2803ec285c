"""The scenes of a finale in their order, each with its steps and captions."""

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
"""The maximum time for the cards of an Ego together, in milliseconds."""
CLASH_MS, WEAVE_MS, RESULT_MS = 900, 110, 3000
LONG_CLASH_MS = 2600
"""The time for the two cloths at first where no attack has been shown, in milliseconds."""
RUN, WEAVE = 7, 18
"""In how many steps the numbers of an attack run, and the winner's cloth grows."""


def scenes(finale: Finale, names: Names, translator: Translator = ENGLISH) -> tuple[FinaleScene, ...]:
    """The scenes of a finale in order; `names` are the players' display names by seat. There is at least the result."""
    names = shown_names(names, translator)
    found: list[FinaleScene] = [_attack(finale, blow, names, translator) for blow in finale.blows]
    for fall in finale.falls:
        found.append(EgoScene(_ego_steps(fall, names, translator), ("crack", GILT), names, translator, fall))
    found.append(_weave(finale, names, translator))
    return tuple(found)


def _notion_of(finale: Finale, seat: int) -> str:
    """Return the key of the notion in whose colours a player is shown."""
    notion = own_notion(finale.last.sides[seat]).casefold()
    return notion if notion in NOTIONS else "doubt"


def _drawn(finale: Finale, title: str, seat: int) -> tuple[Drawing, str]:
    """The picture of a card and its notion's key; the cover of its player's notion where nobody has seen the card."""
    face = finale.face(title)
    if face is not None and face.notion.casefold() in NOTIONS:
        return art_of(face), face.notion.casefold()
    notion = _notion_of(finale, seat)
    return CoverArt(notion), notion


def _attack(finale: Finale, blow: Blow, names: Names, translator: Translator) -> AttackScene:
    attacker, first = _drawn(finale, blow.attacker, blow.seat)
    target, second = _drawn(finale, blow.target, 1 - blow.seat)
    steps = _attack_steps(blow, names, translator)
    return AttackScene(steps, ("sword", GILT), names, translator, blow, (attacker, target), (first, second))


def _attack_steps(blow: Blow, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return the attacker first, then the numbers run, then the result is held."""
    name = names[blow.seat]
    attacks = translator(msg("{name} attacks", name=name))
    score = f"{plain(blow.power)} : {plain(blow.shield_value)}"
    told = (
        msg("{score}: it gets through", score=score)
        if blow.succeeds
        else msg("{score}: it is stopped", score=score)
    )
    return run(attacks, translator(told), (ATTACK_MS, RUN_MS, DECIDED_MS), RUN)


def _ego_steps(fall: Fall, names: Names, translator: Translator) -> tuple[FinaleStep, ...]:
    """Return one step a card, down to nothing."""
    name = names[fall.seat]
    steps: list[FinaleStep] = []
    each = min(CARD_MS, ALL_CARDS_MS // max(1, fall.before))
    for n in range(fall.before, 0, -1):
        left = translator(msg("{whose} Ego: {n}", whose=of(name), name=name, n=n))
        steps.append(FinaleStep(left, FULL_MS if n == fall.before else each, n / fall.before))
    broken = translator(msg("{whose} Ego is broken", whose=of(name), name=name))
    return (*steps, FinaleStep(broken, BROKEN_MS, 0))


def _weave(finale: Finale, names: Names, translator: Translator) -> WeaveScene:
    """Return the two cloths, the winner's on the left; in a draw those of the seats in order."""
    last = finale.last
    is_draw = len(last.winners) != 1
    first = 0 if is_draw else last.winners[0]
    notions = _notion_of(finale, first), _notion_of(finale, 1 - first)
    turn = turn_of(last, names, translator)
    how = turn.ending
    start = FinaleStep(how, CLASH_MS if finale.blows else LONG_CLASH_MS, 0)
    grown = () if is_draw else tuple(FinaleStep(how, WEAVE_MS, k / WEAVE) for k in range(1, WEAVE))
    steps = (start, *grown, FinaleStep(how, RESULT_MS, 1))
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
