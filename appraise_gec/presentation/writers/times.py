"""How wide Times sets a text: what a table of a paper needs, before TeX is asked.

The widths are those of the metrics that TeX has for Times (URW Nimbus Roman No9 L), in thousandths of the
size of the type.
"""

# Of the printable characters of ASCII, from the space to the tilde.
_REGULAR = (
    "250 333 408 500 500 833 778 333 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 "
    "500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 "
    "556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 "
    "500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541"
)
_BOLD = (
    "250 333 555 500 500 1000 833 333 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 "
    "500 500 333 333 570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 "
    "611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 "
    "556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520"
)
_WIDTHS = {
    bold: {chr(place): int(width) for place, width in enumerate(widths.split(), start=ord(" "))}
    for bold, widths in ((False, _REGULAR), (True, _BOLD))
}
# Signs that other fonts bring, or that are narrower than a letter.
_SIGNS = {"\u202f": 170, "\u2020": 500, "\u2021": 500, "\u2013": 500, "\u2026": 1000, "\u2212": 780}
_LETTER, _OTHER = 722, 1000
SUPERSCRIPT = 0.75
# Pairs of letters that TeX moves apart or together, and sums of roundings.
_ROOM = 1.01


def width(text: str, *, bold: bool = False) -> float:
    """The width of a text at a size of one, on the wide side."""
    known = _WIDTHS[bold]
    thousandths = sum(
        known.get(letter) or _SIGNS.get(letter) or (_LETTER if letter < "\u0250" else _OTHER)
        for letter in text
    )
    return _ROOM * thousandths / 1000
