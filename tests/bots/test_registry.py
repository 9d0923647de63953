"""Bots by name: what a text means, and what is said about a text that means nothing."""

import pytest

from whistlestop.bots import (
    BotError,
    Parameter,
    bot_entry,
    bot_names,
    make_bot,
    read_recipe,
    register,
    registry,
)
from whistlestop.bots.contract import Bot
from whistlestop.bots.random import KindsBot, UniformBot
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import Rng


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def code_of(text: str) -> tuple[str, str]:
    with pytest.raises(BotError) as caught:
        read_recipe(text)
    return caught.value.code, caught.value.sentence


def test_every_registered_bot_can_be_made_and_has_a_line_about_it() -> None:
    assert {"greedy", "random", "uniform"} <= set(bot_names())
    for name in bot_names():
        assert isinstance(make_bot(name, seed=1), Bot)
        assert bot_entry(name).says.endswith(".")
        assert all(parameter.says.endswith(".") for parameter in bot_entry(name).parameters)


def test_random_means_by_kinds_unless_told_otherwise() -> None:
    assert isinstance(make_bot("random"), KindsBot)
    assert isinstance(make_bot("random:by=kinds"), KindsBot)
    assert isinstance(make_bot("random:by=actions"), UniformBot)


def test_uniform_is_another_name_for_random_by_actions() -> None:
    game = Game("usa", 2, seed=1)
    one, two = make_bot("uniform", seed=5), make_bot("random:by=actions", seed=5)
    while not game.over:
        view = game.view(game.turn)
        action = one.choose(view)
        assert two.choose(view) == action
        game.play(action)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (" greedy ", "greedy"),
        ("greedy:tickets=0.3", "greedy"),
        ("greedy: tickets = 0.25 , reserve=1", "greedy:tickets=0.25,reserve=1"),
        ("greedy:reserve=0.50,tickets=0.3", "greedy:reserve=0.5"),
        ("random:by=kinds", "random"),
        ("random:by=actions", "random:by=actions"),
    ],
)
def test_a_recipe_has_one_shortest_text_that_reads_back(text: str, same: str) -> None:
    recipe = read_recipe(text)
    assert recipe.text == same
    assert read_recipe(recipe.text) == recipe


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("gredy", "unknown_bot", 'did you mean "greedy"?'),
        ("", "unknown_bot", "there are blocker"),
        ("zzz", "unknown_bot", "there are blocker"),
        ("uniform:by=kinds", "unknown_parameter", "has no parameters"),
        ("random:bye=kinds", "unknown_parameter", 'did you mean "by"?'),
        ("greedy:x=1", "unknown_parameter", "it has tickets, reserve."),
        ("random:", "bad_parameter", "key=value"),
        ("random:by", "bad_parameter", "key=value"),
        ("random:=kinds", "bad_parameter", "key=value"),
        ("random:by=kinds,by=kinds", "bad_parameter", "given twice"),
        ("random:by=", "bad_value", "one of kinds, actions"),
        ("random:by=luck", "bad_value", 'not "luck"'),
        ("greedy:tickets=many", "bad_value", "a number from 0 up to 1"),
        ("greedy:tickets=1.01", "bad_value", "a number from 0 up to 1"),
        ("greedy:tickets=-1", "bad_value", "a number from 0 up to 1"),
        ("greedy:tickets=nan", "bad_value", "a number"),
        ("greedy:tickets=1e-3", "bad_value", "a number"),
        ("greedy:tickets=٣", "bad_value", "a number"),
    ],
)
def test_a_wrong_text_is_refused_in_one_sentence(text: str, code: str, says: str) -> None:
    found, sentence = code_of(text)
    assert found == code
    assert says in sentence
    assert "\n" not in sentence
    assert sentence[-1] in ".?"


def test_a_long_or_unprintable_name_is_not_repeated_in_full() -> None:
    _, sentence = code_of("x" * 5000)
    assert len(sentence) < 300
    assert code_of("a\x1b[31mb")[1].isprintable()


def test_what_is_not_a_text_is_refused() -> None:
    with pytest.raises(BotError, match="named by a text"):
        make_bot(3)  # type: ignore[arg-type]  # that is the point


@pytest.mark.usefixtures("own_registry")
def test_parameters_have_the_type_of_their_default() -> None:
    seen: dict[str, object] = {}

    @register(
        "typed",
        "For tests.",
        Parameter("depth", 3, "How deep.", low=1, high=9),
        Parameter("bold", False, "Whether."),
        Parameter("style", "plain", "Any word."),
    )
    def make(rng: Rng, **values: object) -> Bot:
        seen.update(values)
        return UniformBot(rng)

    make_bot("typed")
    assert seen == {"depth": 3, "bold": False, "style": "plain"}
    make_bot("typed:depth=9,bold=yes,style=loud")
    assert seen == {"depth": 9, "bold": True, "style": "loud"}
    assert read_recipe("typed:bold=yes").text == "typed:bold=yes"
    for wrong in ("depth=2.5", "depth=10", "depth=0", "bold=perhaps", "style="):
        assert code_of(f"typed:{wrong}")[0] == "bad_value"


@pytest.mark.usefixtures("own_registry")
def test_a_name_is_registered_once_and_is_plain() -> None:
    with pytest.raises(BotError, match="a bot named greedy already"):
        register("greedy", "Another.")
    for name in ("", "Bad Name", "a:b", "a,b", "ö"):
        with pytest.raises(BotError, match="cannot be the name"):
            register(name, "Wrong.")
