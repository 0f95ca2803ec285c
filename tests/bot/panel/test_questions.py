"""Every kind of question, with any number of options, can be asked and answered within Discord's limits."""

from __future__ import annotations

import contextlib

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.discord.components.custom_ids import read
from bot.errors import Refusal
from bot.panel.answer_controls import ActionTexts
from bot.panel.answers import Decided, Drafted, Typing, form, press
from bot.panel.drafts import AnswerShape, PartialAnswer, shape
from bot.panel.one_option import COMPONENTS
from bot.panel.question_text import group_named, labels
from bot.panel.questions import beside_whole, draw, draw_whole
from bot.panel.typed import complete, read_typed
from bot.people.locales import translator_for
from cards.i18n import ENGLISH, Locale, Translator, msg, translator
from engine.kernel.chance import Chance
from engine.kernel.consequence import WholeAnswer
from engine.kernel.question import Choice, Option, Question, QuestionKind, check, random_choice
from tests.bot.discord.clicks import BUTTON, MENU, Clicker, Component, controls, texts, walk
from tests.bot.discord.limits import check_components, check_form
from tests.games.bazaar.scenarios import lay_out, read_scenarios

SPANISH = translator_for("es-ES")
COUNTS = (0, 1, 2, 5, 6, 25, 26, 60)
MATCH = "123456"


RICH = """
players: Ada, Bo
market: Ember, Gate, Sun
Ada:
  hand: Moon x2, Coin
scenario: A rich turn
"""


def does(verb: str, subject: str, label: str, detail: str = "") -> Option:
    return Option(f"{verb} {subject}".strip(), label, detail, verb=verb, subject=subject)


def cards(count: int, *, limit: int = 0) -> tuple[Option, ...]:
    return tuple(Option(f"card {i}", f"Card No {i}", f"what card {i} does", limit) for i in range(count))


def market(piles: int) -> tuple[Option, ...]:
    """A turn in which either side of the card on each pile can be bought."""
    sides = ((f"Pile {n} by {time}", f"Pile {n}") for n in range(piles) for time in ("day", "night"))
    bought = (
        replace(does("buy", side, f"Buy {side}", f"needs {len(side)} gold"), group=pile)
        for side, pile in sides
    )
    return (*bought, does("play", "Coin", "Play Coin"), does("pass", "", "Pass"))


def questions() -> dict[str, Question]:
    """Every kind, ordered or not, with few and with many options."""
    out: dict[str, Question] = {}

    def add(name: str, kind: QuestionKind, options: tuple[Option, ...] = (), **rest: object) -> None:
        fields = {"purpose": "What now?", "topic": "choice", "options": options, "cause": "§4"}
        out[name] = Question(id=7, seat=0, kind=kind, **{**fields, **rest})  # type: ignore[arg-type]

    for n in COUNTS:
        options = cards(n)
        add(f"several, any number of {n}", QuestionKind.CARDS, options, minimum=0, maximum=n)
        add(f"none or one of {n}", QuestionKind.CARDS, options, minimum=0, maximum=min(n, 1))
        add(f"order {n}", QuestionKind.ORDER, options, minimum=n, maximum=n, ordered=True)
        add(f"in order, up to all of {n}", QuestionKind.CARDS, options, minimum=0, maximum=n, ordered=True)
        points = min(3 * n, 40)
        add(
            f"share {points} among {n}", QuestionKind.DISTRIBUTE, cards(n, limit=5), minimum=0, maximum=points
        )
        if n:
            verbs = [("play", 0), ("invert", 1), ("activate", 2)]
            acts = tuple(does(verbs[i % 3][0], f"Card {i}", f"Do {i}") for i in range(n - 1))
            add(f"action, {n}", QuestionKind.ACTION, (*acts, does("pass", "", "Pass")))
            add(f"one of {n}", QuestionKind.ONE, options)
            add(f"all of {n}", QuestionKind.CARDS, options, minimum=n, maximum=n)
        if n >= 5:
            add(f"2 to 4 of {n}", QuestionKind.CARDS, options, minimum=2, maximum=4)
            add(f"2 to 4 of {n} in order", QuestionKind.CARDS, options, minimum=2, maximum=4, ordered=True)
            later = tuple(replace(option, later=i != 3) for i, option in enumerate(options))
            add(f"4 of {n}, one of them first", QuestionKind.CARDS, later, minimum=4, maximum=4, ordered=True)
            add(f"1 to {n}, one of them first", QuestionKind.CARDS, later, minimum=1, maximum=n, ordered=True)
    for n in (3, 24, 110):
        add(f"a market of {n} piles", QuestionKind.ACTION, market(n))
    add("yes or no", QuestionKind.YES_NO, (Option("yes", "Yes, play it"), Option("no", "No")))
    for low, high in ((1, 1), (0, 4), (1, 6), (1, 25), (0, 25), (1, 39), (1, 1000)):
        add(f"number {low} to {high}", QuestionKind.NUMBER, minimum=low, maximum=high)
    return out


QUESTIONS = questions()


OF_THE_GAME = ActionTexts(buttons={"play": "Play", "invert": "Invert", "activate": "Activate"})


async def components(
    question: Question, draft: PartialAnswer | None = None, words: Translator = ENGLISH
) -> list[Component]:
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, draft, words, OF_THE_GAME):
        view.add_item(item)
    return view.to_components()  # type: ignore[return-value]


async def click_through(question: Question, wanted: Choice, words: Translator = ENGLISH) -> Choice:
    """Click like a person until the question is answered; every message on the way must be one Discord takes."""
    clicker = Clicker(question, wanted)
    draft: PartialAnswer | None = None
    for _ in range(400):
        shown = await components(question, draft, words)
        check_components(shown)
        assert sum(1 for _ in walk(shown)) <= COMPONENTS
        click = clicker.next(shown)
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
    raise AssertionError("it takes too many presses")


@pytest.mark.parametrize("words", [ENGLISH, translator_for("es-ES")], ids=["en", "es"])
@pytest.mark.parametrize("name", QUESTIONS)
async def test_what_is_wanted_can_be_clicked(name: str, words: Translator) -> None:
    question = QUESTIONS[name]
    for seed in range(3):
        wanted = random_choice(question, Chance(str(seed)))
        choice = await click_through(question, wanted, words)
        check(question, choice)
        if question.ordered or question.kind is QuestionKind.ORDER:
            assert choice == wanted
        else:
            assert sorted(choice) == sorted(wanted)


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_wanted_can_be_typed(name: str) -> None:
    question = QUESTIONS[name]
    names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}
    for seed in range(3):
        wanted = random_choice(question, Chance(str(seed)))
        if question.kind is QuestionKind.DISTRIBUTE:
            typed = ", ".join(f"{names[k]} = {n}" for k, _, n in (w.rpartition("=") for w in wanted))
        else:
            typed = ", ".join(names.get(key, key) for key in wanted) or "none"
        if question.kind is QuestionKind.DISTRIBUTE and not wanted:
            typed = ""
        choice = read_typed(question, typed, ENGLISH)
        check(question, choice)
        assert sorted(choice) == sorted(wanted)


@pytest.mark.parametrize("name", QUESTIONS)
def test_completions_lead_to_an_answer(name: str) -> None:
    """Whoever takes the last suggestion again and again gets an answer that is accepted."""
    question = QUESTIONS[name]
    if not question.options and question.kind is not QuestionKind.NUMBER:
        return
    typed = ""
    for _ in range(5):
        offered = complete(question, typed, ENGLISH)
        assert 1 <= len(offered) <= 25
        assert all(1 <= len(shown) <= 100 and 1 <= len(value) <= 100 for shown, value in offered)
        typed = offered[-1][1]
        try:
            check(question, read_typed(question, typed, ENGLISH))
            return
        except Exception:
            typed += "" if shape(question) is AnswerShape.SINGLE else ", "  # A group is gone into.
    if question.minimum < 6 and question.kind is not QuestionKind.DISTRIBUTE:
        raise AssertionError(f"no answer after “{typed}”")


@given(st.integers(1, 60), st.integers(0, 300), st.integers(1, 1000))
async def test_points_of_any_size_can_be_shared(count: int, total: int, limit: int) -> None:
    question = Question(
        9, 0, QuestionKind.DISTRIBUTE, "Share.", "x", cards(count, limit=limit), 0, min(total, count * limit)
    )
    check_components(await components(question))


def test_a_suggestion_is_never_the_beginning_of_another_answer() -> None:
    """What does not fit into 100 characters is not suggested, and no shorter answer in its place."""
    many = Question(9, 0, QuestionKind.ORDER, "Order.", "x", cards(90), 0, 90, True)
    shares = Question(9, 0, QuestionKind.DISTRIBUTE, "Share.", "x", cards(60, limit=9), 0, 500)
    lengths: dict[str, int] = {}
    for question, part in ((many, "{}"), (shares, "{} = 9")):
        for count in range(1, 60):
            typed = ", ".join(part.format(n) for n in range(1, count + 1))
            asked = read_typed(question, typed, ENGLISH)
            for shown, value in complete(question, f"{typed}, ", ENGLISH)[:1]:
                assert read_typed(question, value, ENGLISH) == asked and len(shown) <= 100 >= len(value)
                lengths[question.kind] = count
    assert lengths == {QuestionKind.ORDER: 36, QuestionKind.DISTRIBUTE: 22}


async def test_a_bigger_order_than_an_id_can_hold_is_typed() -> None:
    many = cards(90)
    question = Question(9, 0, QuestionKind.ORDER, "Order.", "x", many, 90, 90, True)
    shown = await components(question, PartialAnswer(tuple(range(60))))
    check_components(shown)
    assert [c["label"] for c in controls(shown, 9)] == ["Type the answer"]
    assert "type" in texts(shown)


async def test_whoever_does_not_mind_which_number_need_not_type_one() -> None:
    """One press, from either end or between; any other number is typed."""
    cut = Question(9, 0, QuestionKind.NUMBER, "How many?", "a cut", (), 1, 38)
    labels_shown = [c["label"] for c in controls(await components(cut), 9)]
    assert labels_shown == ["1", "10", "19", "28", "38", "Type the answer"]


async def test_one_of_two_is_one_press_however_long_their_names() -> None:
    long = "Return Minotaur of Footnotes to the top of your deck"
    question = Question(9, 0, QuestionKind.ONE, "Which?", "x", (Option("a", "Play it"), Option("b", long)))
    shown = await components(question)
    assert [c["label"] for c in controls(shown, 9)] == ["Choose", "Choose"], "both alike, in their order"
    assert f"-# **{long}**" in texts(shown), "a phone would cut a button short"


def buttons(shown: list[Component], question_id: int = 9) -> list[str]:
    return [c["label"] for c in controls(shown, question_id) if c["type"] == BUTTON]


def menus(shown: list[Component]) -> int:
    return sum(c["type"] == MENU for c in controls(shown, 9))


@pytest.mark.parametrize(
    ("count", "called", "has_menu"),
    [
        (1, ["Attack with Card No 0", "Attack with no entities"], False),
        (
            2,
            ["Attack with both", "Attack with Card No 0", "Attack with Card No 1", "Attack with no entities"],
            False,
        ),
        (
            3,
            ["Attack with all 3", *(f"Attack with Card No {n}" for n in range(3)), "Attack with no entities"],
            True,
        ),
        (4, ["Attack with all 4", "Attack with no entities"], True),
    ],
)
async def test_who_attacks_is_said_on_the_button(count: int, called: list[str], has_menu: bool) -> None:
    question = Question(
        9, 0, QuestionKind.CARDS, "Who attacks?", "x", cards(count), 0, count,
        some="Attack with {cards}", none="Attack with no entities",
    )  # fmt: skip
    shown = await components(question)
    if count == 1:
        assert f"**{called[0]}** – what card 0 does" in texts(shown)
        called = ["Choose", *called[1:]]
    assert buttons(shown) == called
    assert menus(shown) == has_menu
    if has_menu:
        assert buttons(await components(question, PartialAnswer((0, 1)))) == [
            "Attack with Card No 0 + Card No 1"
        ]


async def test_two_orders_are_a_button_each_and_more_begin_with_the_one_listed() -> None:
    two = Question(9, 0, QuestionKind.ORDER, "In which order?", "x", cards(2), 2, 2, True)
    shown = await components(two)
    assert (buttons(shown), menus(shown)) == (["In this order", "The other way round"], 0)
    assert "-# 1. **Card No 0** – what card 0 does\n-# 2. **Card No 1**" in texts(shown)
    many = Question(9, 0, QuestionKind.ORDER, "In which order?", "x", cards(5), 5, 5, True)
    shown = await components(many)
    assert (buttons(shown), menus(shown)) == (["In this order"], 1)
    assert "Confirm" not in str(buttons(await components(many, PartialAnswer((2,))))), (
        "nothing is offered that is refused"
    )


async def test_few_ways_to_share_are_a_button_each() -> None:
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


async def test_what_can_be_played_upright_is_a_button_where_there_is_room() -> None:
    plans = [f"Plan {n}" for n in range(4)]
    acts = [does("play", plan, f"Play {plan}", "text of the card") for plan in plans]
    acts += [does("invert", plan, f"Play Long Name of a {plan} inverted") for plan in plans]
    acts += [does("activate", "Jar", "Activate Jar", "text of the jar"), does("pass", "", "Pass")]
    shown = await components(Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", tuple(acts)))
    assert buttons(shown) == ["Play", "Play", "Play", "Play", "Activate", "Pass"]
    assert menus(shown) == 1, "inverted"
    said = [f"-# **Play Plan {n}** – text of the card" for n in range(4)]
    assert texts(shown).splitlines() == [*said, "-# **Activate Jar** – text of the jar"]


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["en", "es"])
async def test_a_market_is_a_menu_of_its_piles_and_a_pile_is_a_button_for_each_side(
    words: Translator,
) -> None:
    question = QUESTIONS["a market of 24 piles"]
    shown = await components(question, None, words)
    assert buttons(shown, 7) == ["Play Coin", "Pass"]
    [menu] = [c for c in controls(shown, 7) if c["type"] == MENU]
    assert [option["label"] for option in menu["options"]] == [f"Pile {n}" for n in range(24)]
    assert menu["options"][3]["description"] == "Buy Pile 3 by day · Buy Pile 3 by night"
    control = read(menu["custom_id"])
    assert control is not None
    for _ in range(2):  # A press that comes twice leads to the same place.
        opened = press(question, control, [menu["options"][3]["value"]])
        assert isinstance(opened, Drafted)
        shown = await components(question, opened.draft, words)
        assert buttons(shown, 7) == [words.msg("Choose"), words.msg("Choose"), words.msg("Back")]
        assert "**Buy Pile 3 by day**" in texts(shown) and "**Buy Pile 3 by night**" in texts(shown)
        assert "needs 13 gold" in texts(shown) and "needs 15 gold" in texts(shown)
    back = read(controls(shown, 7)[-1]["custom_id"])
    assert back is not None
    assert press(question, back, []) == Drafted(PartialAnswer())


async def test_a_pile_leads_back_to_the_page_of_the_market_on_which_it_is() -> None:
    question = QUESTIONS["a market of 110 piles"]
    shown = await components(question, PartialAnswer(page=1))
    menu = next(c for c in controls(shown, 7) if c["type"] == MENU)
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


def test_a_market_is_typed_by_piles_where_there_are_many_sides() -> None:
    question = QUESTIONS["a market of 24 piles"]
    assert complete(question, "", ENGLISH)[:2] == [("Pile 0 …", "Pile 0"), ("Pile 1 …", "Pile 1")]
    assert [shown for shown, _ in complete(question, "pile 3", ENGLISH)] == [
        "Buy Pile 3 by day",
        "Buy Pile 3 by night",
    ]
    assert group_named(question, "pile 3") == PartialAnswer((6,))
    assert group_named(question, "Coin") is None
    with pytest.raises(Refusal, match=r"Buy Pile 3 by day.*Buy Pile 3 by night"):
        read_typed(question, "Pile 3", ENGLISH)


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["en", "es"])
async def test_the_cards_in_the_market_of_a_bazaar_show_both_sides(words: Translator) -> None:
    [scenario] = read_scenarios(RICH)
    match, _ = lay_out(scenario)
    for _ in range(2):
        match.answer(0, match.asked[0].id, ("play Moon",))
    question = match.questions_in(translator(words.locale))[0]
    shown = await components(question, None, words)
    menu = next(c for c in controls(shown, question.id) if "Ember/Ash" in str(c.get("options")))
    assert [(option["label"], option["description"]) for option in menu["options"]] == [
        ("Ember/Ash", "Buy Ember · Buy Ash"),
        ("Gate/Ram", "Buy Gate · Buy Ram"),
        ("Moon/Sun", "Buy Moon · Buy Sun"),
    ]
    control = read(menu["custom_id"])
    assert control is not None
    opened = press(question, control, [menu["options"][1]["value"]])
    assert isinstance(opened, Drafted)
    shown = await components(question, opened.draft, words)
    assert "Costs 2: 3 shield." in texts(shown) and "Costs 4: 4 attack." in texts(shown)
    ram = read(controls(shown, question.id)[1]["custom_id"])
    assert ram is not None
    assert press(match.questions[0], ram, []) == Decided(("buy Ram",)), "in every language, and later"


async def test_one_option_with_no_way_out_is_said() -> None:
    question = Question(9, 0, QuestionKind.ONE, "Which?", "x")
    shown = await components(question)
    assert "There is nothing to choose from." in texts(shown)
    assert not controls(shown, 9)


async def test_what_would_hurt_oneself_comes_last_and_is_marked() -> None:
    options = cards(4)
    question = Question(9, 0, QuestionKind.ONE, "Destroy an entity", "x", options)
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, hurting={"card 0", "card 2"}):
        view.add_item(item)
    shown: list[Component] = view.to_components()  # type: ignore[assignment]
    named = [line.split("**")[1] for line in texts(shown).splitlines()]
    assert named == ["Card No 1", "Card No 3", "Card No 0 (yours)", "Card No 2 (yours)"]
    [first, *_] = controls(shown, 9)
    assert (pressed := read(first["custom_id"])) is not None
    assert press(question, pressed, []) == Decided(("card 1",)), "whatever order they are shown in"


async def test_two_cards_of_the_same_name_can_be_told_apart() -> None:
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


@pytest.mark.parametrize(
    ("typed", "sentence", "words"),
    [
        ("dragon", "“dragon” isn't one of the options. You can choose “Ember Fox”, “Ash Fox”.", ENGLISH),
        ("fox", "“fox” matches “Ember Fox” (1), “Ash Fox” (2). Type more of the name.", ENGLISH),
        ("7", "“7” isn't one of the options. You can choose “Ember Fox”, “Ash Fox”.", ENGLISH),
        ("dragon", "«dragon» no es una de las opciones. Puedes elegir «Ember Fox», «Ash Fox».", SPANISH),
        (
            "fox",
            "«fox» coincide con «Ember Fox» (1), «Ash Fox» (2). Escribe el nombre más completo.",
            SPANISH,
        ),
    ],
)
def test_what_is_not_understood_is_explained(typed: str, sentence: str, words: Translator) -> None:
    question = Question(
        3, 0, QuestionKind.ONE, "Which?", "x", (Option("e", "Ember Fox"), Option("a", "Ash Fox"))
    )
    with pytest.raises(Refusal) as refused:
        read_typed(question, typed, words)
    assert words(refused.value.message) == sentence


def test_names_with_commas_can_be_typed() -> None:
    options = (Option("m", "Mirelle, the Unmoored"), Option("f", "Ember Fox"))
    question = Question(3, 0, QuestionKind.CARDS, "Which?", "x", options, 0, 2)
    assert read_typed(question, "Ember Fox, Mirelle, the Unmoored", ENGLISH) == ("f", "m")


@given(st.text(max_size=40), st.sampled_from(sorted(QUESTIONS)))
def test_anything_can_be_typed_without_harm(text: str, name: str) -> None:
    try:
        read_typed(QUESTIONS[name], text, ENGLISH)
    except Refusal as refused:
        assert str(refused)
    complete(QUESTIONS[name], text, ENGLISH)


@given(
    st.text(max_size=30),
    st.sampled_from(["set", "add", "to", "done", "pick", "menu", "x"]),
    st.text(max_size=3),
)
def test_a_forged_control_is_refused(state: str, act: str, value: str) -> None:
    control = read(f"v2:1-mark:7:{act}:{state}")
    if control is None:
        return  # Refused where it is read.
    for question in (
        QUESTIONS["share 15 among 5"],
        QUESTIONS["order 6"],
        QUESTIONS["several, any number of 26"],
    ):
        with contextlib.suppress(ValueError):
            press(question, control, [value])


def test_whoever_types_a_name_is_not_offered_none_before_it() -> None:
    cards = (Option("a", "Blind Cartographer"), Option("b", "Nonesuch"))
    question = Question(9, 0, QuestionKind.CARDS, "Which?", "x", cards, 0, 1)
    none = ("None of them", "none")
    assert complete(question, "", ENGLISH)[0] == none
    assert complete(question, "Blind", ENGLISH) == [("Blind Cartographer", "Blind Cartographer")]
    assert complete(question, "none", ENGLISH) == [none, ("Nonesuch", "Nonesuch")]


def test_choosing_nothing_of_several_can_be_typed_as_it_stands_on_its_button() -> None:
    cards = (Option("a", "Blind Cartographer"), Option("b", "Ember Fox"))
    several = Question(9, 0, QuestionKind.CARDS, "Which?", "x", cards, 0, 2)
    assert complete(several, "None of", ENGLISH) == [("None of them", "none")]
    assert read_typed(several, "None of them", ENGLISH) == ()
    called = replace(several, none="Avoid it not")
    assert complete(called, "avoid", ENGLISH) == [("Avoid it not", "none")]
    assert read_typed(called, "avoid it not", ENGLISH) == ()
    assert complete(replace(several, minimum=1), "None of", ENGLISH) == []


def test_what_is_chosen_so_far_is_summed_up() -> None:
    question = Question(1, 0, QuestionKind.CARDS, "Which shields?", "x", cards(9), minimum=0, maximum=9)

    def comes_to(choice: Choice) -> str:
        return f"{len(choice)} of 9 needed"

    for picks, said in (((1, 4), "2 of 9 needed"), ((), "")):
        items = draw(question, MATCH, PartialAnswer(picks), ENGLISH, OF_THE_GAME, comes_to)
        told = "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
        assert ("of 9 needed" in told) == bool(said) and said in told


async def test_answers_that_most_will_want_are_a_button_each() -> None:
    question = Question(
        9, 0, QuestionKind.CARDS, "Which shields?", "x", cards(9), minimum=0, maximum=9,
        some="Shield with {cards}", none="No shields",
    )  # fmt: skip
    keys = [option.key for option in question.options]
    wanted = [(keys[3],), (keys[0], keys[1]), ()]
    view = ui.LayoutView(timeout=None)
    for item in draw(question, MATCH, None, ENGLISH, wanted=wanted):
        view.add_item(item)
    assert buttons(view.to_components()) == [  # type: ignore[arg-type]
        "Shield with Card No 3",
        "Shield with Card No 0 + Card No 1",
        "No shields",
    ]
    few = replace(question, options=question.options[:2], maximum=2)
    view = ui.LayoutView(timeout=None)
    for item in draw(few, MATCH, None, ENGLISH, wanted=[(keys[1],), ()]):
        view.add_item(item)
    shown = buttons(view.to_components())  # type: ignore[arg-type]
    assert shown[0] == "Shield with Card No 1" and shown[-1] == "No shields" and len(shown) == 4


async def test_what_is_done_to_the_first_thing_is_a_button_where_all_of_it_is_too_much() -> None:
    aims = ("Ego", "Wall", "Lamp", "Door")
    who = ("Hound", "Kite", "Bull")
    options = tuple(
        Option(f"{one} {aim}", f"Attack {aim} with {one}", verb="attack", subject=f"{one} > {aim}")
        for one in who
        for aim in aims
    )
    question = Question(9, 0, QuestionKind.ACTION, "Your turn.", "x", options, 1, 1)
    shown = await components(question)
    assert buttons(shown) == [f"Attack Ego with {one}" for one in who]
    [menu] = [c for c in controls(shown, 9) if c["type"] == MENU]
    assert [one["label"] for one in menu["options"]] == [
        f"Attack {aim} with {one}" for one in who for aim in aims[1:]
    ]


async def test_what_whole_answers_do_not_begin_stands_beside_them_where_it_is_little() -> None:
    options = (
        Option("shields", "Choose shields", verb="shields"),
        Option("pass", "No shields", verb="pass"),
        Option("play Tide", "Play Tide for 3", "It turns.", verb="play", subject="Tide"),
    )
    question = Question(9, 0, QuestionKind.ACTION, "How do you defend?", "x", options, 1, 1)
    whole = [
        WholeAnswer((("shields",), ("Wall",)), msg("Shield with Wall"), msg("it stops the attack")),
        WholeAnswer((("pass",),), msg("No shields"), msg("1 damage")),
    ]
    assert beside_whole(question, whole) == [2]
    view = ui.LayoutView(timeout=None)
    for item in draw_whole(question, MATCH, whole, ENGLISH, translator(Locale.ENGLISH), OF_THE_GAME):
        view.add_item(item)
    shown = view.to_components()
    acts = [read(c["custom_id"]) for c in controls(shown, 9)]  # type: ignore[arg-type]
    assert [one.act for one in acts if one] == ["whole", "whole", "pick", "to"]
    assert press(question, acts[2], ()) == Decided(("play Tide",))  # type: ignore[arg-type]
