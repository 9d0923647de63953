"""Find the move: puzzles are solved by pressing, with hints and wrong answers, and remembered."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.visitor import Visitor
from whistlestop.bots.puzzles import Puzzle, puzzles_of
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.model.actions import Claim


def of_kind(kind: type, board: str | None = None) -> Puzzle:
    """A puzzle whose answer is of a kind."""
    return next(p for p in puzzles_of(board) if isinstance(p.answer, kind))


def state(ann: Visitor, wanted: str) -> Locator:
    shown = ann.page.locator(f'.puzzle[data-state="{wanted}"]')
    shown.wait_for()
    return shown


def choose(ann: Visitor, move: str) -> None:
    """Choose a move from the lists, and answer with it."""
    if move.startswith(("claim ", "build ")):
        ann.page.locator(f'select:has(option[value="{move}"])').select_option(move)
    else:
        ann.page.locator(f'[data-move="{move}"]').click()
    ann.page.get_by_role("button", name="This is my move").click()


def test_a_puzzle_is_solved_after_a_wrong_answer_and_remembered(ann: Visitor) -> None:
    puzzle = of_kind(Claim, "usa")
    wrong = move_of(puzzle.moves[-1][0])
    ann.open(f"/puzzles/{puzzle.id}")
    state(ann, "open")
    choose(ann, wrong)
    ann.page.locator('[data-verdict="wrong"]').wait_for()
    assert ann.page.locator('[data-verdict="right"]').count() == 0
    choose(ann, move_of(puzzle.answer))
    solved = state(ann, "solved")
    assert solved.locator(".option").count() == len(puzzle.advice())
    ann.open("/puzzles")
    tile = ann.page.locator(f'[data-puzzle="{puzzle.id}"]')
    tile.get_by_text("solved with help").wait_for(state="attached")
    ann.page.reload()
    tile.get_by_text("solved with help").wait_for(state="attached")


def test_the_puzzle_of_the_day_is_reached_from_the_start_and_gives_hints(ann: Visitor) -> None:
    ann.open("/")
    ann.page.get_by_role("link", name="Puzzle of the day").click()
    shown = state(ann, "open")
    hints = shown.locator(".hint")
    assert hints.count() == 0
    for count in (1, 2):
        ann.page.get_by_role("button", name="A hint").click()
        hints.nth(count - 1).wait_for()
    ann.page.get_by_role("button", name="Show the answer").click()
    before = state(ann, "given").get_attribute("data-puzzle")
    ann.page.get_by_role("link", name="Next puzzle").click()
    ann.page.locator(f'.puzzle:not([data-puzzle="{before}"])').wait_for()
    assert "{" not in ann.page.locator("main").inner_text()


def test_a_route_is_chosen_on_the_map_and_the_page_never_holds_the_answer_before(
    ann: Visitor,
) -> None:
    puzzle = of_kind(Claim, "new-york")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.open(f"/puzzles/{puzzle.id}")
    state(ann, "open")
    assert isinstance(puzzle.answer, Claim)
    route = ann.page.locator(f'[data-route="{puzzle.answer.route}"]').first
    route.dispatch_event("click")
    ann.page.get_by_role("button", name="This is my move: Claim").wait_for()
    assert not [url for url in asked if url.endswith("/solution")]
    ann.page.get_by_role("button", name="This is my move: Claim").click()
    state(ann, "solved")


def test_a_puzzle_that_is_not_there_says_so(ann: Visitor) -> None:
    ann.open("/puzzles/nowhere-1-1")
    ann.page.get_by_text("There is no such puzzle.").wait_for()
