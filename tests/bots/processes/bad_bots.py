"""Bots that go wrong in every way a pool must live with. Only its workers import this."""

import contextlib
import os
import signal
import sys
import time
from typing import Any

from whistlestop.bots.processes.worker import MEMORY
from whistlestop.bots.registry import Parameter, register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Claim, Draw, Payment


class Shape:
    def __init__(self, rng: Rng) -> None:
        self.rng = rng


@register("sleeps", "Sleeps for ever.")
class Sleeps(Shape):
    def choose(self, view: View) -> Any:
        time.sleep(1000)


@register("spins", "Keeps a processor busy for ever.")
class Spins(Shape):
    def choose(self, view: View) -> Any:
        while True:
            pass


@register("stubborn", "Sleeps for ever and does not want to be ended.")
class Stubborn(Shape):
    def choose(self, view: View) -> Any:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1000)


@register("slow", "Thinks, then does the first thing.", Parameter("time", 0.5, "Seconds.", low=0))
class Slow(Shape):
    def __init__(self, rng: Rng, time: float = 0.5) -> None:
        self.time = time

    def choose(self, view: View) -> Any:
        until = time.monotonic() + self.time
        while time.monotonic() < until:
            pass
        return view.legal[0]


@register("raises", "Raises with its hand in the message.")
class Raises(Shape):
    def choose(self, view: View) -> Any:
        raise RuntimeError(f"I hold {dict(view.hand)} and {[str(t) for t in view.offer]}")


@register("leaves", "Asks to leave the program.")
class Leaves(Shape):
    def choose(self, view: View) -> Any:
        sys.exit(f"I hold {dict(view.hand)}")


@register("interrupts", "Raises what is no ordinary exception.")
class Interrupts(Shape):
    def choose(self, view: View) -> Any:
        raise KeyboardInterrupt


@register("unmade", "Cannot even be made.")
def unmade(rng: Rng) -> Any:
    raise OSError("no such file: secrets")


@register("exits", "Ends its process.")
class Exits(Shape):
    def choose(self, view: View) -> Any:
        os._exit(0)


@register("dies", "Ends its process by a signal.")
class Dies(Shape):
    def choose(self, view: View) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


@register("eats", "Takes more memory than a bot may have.")
class Eats(Shape):
    def choose(self, view: View) -> Any:
        return bytearray(MEMORY)


@register("shouts", "Writes its hand wherever it can.")
class Shouts(Shape):
    def choose(self, view: View) -> Any:
        for stream in (1, 2):
            os.write(stream, f"I hold {dict(view.hand)}\n".encode())
        print(view.hand)
        print(view.hand, file=sys.stderr)
        return view.legal[0]


@register("forges", "Writes into its worker's own channel.")
class Forges(Shape):
    def choose(self, view: View) -> Any:
        for fd in range(3, 256):
            with contextlib.suppress(OSError):
                os.write(fd, b"\xff\xff\xff\xff{}")
        return view.legal[0]


ANSWERS: dict[str, Any] = {
    "nothing": None,
    "number": 7,
    "text": "not an action",
    "long": "claim " + "x" * 1_000_000,
    "card": Draw("ultraviolet"),
    "claim": Claim("atlanta-new_orleans", Payment(4, "yellow", 0)),
    "list": [Draw("deck")],
    "class": Draw,
}


@register(
    "answers",
    "Gives an answer that is not legal.",
    Parameter("what", "nothing", "Which.", choices=tuple(ANSWERS)),
)
class Answers(Shape):
    def __init__(self, rng: Rng, what: str = "nothing") -> None:
        self.what = what

    def choose(self, view: View) -> Any:
        return ANSWERS[self.what]
