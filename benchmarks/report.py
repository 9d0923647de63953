"""A figure with its bar, and the table of all of them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement. `bar` is what was promised; `more` says whether more is better."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    more: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the bar was reached; nothing where there is none."""
        if self.bar is None:
            return ""
        good = self.value >= self.bar if self.more else self.value <= self.bar
        return "ok" if good else "MISSED"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def show(figures: list[Figure]) -> str:
    """The figures as a table."""
    lines = []
    for figure in figures:
        bar = "" if figure.bar is None else f"{'≥' if figure.more else '≤'} {_number(figure.bar)}"
        value = f"{_number(figure.value)} {figure.unit}"
        row = f"{figure.name:<46} {value:>20}  {bar:>10} {figure.verdict:<6} {figure.note}"
        lines.append(row.rstrip())
    return "\n".join(lines)
