"""The diagrams of the documentation, drawn from the code that they show.

    python -m docsite.diagrams

writes `data-flow.svg` and `campaign-states.svg` to `docs/images`. A test draws them again and compares.
"""

import os
import tempfile
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path

from docsite.sources import DOCS

IMAGES = DOCS / "images"
INK, MUTED, LINE, GROUND, ACCENT = "#151a21", "#536070", "#75818f", "#f5f7fa", "#0b4da2"
FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"
HEIGHT, GAP = 44, 34

# What flows from left to right (docs/architecture.md), and what a page or command calls it.
PEOPLE = (
    ("Files", "source, outputs"),
    ("Campaign", "sentences"),
    ("Items", "sampled"),
    ("Rankings", "by judges"),
)
NUMBERS = (
    ("Pairs", "expanded"),
    ("Statistics", "scores, intervals"),
    ("Report", "tables, figures"),
    ("Archive", "paper.zip"),
)


def data_flow() -> str:
    """From files to the archive for a paper, in two rows."""
    width, step = 150, 150 + GAP
    parts = []
    for row, (title, boxes) in enumerate((("people", PEOPLE), ("numbers", NUMBERS))):
        top = 30 + row * 110
        parts.append(_text(10, top - 10, title, anchor="start", colour=MUTED, size=13))
        for place, (name, below) in enumerate(boxes):
            left = 10 + place * step
            parts.append(_box(left, top, width, name, below))
            if place:
                parts.append(_arrow(left - GAP, top + HEIGHT / 2, left, top + HEIGHT / 2))
    end = 10 + 3 * step + width / 2
    turn = 30 + HEIGHT + 24
    path = f"M {end} {30 + HEIGHT} V {turn} H {10 + width / 2} V {30 + 110 - 2}"
    parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.5" marker-end="url(#tip)"/>')
    return _picture(20 + 3 * step + width, 30 + 110 + HEIGHT + 16, "From files to a report", parts)


def campaign_states() -> str:
    """The states of a campaign and the steps between them, as the site has them in English."""
    _set_up()
    from django.utils import translation

    with translation.override("en"):
        return _campaign_states()


def _campaign_states() -> str:
    from rankings.access.states import STEPS
    from rankings.models import Campaign

    width, gap = 110, 144
    states = [str(state) for state in (Campaign.State.DRAFT, *(step.end for step in STEPS.values()))]
    states = list(dict.fromkeys(states))
    left = {state: 10 + place * (width + gap) for place, state in enumerate(states)}
    parts = [_box(left[state], 40, width, str(Campaign.State(state).label), "") for state in states]
    for step in STEPS.values():
        start, end = left[str(step.start)], left[str(step.end)]
        forward = end > start
        height = 40 + HEIGHT * (0.3 if forward else 0.7)
        near, far = (start + width, end) if forward else (start, end + width)
        parts.append(_arrow(near, height, far, height))
        text = height - 8 if forward else height + 20
        parts.append(_text((near + far) / 2, text, str(step.button), anchor="middle", colour=MUTED, size=12))
    total = left[states[-1]] + width + 10
    return _picture(total, 40 + HEIGHT + 34, "States of a campaign", parts)


DIAGRAMS: dict[str, Callable[[], str]] = {
    "data-flow.svg": data_flow,
    "campaign-states.svg": campaign_states,
}


def _set_up() -> None:
    """The steps between states are a service of the site."""
    import django
    from django.apps import apps

    if not apps.ready:
        with tempfile.TemporaryDirectory() as var:
            os.environ["APPRAISE_GEC_VAR"] = var
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
            django.setup()


def _box(left: float, top: float, width: float, name: str, below: str) -> str:
    middle = left + width / 2
    words = _text(middle, top + (20 if below else 28), name, anchor="middle", colour=INK, size=15, weight=600)
    if below:
        words += _text(middle, top + 37, below, anchor="middle", colour=MUTED, size=12)
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{HEIGHT}" rx="8" '
        f'fill="{GROUND}" stroke="{ACCENT}" stroke-width="1.2"/>{words}'
    )


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    shorter = x2 - 2 if x2 > x1 else x2 + 2
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{shorter:g}" y2="{y2:g}" '
        f'stroke="{LINE}" stroke-width="1.5" marker-end="url(#tip)"/>'
    )


def _text(x: float, y: float, text: str, *, anchor: str, colour: str, size: int, weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def _picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M 0 0 L 8 4 L 0 8 z" fill="{LINE}"/></marker>'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            f"<defs>{tip}</defs>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def main() -> None:
    for name, draw in DIAGRAMS.items():
        Path(IMAGES, name).write_text(draw(), encoding="utf-8")
        print(IMAGES / name)


if __name__ == "__main__":
    main()
