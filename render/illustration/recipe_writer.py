"""Write recipes. Reading the text gives the same picture."""

from __future__ import annotations

from render.illustration.recipe import DrawnGroup, DrawnThing, Light, Recipe


def written(recipe: Recipe) -> str:
    """Return a recipe's text with its words in their usual order: `read_recipe(written(recipe)) == recipe`.

    This holds for every recipe that was read. One built otherwise may have no text.
    """
    clauses = [_written_subject(subject) for subject in recipe.subjects]
    light = _written_light(recipe.light)
    if recipe.place:
        clauses.append(f"in {recipe.place} {light}".rstrip())
    elif light:
        clauses.append(light)
    if recipe.hour:
        clauses.append(f"at {recipe.hour}")
    clauses.extend(recipe.weather)
    if recipe.frame:
        clauses.append(f"framed by {recipe.frame}")
    if recipe.mirrored:
        clauses.append("mirrored")
    return ", ".join(clauses)


def _written_subject(subject: DrawnGroup) -> str:
    words = [_written_noun(subject.nouns[0])]
    for relation, noun in zip(subject.relations, subject.nouns[1:], strict=True):
        words += [relation, _written_noun(noun)]
    return " ".join(words)


def _written_noun(noun: DrawnThing) -> str:
    turned = "turned" if noun.turned else ""
    words = (noun.count, noun.plane, noun.size, noun.tone, noun.pose, noun.motif, *noun.where, turned)
    return " ".join(filter(None, words))


def _written_light(light: Light) -> str:
    if light == Light():
        return ""
    words = (
        "no" if light.absent else light.phase,
        light.height,
        light.size,
        "sun" if light.sun else "moon",
        light.across,
    )
    return " ".join(filter(None, words))
