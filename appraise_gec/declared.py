"""What is said of an argument where it is declared: commands, forms and calls are made from it."""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["setting", "judgments", "file", "files", "metric", "settings", "target", "progress"]


@dataclass(frozen=True, slots=True)
class Told:
    """What a signature or a field says of an argument or an option beside its type.

    Attributes:
        option: on the command line, where it is not called `--` and its own name.
        metavar: what stands for a value in the help.
        kind: "setting", part of the recipe; "judgments", files with the options that choose from them; a
            "file" or "files" to read; a "metric" and its further "settings"; the "target" to write to;
            "progress", which the caller is told.
        least, most: bounds of numbers.
        above, below: bounds that are left out themselves.
        choices: what it may be, with titles for people.
        known: the same without titles, where it is known only later.
        needed: whether a command has to be told where to write, unless it is asked for JSON.
        greedy: whether several words may follow one option.
        listed: whether one word may hold several names, with commas between them.
        more: what else is declared elsewhere: functions and classes whose keyword arguments are taken, too.
        label, help: on a form. Without a label, no form asks for it.
        filters: whether it chooses rankings, in place of how to compute.
        percent: whether a form asks for it in percent.
    """

    option: str = ""
    metavar: str | None = None
    kind: Kind = "setting"
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    known: Callable[[], Sequence[str]] | None = None
    needed: bool = False
    greedy: bool = False
    listed: bool = False
    more: tuple[Callable[..., Any], ...] = ()
    label: str = ""
    help: str = ""
    filters: bool = False
    percent: bool = False

    @property
    def words(self) -> str:
        """What a form says, for the help of a command."""
        return ". ".join(filter(None, (self.label, self.help)))

    def refusal(self, number: object, kind: type) -> str:
        """What a number has to be, or "" where it is that."""
        low = self.least if self.above is None else self.above
        high = self.most if self.below is None else self.below
        try:
            value = operator.index(number) if kind is int else float(number)  # type: ignore[arg-type]
            is_right = not math.isnan(value)
            is_right &= low is None or value > low or (self.above is None and value == low)
            is_right &= high is None or value < high or (self.below is None and value == high)
        except (TypeError, ValueError):
            is_right = False
        if is_right:
            return ""
        bounds = [] if low is None else [f"{'more than' if self.above is not None else 'from'} {low:,}"]
        if high is not None:
            bounds.append(f"less than {high:,}" if self.below is not None else f"up to {high:,}")
        elif bounds and self.above is None:
            bounds.append("up")
        return " ".join(["a whole number" if kind is int else "a number", *bounds])
