"""A player's draft in their panel: its steps, how to give it, and how to remove a step."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui

from bot.discord.components.messages import (
    Button,
    Item,
    button,
    rows,
)
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import control, waiting
from bot.views.types import PrivateLook
from cards.i18n import Translator, msg
from engine.kernel.question import Option

PLAN_STOP_THIS = msg("Ends if {stop}")
PLAN_STOPS = msg("It also ends if … (any of these)")

PLAN_BEGINS = msg(
    "-# **Plan your next turn.** This is how it begins if no one acts before it. I'll carry out your "
    "steps when it comes."
)
PLAN_GOES_ON = msg("-# **Plan your next turn.**")
AHEAD_ENDS = msg("You can't plan past this point. I'll ask you again then.")
SHEET_LOST = msg("I removed a step that is no longer possible.")
SHEET_SO_FAR = msg("**So far (only you see this):** {steps}")

STEP, FINALS = 160, 220
"""Maximum characters of a step, and of the options that submit the draft for one reason."""
MENU = 25
MOST_READY = 5
"""Maximum ready-made plans offered."""


def ahead_lines(look: PrivateLook, translate: Translator) -> list[str]:
    """Return that the match is shown as it will be, where a person plans ahead, and who is waited for."""
    if look.sheet is None or not look.sheet.is_ahead:
        return []
    # A player with a step in the draft has already read the introduction.
    planning = translate(PLAN_BEGINS if not look.sheet.steps else PLAN_GOES_ON)
    # Without a question, the panel already names the awaited players.
    return (
        [planning]
        if look.question is None
        else [f"-# {line}" for line in waiting(look, translate)] + [planning]
    )


def sheet_lines(look: PrivateLook, translate: Translator, *, has_board: bool = False) -> list[str]:
    """Return the content of the sheet, and the answers that would give it.

    `has_board`: the board is shown above as a picture, so the player's resources aren't repeated.
    """
    if look.sheet is None:
        return []
    tell = look.translator
    lines = [f"-# {translate(SHEET_LOST)}"] if look.sheet.lost else []
    if look.sheet.steps:
        steps = [f"{n}. {plain(step, STEP)}" for n, step in enumerate(_steps(look), 1)]
        lines.append(f"-# {translate(SHEET_SO_FAR.filled(steps=' · '.join(steps)))}")
    if look.sheet.is_choosing_else:
        lines.append(translate.msg("**What if the last step is impossible?** Choose an alternative below."))
    tally = None if has_board else look.table.game.tally(look.view)
    if tally is not None:
        lines.append(f"-# {plain(tell(tally))}")
    if look.question is None:
        return [*lines, f"-# {translate(AHEAD_ENDS)}"]
    finals = _finals(look)
    is_all = all(option.key in look.sheet.finals for option in look.question.options)
    if not finals or (is_all and not look.sheet.steps):
        return lines  # That is normal for a question without drafts.
    names = dict.fromkeys(name for some in finals.values() for name in some)
    given = plain(shorten(", ".join(names), FINALS))
    if not look.sheet.steps:
        lead = msg("**Takes effect at once:** {answers}.", answers=given)
    elif is_all:
        lead = msg("**Your answer takes effect at once**, with all steps before it.")
    else:
        lead = msg("**Takes effect at once, with all steps before it:** {answers}.", answers=given)
    return [*lines, f"-# {translate(lead)}"]


def final_reasons(look: PrivateLook) -> list[str]:
    """Return why answers give the sheet, in a line for each reason."""
    return [
        f"- **{plain(shorten(', '.join(names), FINALS))}**: {plain(why)}"
        for why, names in _finals(look).items()
    ]


def _finals(look: PrivateLook) -> Mapping[str, Mapping[str, None]]:
    """Return the answers that give the sheet, by the reason."""
    finals: dict[str, dict[str, None]] = {}
    if look.sheet is not None and look.question is not None:
        for option in look.question.options:
            if (why := look.sheet.finals.get(option.key)) is not None:
                finals.setdefault(look.translator(why), {})[_called(look, option)] = None
    return finals


def _called(look: PrivateLook, option: Option) -> str:
    """Return the label of an option; that of its buttons or menu, where all of the same verb give the sheet."""
    assert look.question is not None and look.sheet is not None
    alike = [one for one in look.question.options if one.verb == option.verb]
    game = look.table.game
    name = game.verb_menus.get(option.verb) if len(alike) > 1 else game.verb_buttons.get(option.verb)
    if name is not None and all(one.key in look.sheet.finals for one in alike):
        return look.translator(name).rstrip(" …")
    return option.label.rstrip(".")


def back_button(look: PrivateLook, translate: Translator) -> list[Button]:
    """Return the button beside the answers: to remove the last step of a sheet, if it has one, or to end planning ahead."""
    if look.sheet is not None and look.sheet.is_ahead:
        return [_no_plan(look, translate)]
    return _step_back(look, translate)


def _step_back(look: PrivateLook, translate: Translator) -> list[Button]:
    steps = [] if look.sheet is None else _steps(look)
    return [button(translate.msg("Undo"), _out(look, f"{len(steps) - 1}"))] if steps else []


def _no_plan(look: PrivateLook, translate: Translator) -> Button:
    return button(translate.msg("Don't plan"), _out(look, "all"))


def take_out_menu(look: PrivateLook, translate: Translator) -> list[Item]:
    """Return the menu that takes any step out of a sheet; none where there is one step at most."""
    steps = [] if look.sheet is None else _steps(look)
    if len(steps) <= 1:
        return []
    menu = ui.Select[ui.LayoutView](
        custom_id=_out(look, "menu"), placeholder=translate.msg("Remove a step …")
    )
    for place, step in enumerate(steps[:MENU]):
        menu.add_option(label=shorten(bare(step), 100), value=str(place))
    return [ui.ActionRow(menu)]


def ahead_items(look: PrivateLook, translate: Translator) -> list[Item]:
    """Return the actions on a plan drafted ahead: give it, or remove steps; nothing elsewhere.

    Without a question, which would have the button beside its answers, also the one that ends planning.
    """
    sheet = look.sheet
    if sheet is None or not sheet.is_ahead:
        return []
    steps, buttons = _steps(look), list[Button]()
    if steps:
        give = control(look.table, "ahead-give", sheet.mark)
        buttons.append(button(translate.msg("Give this plan"), give, discord.ButtonStyle.success))
    buttons += _step_back(look, translate)
    if sheet.can_have_else:
        buttons.append(
            button(
                translate.msg("If that's impossible …"), control(look.table, "ahead-else", f"1.{sheet.mark}")
            )
        )
    if sheet.is_choosing_else:
        buttons = [
            button(translate.msg("Nothing else"), control(look.table, "ahead-else", f"0.{sheet.mark}"))
        ]
    if look.question is None:
        buttons.append(_no_plan(look, translate))
    items: list[Item] = rows(buttons)
    if steps and sheet.stops:
        ends = ui.Select[ui.LayoutView](
            custom_id=control(look.table, "ahead-stops", sheet.mark),
            placeholder=translate(PLAN_STOPS),
            min_values=0,
            required=False,
            max_values=len(sheet.stops),
        )
        for stop, is_chosen in sheet.stops:
            label = translate(PLAN_STOP_THIS.filled(stop=shorten(bare(look.translator(stop.label)), 80)))
            ends.add_option(label=label, value=stop.name, default=is_chosen)
        items.append(ui.ActionRow(ends))
    return items


def ready_buttons(look: PrivateLook) -> list[Button]:
    """Return a button for each ready-made plan."""
    return [
        button(
            shorten(bare(look.translator(plan.label)), 80),
            control(look.table, "ready-plan", plan.name),
            discord.ButtonStyle.success,
        )
        for plan in look.ready[:MOST_READY]
    ]


def _out(look: PrivateLook, what: str) -> str:
    assert look.sheet is not None
    return control(look.table, "sheet-out", f"{what}.{look.sheet.mark}")


def _steps(look: PrivateLook) -> list[str]:
    assert look.sheet is not None
    tell = look.table.naming(look.translator)
    return [" · ".join(map(tell, step)) for step in look.sheet.steps]


def plan_ahead_button(look: PrivateLook, translate: Translator) -> list[Button]:
    """Return the button for drafting answers ahead of the question."""
    book = look.table.game.kernel.orders
    if book is None or not book.plans_ahead or not look.forms:
        return []
    return [button(translate.msg("Plan ahead …"), control(look.table, "ahead"))]
