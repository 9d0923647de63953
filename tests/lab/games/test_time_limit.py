"""Alarms: one for many questions, and only what is late is stopped."""

import signal
import threading
from time import perf_counter, sleep

import pytest

from whistlestop.bots.contract import BotError
from whistlestop.lab.games.time_limit import Alarm

SOON = 0.1

needs_alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")


def wait(until: float) -> float:
    """Think in Python until some time has come."""
    while perf_counter() < until:
        sleep(0.001)
    return until


def never_end(question: object) -> None:
    while True:
        sleep(0.001)


@needs_alarms
def test_quick_questions_never_add_up_to_a_late_one() -> None:
    with Alarm(SOON) as alarm:
        end = perf_counter() + 3 * SOON
        while perf_counter() < end:
            assert alarm.ask(len, "four") == 4


@needs_alarms
def test_a_late_one_is_stopped_however_many_came_before() -> None:
    with Alarm(SOON) as alarm:
        wait(perf_counter() + 1.5 * SOON)
        for _ in range(2):
            assert alarm.ask(len, "four") == 4
            with pytest.raises(BotError, match=r"longer than 0\.1 seconds"):
                alarm.ask(never_end, None)


@needs_alarms
def test_who_swallows_the_first_ring_hears_the_next() -> None:
    def stubborn(question: object) -> None:
        try:
            never_end(question)
        except BaseException:
            never_end(question)

    with Alarm(SOON) as alarm, pytest.raises(BotError):
        alarm.ask(stubborn, None)


@needs_alarms
def test_an_alarm_inside_another_gives_it_back() -> None:
    def plays_a_game_of_its_own(question: object) -> None:
        with Alarm(50.0) as inner:
            inner.ask(len, "four")
        never_end(question)

    before = signal.getsignal(signal.SIGALRM)
    with Alarm(SOON) as alarm, pytest.raises(BotError, match=r"longer than 0\.1 seconds"):
        alarm.ask(plays_a_game_of_its_own, None)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_in_other_threads_questions_are_asked_without_an_alarm() -> None:
    told: list[float] = []

    def ask() -> None:
        with Alarm(0.001) as alarm:
            told.append(alarm.ask(wait, perf_counter() + 0.01))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert told
