"""Every kind of question, with any number of options, can be asked and answered within Discord's limits."""

from __future__ import annotations

import contextlib

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.components.custom_ids import read
from bot.panel.answer_controls import COMPONENTS, ActionTexts
from bot.panel.answers import Decided, Drafted, RandomAnswer, Typing, form, press
from bot.panel.drafts import PartialAnswer
from bot.panel.one_option import LINES
from bot.panel.questions import draw
from bot.panel.typed import read_typed
from bot.people.locales import translator_for
from cards.i18n import ENGLISH, Translator, translator
from engine.kernel.chance import Chance
from engine.kernel.question import Choice, Option, Question, QuestionKind, check, random_choice
from tests.bot.discord.clicks import MENU, Clicker, Component, controls, texts, walk
from tests.bot.discord.limits import check_components, check_form
from tests.bot.panel.questions import MATCH, OF_THE_GAME, QUESTIONS, SPANISH, buttons, cards, components, does
from tests.games.bazaar.scenarios import lay_out, read_scenarios

RICH = """
players: Ada, Bo
market: Ember, Gate, Sun
Ada:
  hand: Moon x2, Coin
scenario: A rich turn
"""


async def click_through(question: Question, answer: Choice, words: Translator = ENGLISH) -> Choice:
    """Click like a person until the question is answered; Discord must accept every message on the way."""
    clicker = Clicker(question, answer)
    draft: PartialAnswer | None = None
    for _ in range(400):
        components_ = await components(question, draft, words)
        check_components(components_)
        assert sum(1 for _ in walk(components_)) <= COMPONENTS
        click = clicker.next(components_)
        control = read(click.custom_id)
        assert control is not None
        assert (control.match, control.question) == (MATCH, question.id)
        match press(question, control, click.values):
            case Decided(choice):
                return choice
            case Drafted(draft):
                pass
            case Typing():
                check_form(form(question, MATCH, words).to_dict())
                return read_typed(question, click.typed, words)
            case RandomAnswer():
                raise AssertionError("no question here is one of luck")
    raise AssertionError("it takes too many presses")


@pytest.mark.parametrize("words", [ENGLISH, translator_for("es-ES")], ids=["en", "es"])
@pytest.mark.parametrize("name", QUESTIONS)
async def test_every_answer_can_be_clicked(name: str, words: Translator) -> None:
    question = QUESTIONS[name]
    for seed in range(3):
        answer = random_choice(question, Chance(str(seed)))
        choice = await click_through(question, answer, words)
        check(question, choice)
        if question.ordered or question.kind is QuestionKind.ORDER:
            assert choice == answer
        else:
            assert sorted(choice) == sorted(answer)


@given(st.integers(1, 60), st.integers(0, 300), st.integers(1, 1000))
async def test_points_of_any_size_can_be_shared(count: int, total: int, limit: int) -> None:
    question = Question(
        9, 0, QuestionKind.DISTRIBUTE, "Share.", "x", cards(count, limit=limit), 0, min(total, count * limit)
    )
    check_components(await components(question))


async def test_one_of_two_is_one_press_even_with_long_names() -> None:
    long = "Return Minotaur of Footnotes to the top of your deck"
    question = Question(9, 0, QuestionKind.ONE, "Which?", "x", (Option("a", "Play it"), Option("b", long)))
    components_ = await components(question)
    assert [c["label"] for c in controls(components_, 9)] == ["Choose", "Choose"], (
        "both have the same style, in order"
    )
    assert f"-# **{long}**" in texts(components_), "a phone would shorten a button"


def menus(components_: list[Component]) -> int:
    return sum(c["type"] == MENU for c in controls(components_, 9))


@pytest.mark.parametrize(
    ("count", "called", "has_menu"),
    [
        (1, ["Attack with Card No 0", "Attack with no entities"], False),
        (
            2,
            ["Both", "Card No 0", "Card No 1", "Attack with no entities"],
            False,
        ),
        (
            3,
            ["All 3", *(f"Card No {n}" for n in range(3)), "Attack with no entities"],
            True,
        ),
        (4, ["Attack with all 4", "Attack with no entities"], True),
    ],
)
async def test_the_button_names_the_attacker(count: int, called: list[str], has_menu: bool) -> None:
    question = Question(
        9, 0, QuestionKind.CARDS, "Who attacks?", "x", cards(count), 0, count,
        some="Attack with {cards}", none="Attack with no entities",
    )  # fmt: skip
    components_ = await components(question)
    if count == 1:
        assert f"**{called[0]}** – What card 0 does" in texts(components_)
        called = ["Choose", *called[1:]]
    assert buttons(components_) == called
    assert menus(components_) == has_menu
    if has_menu:
        assert buttons(await components(question, PartialAnswer((0, 1)))) == [
            "Attack with Card No 0 + Card No 1"
        ]


async def test_two_orders_are_a_button_each_and_more_start_with_the_listed_one() -> None:
    two = Question(9, 0, QuestionKind.ORDER, "In which order?", "x", cards(2), 2, 2, True)
    components_ = await components(two)
    assert (buttons(components_), menus(components_)) == (["In this order", "The other way round"], 0)
    assert "-# 1. **Card No 0** – What card 0 does\n-# 2. **Card No 1**" in texts(components_)
    many = Question(9, 0, QuestionKind.ORDER, "In which order?", "x", cards(5), 5, 5, True)
    components_ = await components(many)
    assert (buttons(components_), menus(components_)) == (["In this order"], 1)
    assert "Confirm" not in str(buttons(await components(many, PartialAnswer((2,))))), (
        "no refused order is offered"
    )
    components_ = await components(many, PartialAnswer((2, 0, 4)))
    assert (buttons(components_), menus(components_)) == (
        ["Card No 1, then Card No 3", "Card No 3, then Card No 1", "Undo the last pick"],
        0,
    )
    last, *_ = [read(c["custom_id"]) for c in controls(components_, 9)]
    assert last is not None and press(many, last, []) == Decided(
        ("card 2", "card 0", "card 4", "card 1", "card 3")
    )


async def test_the_orders_of_three_are_a_button_each_by_their_numbers() -> None:
    three = Question(9, 0, QuestionKind.ORDER, "In which order?", "x", cards(3), 3, 3, True)
    components_ = await components(three)
    assert "-# 1. **Card No 0** – What card 0 does\n-# 2. **Card No 1**" in texts(components_)
    assert menus(components_) == 0
    assert buttons(components_) == ["In this order", "1, 3, 2", "2, 1, 3", "2, 3, 1", "3, 1, 2", "3, 2, 1"]
    [_, _, _, pressed, *_] = [read(c["custom_id"]) for c in controls(components_, 9)]
    assert pressed is not None and press(three, pressed, []) == Decided(("card 1", "card 2", "card 0"))


async def test_few_distributions_are_a_button_each() -> None:
    def share(total: int, *limits: int) -> Question:
        options = tuple(Option(f"k{n}", f"Guard {n}", "", limit) for n, limit in enumerate(limits))
        return Question(9, 0, QuestionKind.DISTRIBUTE, "Share.", "x", options, total, total)

    assert buttons(await components(share(3, 2, 2))) == [
        "2 to Guard 0, 1 to Guard 1",
        "1 to Guard 0, 2 to Guard 1",
    ]
    more = buttons(await components(share(6, 5, 5, 5)))
    assert more[:3] == [
        "5 to Guard 0, 1 to Guard 1",
        "1 to Guard 0, 5 to Guard 1",
        "1 to Guard 0, 5 to Guard 2",
    ], "as much as possible to each of them"
    assert more[3] == "4 to Guard 0, 2 to Guard 1", "no amount fills any of them"
    assert "5 to Guard 1, 2 to Guard 2" in buttons(await components(share(7, 6, 5, 2))), "fills two"


async def test_playable_upright_cards_are_buttons_if_there_is_space() -> None:
    plans = [f"Plan {n}" for n in range(4)]
    acts = [does("play", plan, f"Play {plan}", "text of the card") for plan in plans]
    acts += [does("invert", plan, f"Play Long Name of a {plan} inverted") for plan in plans]
    acts += [does("activate", "Jar", "Activate Jar", "text of the jar"), does("pass", "", "Pass")]
    components_ = await components(Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", tuple(acts)))
    assert buttons(components_) == ["Play", "Play", "Play", "Play", "Activate", "Pass"]
    assert menus(components_) == 1, "inverted"
    lines = [f"-# **Play Plan {n}** – Text of the card" for n in range(4)]
    assert texts(components_).splitlines() == [*lines, "-# **Activate Jar** – Text of the jar"]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (
            "Value 3. Initiate a dawn conflict. +2 dawn for each entity you control.",
            "Value 3. Initiate a dawn conflict. …",
        ),
        (
            "Lingering: (A) Forget this card: All Thoughts you control get power.",
            "Lingering: (A) Forget this card: All Thoughts you…",
        ),
    ],
)
async def test_a_text_beside_a_button_is_cut_between_sentences_or_words(text: str, cut: str) -> None:
    acts = [does("play", f"Plan {n}", f"Plan {n}", text) for n in range(3)]
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", (*acts, does("pass", "", "Pass")))
    assert f"-# **Plan 0** – {cut}\n" in texts(await components(question))


async def test_below_a_tall_board_fewer_options_are_beside_their_buttons() -> None:
    acts = [does("play", f"Plan {n}", f"Play Plan {n}", "text of the card") for n in range(6)]
    acts += [does("activate", "Jar", "Activate Jar", "text of the jar"), does("pass", "", "Pass")]
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", tuple(acts))
    components_by_height: dict[int, list[Component]] = {}
    for most in (LINES, LINES - 1):
        view = ui.LayoutView(timeout=None)
        for item in draw(question, MATCH, None, ENGLISH, lines=most):
            view.add_item(item)
        components_by_height[most] = view.to_components()  # type: ignore[assignment]
    assert buttons(components_by_height[LINES]) == ["Choose"] * 7 + ["Pass"] and not menus(
        components_by_height[LINES]
    )
    assert (
        buttons(components_by_height[LINES - 1]) == ["Choose", "Pass"]
        and menus(components_by_height[LINES - 1]) == 1
    )


def test_popular_options_are_beside_the_menu_if_there_is_space() -> None:
    acts = [does("buy", f"Card {n}", f"Buy Card {n}", "text of the card") for n in range(9)]
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", (*acts, does("pass", "", "Pass")))
    popular = [(acts[n].key,) for n in (4, 2)]

    def shown(lines: int) -> list[Component]:
        view = ui.LayoutView(timeout=None)
        for item in draw(question, MATCH, None, ENGLISH, wanted=popular, lines=lines):
            view.add_item(item)
        return view.to_components()  # type: ignore[return-value]

    expected_lines = [f"-# **Buy Card {n}** – Text of the card" for n in (4, 2)]
    assert texts(shown(LINES)).splitlines() == expected_lines
    assert buttons(shown(LINES)) == ["Choose", "Choose", "Pass"] and menus(shown(LINES)) == 1
    assert texts(shown(1)).splitlines() == expected_lines[:1]


def test_options_leave_enough_components_for_a_plan() -> None:
    acts = [does("play", f"Plan {n}", f"Play Plan {n}", "text of the card") for n in range(7)]
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", (*acts, does("pass", "", "Pass")))

    def taken(most: int) -> int:
        view = ui.LayoutView(timeout=None)
        for item in draw(question, MATCH, None, ENGLISH, components=most):
            view.add_item(item)
        return sum(1 for _ in walk(view.to_components()))  # type: ignore[arg-type]

    assert taken(COMPONENTS - 8) <= COMPONENTS - 8 < taken(COMPONENTS) <= COMPONENTS


def test_actions_are_in_the_games_order_and_keep_their_buttons_if_others_become_a_menu() -> None:
    attacks = [does("attack", f"Minion {n}", f"Attack with Minion {n}", "1 ATK") for n in range(3)]
    acts = (*attacks, does("deed", "Deed", "Use Deed", "+1"), does("buy", "Jar", "Buy Jar", "text"))
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", (*acts, does("pass", "", "Pass")))
    texts_ = ActionTexts(menus={"deed": "Use …", "attack": "Attack …", "buy": "Buy …"})

    def shown(most: int) -> list[Component]:
        view = ui.LayoutView(timeout=None)
        for item in draw(question, MATCH, None, ENGLISH, texts_, components=most):
            view.add_item(item)
        return view.to_components()  # type: ignore[return-value]

    names = ["Use Deed", *(f"Attack with Minion {n}" for n in range(3)), "Buy Jar"]
    assert [each.split("**")[1] for each in texts(shown(COMPONENTS)).splitlines()] == names
    assert [each.split("**")[1] for each in texts(shown(12)).splitlines()] == [names[0], names[4]]
    assert menus(shown(12)) == 1


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["en", "es"])
async def test_a_market_is_a_menu_of_piles_and_a_pile_has_a_button_per_side(
    words: Translator,
) -> None:
    question = QUESTIONS["a market of 24 piles"]
    components_ = await components(question, None, words)
    assert buttons(components_, 7) == ["Play Coin", "Pass"]
    [menu] = [c for c in controls(components_, 7) if c["type"] == MENU]
    assert [option["label"] for option in menu["options"]] == [f"Pile {n}" for n in range(24)]
    assert menu["options"][3]["description"] == "Buy Pile 3 by day · Buy Pile 3 by night"
    control = read(menu["custom_id"])
    assert control is not None
    for _ in range(2):  # A repeated press leads to the same place.
        opened = press(question, control, [menu["options"][3]["value"]])
        assert isinstance(opened, Drafted)
        components_ = await components(question, opened.draft, words)
        assert buttons(components_, 7) == [words.msg("Choose"), words.msg("Choose"), words.msg("Back")]
        assert "**Buy Pile 3 by day**" in texts(components_) and "**Buy Pile 3 by night**" in texts(
            components_
        )
        assert "Needs 13 gold" in texts(components_) and "Needs 15 gold" in texts(components_)
    back = read(controls(components_, 7)[-1]["custom_id"])
    assert back is not None
    assert press(question, back, []) == Drafted(PartialAnswer())


async def test_a_pile_leads_back_to_its_page_of_the_market() -> None:
    question = QUESTIONS["a market of 110 piles"]
    components_ = await components(question, PartialAnswer(page=1))
    menu = next(c for c in controls(components_, 7) if c["type"] == MENU)
    assert menu["options"][0]["label"] == "Pile 100"
    control = read(menu["custom_id"])
    assert control is not None
    opened = press(question, control, [menu["options"][0]["value"]])
    assert isinstance(opened, Drafted) and opened.draft == PartialAnswer((200,), 1)
    back = read(controls(await components(question, opened.draft), 7)[-1]["custom_id"])
    assert back is not None
    assert press(question, back, []) == Drafted(PartialAnswer(page=1))
    for value in ("g999", "g-1", "gx"):
        with pytest.raises(ValueError):
            press(question, control, [value])


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["en", "es"])
async def test_the_cards_in_the_market_of_a_bazaar_show_both_sides(words: Translator) -> None:
    [scenario] = read_scenarios(RICH)
    match, _ = lay_out(scenario)
    for _ in range(2):
        match.answer(0, match.pending_questions[0].id, ("play Moon",))
    question = match.questions_in(translator(words.locale))[0]
    components_ = await components(question, None, words)
    menu = next(c for c in controls(components_, question.id) if "Ember/Ash" in str(c.get("options")))
    assert [(option["label"], option["description"]) for option in menu["options"]] == [
        ("Ember/Ash", "Buy Ember · Buy Ash"),
        ("Gate/Ram", "Buy Gate · Buy Ram"),
        ("Moon/Sun", "Buy Moon · Buy Sun"),
    ]
    control = read(menu["custom_id"])
    assert control is not None
    opened = press(question, control, [menu["options"][1]["value"]])
    assert isinstance(opened, Drafted)
    components_ = await components(question, opened.draft, words)
    assert "Costs 2: 3 shield." in texts(components_) and "Costs 4: 4 attack." in texts(components_)
    ram = read(controls(components_, question.id)[1]["custom_id"])
    assert ram is not None
    assert press(match.questions[0], ram, []) == Decided(("buy Ram",)), "in every language, and later"


async def test_a_single_forced_option_is_explained() -> None:
    question = Question(9, 0, QuestionKind.ONE, "Which?", "x")
    components_ = await components(question)
    assert "There is nothing to choose from." in texts(components_)
    assert not controls(components_, 9)


async def test_self_harming_options_come_last_and_are_marked() -> None:
    options = cards(4)
    question = Question(9, 0, QuestionKind.ONE, "Destroy an entity", "x", options)
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, hurting={"card 0", "card 2"}):
        view.add_item(item)
    components_: list[Component] = view.to_components()  # type: ignore[assignment]
    named = [line.split("**")[1] for line in texts(components_).splitlines()]
    assert named == ["Card No 1", "Card No 3", "Card No 0 (yours)", "Card No 2 (yours)"]
    [first, *_] = controls(components_, 9)
    assert (pressed := read(first["custom_id"])) is not None
    assert press(question, pressed, []) == Decided(("card 1",)), "in any order"


async def test_cards_on_the_board_are_buttons_by_name() -> None:
    question = Question(9, 0, QuestionKind.ONE, "Destroy an entity", "x", cards(3))
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, hurting={"card 0"}, seen={"card 0", "card 1", "card 2"}):
        view.add_item(item)
    components_: list[Component] = view.to_components()  # type: ignore[assignment]
    assert buttons(components_) == ["Card No 1", "Card No 2", "Card No 0 (yours)"]
    assert not texts(components_)


async def test_the_menu_shows_the_number_of_choices() -> None:
    question = Question(9, 0, QuestionKind.CARDS, "Which?", "x", cards(6), 0, 4)
    components_ = await components(question)
    [menu] = [control for control in controls(components_, 9) if control["type"] == MENU]
    assert menu["placeholder"] == "Choose up to 4, or none …"
    assert not texts(components_)
    assert "Choose up to 4, or none." in texts(await components(question, PartialAnswer((0, 1))))


async def test_several_menus_of_one_verb_name_it_once() -> None:
    acts = (*(does("play", f"Card {i}", f"Play Card {i}") for i in range(40)), does("pass", "", "Pass"))
    question = Question(9, 0, QuestionKind.ACTION, "What now?", "x", acts)
    texts_ = ActionTexts(menus={"play": "Play …"})
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, texts_):
        view.add_item(item)
    components_: list[Component] = view.to_components()  # type: ignore[assignment]
    named = [control["placeholder"] for control in controls(components_, 9) if control["type"] == MENU]
    assert named == ["Play Card 0 … Card 24", "Play Card 25 … Card 39"]


async def test_two_cards_of_the_same_name_are_distinguished() -> None:
    options = (Option("a", "Ember Fox"), Option("b", "Ember Fox"), Option("c", "Glass Hound"))
    question = Question(3, 0, QuestionKind.ONE, "Which?", "x", options)
    assert [c["label"] for c in controls(await components(question), 3)] == [
        "Ember Fox",
        "Ember Fox (2)",
        "Glass Hound",
    ]
    assert read_typed(question, "ember fox (2)", ENGLISH) == ("b",)


async def test_long_and_odd_labels_fit() -> None:
    options = tuple(Option(f"k{i}", f"**@everyone** {'very ' * 40}{i}", "d" * 300) for i in range(30))
    for kind in (QuestionKind.ONE, QuestionKind.ORDER, QuestionKind.ACTION):
        question = Question(3, 0, kind, "W" * 5000, "x", options, ordered=True)
        check_components(await components(question))
    question = Question(
        3, 0, QuestionKind.DISTRIBUTE, "W", "x", tuple(Option(o.key, o.label, "", 3) for o in options), 0, 9
    )
    check_components(await components(question))


@given(
    st.text(max_size=30),
    st.sampled_from(["set", "add", "to", "done", "pick", "menu", "x"]),
    st.text(max_size=3),
)
def test_a_forged_control_is_refused(state: str, act: str, value: str) -> None:
    control = read(f"v2:1-mark:7:{act}:{state}")
    if control is None:
        return  # Refused when it is parsed.
    for question in (
        QUESTIONS["share 15 among 5"],
        QUESTIONS["order 6"],
        QUESTIONS["several, any number of 26"],
    ):
        with contextlib.suppress(ValueError):
            press(question, control, [value])


def test_the_draft_is_summarised() -> None:
    question = Question(1, 0, QuestionKind.CARDS, "Which shields?", "x", cards(9), minimum=0, maximum=9)

    def comes_to(choice: Choice) -> str:
        return f"{len(choice)} of 9 needed"

    for picks, summary in (((1, 4), "2 of 9 needed"), ((), "")):
        items = draw(question, MATCH, PartialAnswer(picks), ENGLISH, OF_THE_GAME, comes_to)
        text = "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
        assert ("of 9 needed" in text) == bool(summary) and summary in text
