"""How numbers and lists of names are written on pages of reports."""

from collections.abc import Sequence

NONE = "\u2013"


def percent(share: float, digits: int = 1) -> str:
    """`0.95` as `95 %`, with no digit that says nothing."""
    return f"{round(100 * share, digits):g}\u00a0%"


def number(value: float | None, digits: int = 3) -> str:
    """With a true minus sign; a dash for what is undefined."""
    if value is None:
        return NONE
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return text.lstrip("-")
    return text.replace("-", "\u2212")


def span(low: float | None, high: float | None, digits: int = 3) -> str:
    """An interval; with "to" where a minus sign would run into the dash."""
    if low is None or high is None:
        return NONE
    between = "\u2013" if low >= 0 else " to "
    return f"{number(low, digits)}{between}{number(high, digits)}"


def ranks(low: int | None, high: int | None) -> str:
    """A range of ranks; a dash where the data support none."""
    if low is None or high is None:
        return NONE
    return str(low) if low == high else f"{low}\u2013{high}"


def p_value(p: float) -> str:
    """Three digits after the point, and no more certainty than that."""
    return "<\u202f.001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 0.9995 else "1"


def listed(names: Sequence[str], most: int = 8) -> str:
    """`A, B and C`; the rest by number where there are too many."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    if len(names) <= 2:
        return " and ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(value: int, singular: str, plural: str = "") -> str:
    """`1 pair`, `2,000 pairs`."""
    return f"{value:,} {singular if value == 1 else plural or singular + 's'}"


def unit_label(unit: str) -> str:
    """The unit of a bootstrap as captions name it."""
    return "pairs (as published in 2015)" if unit == "pairs" else unit


def resampled(document: dict[str, object]) -> str:
    """What was resampled how often, for a caption."""
    return (
        f"{unit_label(str(document['unit']))} resampled {document['replicates']:,} times, "
        f"{percent(float(str(document['confidence'])))} confidence"
    )
