"""How numbers and lists of names are worded, on pages and on terminals.

LaTeX and Markdown escape the wording of pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from appraise_gec.words import listed as listed_words


@dataclass(frozen=True, slots=True)
class Style:
    """The characters that a medium writes numbers with.

    Attributes:
        missing: stands for what is undefined.
        minus: the sign.
        dash: between the ends of an interval or of a rank range.
        space: between a number and its unit, where no line may break.
        word_spans: whether intervals are always written with "to".
    """

    missing: str
    minus: str
    dash: str
    space: str
    word_spans: bool


PAGE = Style(missing="\u2013", minus="\u2212", dash="\u2013", space="\u00a0", word_spans=False)
TERMINAL = Style(missing="-", minus="-", dash="-", space=" ", word_spans=True)
NONE = PAGE.missing


def number(value: float | None, digits: int = 3, style: Style = PAGE) -> str:
    """With a fixed number of digits after the point; what is zero when rounded has no sign."""
    if value is None or value != value:  # noqa: PLR0124 - the test for what is not a number
        return style.missing
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", style.minus)


def decimal(value: float | None, digits: int = 3) -> str:
    """`number` on a terminal."""
    return number(value, digits, TERMINAL)


def fraction(value: float | None, digits: int = 2, style: Style = PAGE) -> str:
    """A number between -1 and 1 without the leading zero, as the field prints it."""
    return number(value, digits, style).replace("0.", ".", 1)


def percent(share: float, digits: int = 1, style: Style = PAGE) -> str:
    """`0.95` as `95 %`, without trailing zeros."""
    return f"{round(100 * share, digits):g}{style.space}%"


def share(value: float, digits: int = 1, style: Style = PAGE) -> str:
    """`0.5` as `50.0 %`: with all digits, so that numbers of a column line up."""
    return f"{100 * value:.{digits}f}{style.space}%"


def span(low: float | None, high: float | None, digits: int = 3, style: Style = PAGE) -> str:
    """An interval; with "to" where a minus sign would run into the dash."""
    if low is None or high is None:
        return style.missing
    ends = number(low, digits, style), number(high, digits, style)
    return _from_to(*ends, style, in_words=low < 0)


def share_span(low: float, high: float, digits: int = 1, style: Style = PAGE) -> str:
    """An interval of shares: `0.01` to `0.18` as `1.0-18.0 %`."""
    return _from_to(number(100 * low, digits, style), share(high, digits, style), style)


def _from_to(low: str, high: str, style: Style, *, in_words: bool = False) -> str:
    if style.word_spans or in_words:
        return f"{low} to {high}"
    return style.dash.join((low, high))


def ranks(low: int | None, high: int | None, style: Style = PAGE) -> str:
    """A rank range: `2-4`, or `1` where it holds one rank; a dash where the data support none."""
    if low is None or high is None:
        return style.missing
    return str(low) if low == high else f"{low}{style.dash}{high}"


def p_value(p: float, style: Style = PAGE) -> str:
    """Three digits after the point, never rounded to 0 or 1."""
    if p < 0.001:
        return "<\u202f.001" if style is PAGE else "< .001"
    return fraction(p, 3) if p < 0.9995 else "1"


def count(value: int) -> str:
    """With separators between thousands."""
    return f"{value:,}"


def counted(value: int, singular: str, plural: str = "") -> str:
    """`1 pair`, `2,000 pairs`."""
    return f"{count(value)} {singular if value == 1 else plural or singular + 's'}"


def listed(names: Sequence[str], most: int = 8) -> str:
    """`A, B and C`; the rest by number where there are too many."""
    if len(names) > most + 1:
        first = ", ".join(names[:most])
        return f"{first} and {count(len(names) - most)} more"
    return listed_words(names)
