"""A player's draft in their panel: its steps, how to give it, and how to remove a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.discord.components.messages import Button, Item, button, menu, menu_option, rows
from bot.discord.components.plain import bare, plain, shorten
from bot.discord.match_text import control, waiting_lines
from bot.panel.questions import beside_whole
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator, msg
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Option

PLAN_STOP_THIS = msg("Ends if {stop}")
PLAN_STOPS = msg("It also ends if … (any of these)")

PLAN_BEGINS = msg(
    "-# **Plan your next turn.** This is how it begins if no one acts before it. I'll carry out your "
    "steps when it comes."
)
PLAN_GOES_ON = msg("-# **Plan your next turn.**")
AHEAD_ENDS = msg("You can't plan past this point. I'll ask you again then.")
TURN_ENDS = msg("Your turn ends then.")
SHEET_LOST = msg("I removed a step that is no longer possible.")
SHEET_SO_FAR = msg("**So far (only you see this):** {steps}")

STEP, PART, FINALS = 160, 48, 220
"""Maximum characters of a step, of each answer of it, and of the options that submit the draft for one reason."""
MOST_READY = 5
"""Maximum ready-made plans offered."""


def ahead_lines(snapshot: PlayerSnapshot, translate: Translator) -> list[str]:
    """Return that the match is shown as it will be, where a person plans ahead, and who is waited for."""
    if snapshot.sheet is None or not snapshot.sheet.is_ahead:
        return []
    # A player with a step in the draft has already read the introduction.
    planning = translate(PLAN_BEGINS if not snapshot.sheet.steps else PLAN_GOES_ON)
    # Without a question, the panel already names the awaited players.
    return (
        [planning]
        if snapshot.question is None
        else [f"-# {line}" for line in waiting_lines(snapshot, translate)] + [planning]
    )


def sheet_lines(
    snapshot: PlayerSnapshot,
    translate: Translator,
    *,
    has_board: bool = False,
    whole: Sequence[WholeAnswer] = (),
) -> list[str]:
    """Return the content of the sheet, and the answers that would give it.

    `has_board`: the board is shown above as a picture, so the player's resources aren't repeated. `whole`: the whole
    answers that are offered. Each of them gives the sheet.
    """
    if snapshot.sheet is None:
        return []
    tell = snapshot.translator
    lines = [f"-# {translate(SHEET_LOST)}"] if snapshot.sheet.lost else []
    if snapshot.sheet.steps:
        steps = [f"{n}. {plain(step, STEP)}" for n, step in enumerate(_steps(snapshot), 1)]
        lines.append(f"-# {translate(SHEET_SO_FAR.filled(steps=' · '.join(steps)))}")
    if snapshot.sheet.is_choosing_else:
        lines.append(translate.msg("**What if the last step is impossible?** Choose an alternative below."))
    tally = None if has_board else snapshot.table.game.tally(snapshot.view)
    if tally is not None:
        lines.append(f"-# {plain(tell(tally))}")
    if snapshot.question is None:
        return [*lines, f"-# {translate(TURN_ENDS if snapshot.sheet.ends_turn else AHEAD_ENDS)}"]
    finals = _finals(snapshot)
    options = snapshot.question.options
    offered = [options[at] for at in beside_whole(snapshot.question, whole)] if whole else options
    is_all = all(option.key in snapshot.sheet.finals for option in offered)
    if not finals or (is_all and not snapshot.sheet.steps):
        return lines  # That is normal for a question without drafts.
    names = sorted(
        dict.fromkeys(name for some in finals.values() for name in some),
        key=lambda name: not name.endswith("…"),
    )
    given = plain(shorten(", ".join(names), FINALS))
    if not snapshot.sheet.steps:
        lead = msg("**Takes effect at once:** {answers}.", answers=given)
    elif is_all:
        lead = msg("**Your answer takes effect at once**, with all steps before it.")
    else:
        lead = msg("**Takes effect at once, with all steps before it:** {answers}.", answers=given)
    return [*lines, f"-# {translate(lead)}"]


def final_reasons(snapshot: PlayerSnapshot) -> list[str]:
    """Return why answers give the sheet, in a line for each reason."""
    return [
        f"- **{plain(shorten(', '.join(names), FINALS))}**: {plain(why)}"
        for why, names in _finals(snapshot).items()
    ]


def _finals(snapshot: PlayerSnapshot) -> Mapping[str, Mapping[str, None]]:
    """Return the answers that give the sheet, by the reason."""
    finals: dict[str, dict[str, None]] = {}
    if snapshot.sheet is not None and snapshot.question is not None:
        for option in snapshot.question.options:
            if (why := snapshot.sheet.finals.get(option.key)) is not None:
                finals.setdefault(snapshot.translator(why), {})[_called(snapshot, option)] = None
    return finals


def _called(snapshot: PlayerSnapshot, option: Option) -> str:
    """Return the label of an option; that of the menu, where several options of the same verb all give the sheet."""
    assert snapshot.question is not None and snapshot.sheet is not None
    with_verb = [one for one in snapshot.question.options if one.verb == option.verb]
    menu = snapshot.table.game.verb_menus.get(option.verb) if len(with_verb) > 1 else None
    if menu is not None and all(one.key in snapshot.sheet.finals for one in with_verb):
        return snapshot.translator(menu)
    return option.label.rstrip(".")


def back_button(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    """Return the button beside the answers: to remove the last step of a sheet, if it has one, or to end planning ahead."""
    if snapshot.sheet is not None and snapshot.sheet.is_ahead:
        return [_no_plan(snapshot, translate)]
    return _step_back(snapshot, translate)


def _step_back(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    steps = [] if snapshot.sheet is None else _steps(snapshot)
    return [button(translate.msg("Undo"), _out(snapshot, f"{len(steps) - 1}"))] if steps else []


def _no_plan(snapshot: PlayerSnapshot, translate: Translator) -> Button:
    return button(translate.msg("Don't plan"), _out(snapshot, "all"))


def take_out_menu(snapshot: PlayerSnapshot, translate: Translator) -> list[Item]:
    """Return the menu that takes any step out of a sheet; none where there is one step at most."""
    steps = [] if snapshot.sheet is None else _steps(snapshot)
    if len(steps) <= 1:
        return []
    options = [menu_option(step, str(place)) for place, step in enumerate(steps)]
    return [menu(_out(snapshot, "menu"), translate.msg("Remove a step …"), options)]


def ahead_items(snapshot: PlayerSnapshot, translate: Translator) -> list[Item]:
    """Return the actions on a plan drafted ahead: give it, or remove steps; nothing elsewhere.

    Without a question, which would have the button beside its answers, also the one that ends planning.
    """
    sheet = snapshot.sheet
    if sheet is None or not sheet.is_ahead:
        return []
    steps, buttons = _steps(snapshot), list[Button]()
    if steps:
        give = control(snapshot.table, "ahead-give", sheet.digest)
        buttons.append(button(translate.msg("Give this plan"), give, discord.ButtonStyle.success))
    buttons += _step_back(snapshot, translate)
    if sheet.can_have_else:
        buttons.append(
            button(
                translate.msg("If that's impossible …"),
                control(snapshot.table, "ahead-else", f"1.{sheet.digest}"),
            )
        )
    if sheet.is_choosing_else:
        buttons = [
            button(translate.msg("Nothing else"), control(snapshot.table, "ahead-else", f"0.{sheet.digest}"))
        ]
    if snapshot.question is None:
        buttons.append(_no_plan(snapshot, translate))
    items: list[Item] = rows(buttons)
    if steps and sheet.stops:
        ends = [
            menu_option(
                translate(PLAN_STOP_THIS.filled(stop=snapshot.translator(stop.label))),
                stop.name,
                chosen=is_chosen,
            )
            for stop, is_chosen in sheet.stops
        ]
        id_ = control(snapshot.table, "ahead-stops", sheet.digest)
        items.append(menu(id_, translate(PLAN_STOPS), ends, least=0, most=len(ends)))
    return items


def ready_buttons(snapshot: PlayerSnapshot) -> list[Button]:
    """Return a button for each ready-made plan."""
    return [
        button(
            shorten(bare(snapshot.translator(plan.label)), 80),
            control(snapshot.table, "ready-plan", plan.name),
            discord.ButtonStyle.success,
        )
        for plan in snapshot.ready[:MOST_READY]
    ]


def _out(snapshot: PlayerSnapshot, what: str) -> str:
    assert snapshot.sheet is not None
    return control(snapshot.table, "sheet-out", f"{what}.{snapshot.sheet.digest}")


def _steps(snapshot: PlayerSnapshot) -> list[str]:
    assert snapshot.sheet is not None
    tell = snapshot.table.naming(snapshot.translator)
    return [" · ".join(shorten(tell(part), PART) for part in step) for step in snapshot.sheet.steps]


def plan_ahead_button(snapshot: PlayerSnapshot, translate: Translator) -> list[Button]:
    """Return the button for drafting answers ahead of the question."""
    book = snapshot.table.game.kernel.orders
    if book is None or not book.plans_ahead or not snapshot.forms:
        return []
    return [button(translate.msg("Plan ahead …"), control(snapshot.table, "ahead"))]
