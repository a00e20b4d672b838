"""An SVG of Matplotlib as a part of a page: no styles or ids of its own, and the colours of the page."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from appraise_gec.words import visible

# A unit of the drawing is a point; letters on a page are this much larger.
_GROWN = 1.35
# Colours of a figure, and what a page calls them; in files they stand as they are.
_COLOURS = {
    "#151a21": "currentColor",
    "#000000": "currentColor",
    "#536070": "var(--muted, #536070)",
    "#d8dee6": "var(--line, #d8dee6)",
    "#0b4da2": "var(--accent, #0b4da2)",
    "#d9822b": "var(--chart-second, #d9822b)",
    "#1f8a70": "var(--chart-third, #1f8a70)",
    "#8a3ffc": "var(--chart-fourth, #8a3ffc)",
}
_GROUND = "#ffffff"
_SVG, _HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_FONT = re.compile(r"^(?:(bold|\d+) )?([\d.]+)px")


def page_svg(written: str, key: str, words: str, *, is_wide: bool) -> str:
    """A picture for a page from one for a file.

    Content policies forbid styles in a page, so they become attributes. Ids that something refers to begin
    with `key`, and the others go.
    """
    # Matplotlib wrote it, with every text escaped.
    drawn = ElementTree.fromstring(written)  # noqa: S314
    width, height = map(float, drawn.attrib["viewBox"].split()[2:])
    root = ElementTree.Element(
        "svg",
        {
            "class": "figure",
            "role": "img",
            "aria-label": visible(words),
            "width": f"{_GROWN * width:.0f}",
            "height": f"{_GROWN * height:.0f}",
            "viewBox": f"0 0 {width:g} {height:g}",
            "fill": "currentColor",
            "stroke-linejoin": "round",
        },
    )
    used = set(re.findall(r"(?:href=\"|url\()#([^\")]+)", written))
    root.extend(_plain(drawn, key, used))
    picture = ElementTree.tostring(root, encoding="unicode")
    if not is_wide:
        return picture
    label = picture.split('aria-label="', 1)[1].split('"', 1)[0]
    return f'<div class="figure-scroll" tabindex="0" role="group" aria-label="{label}">{picture}</div>'


def _plain(parent: ElementTree.Element, key: str, used: set[str]) -> Iterator[ElementTree.Element]:
    """What stands in an element, as a page takes it."""
    for child in parent:
        name = str(child.tag).removeprefix(_SVG)
        if name in {"metadata", "style"}:
            continue
        made = ElementTree.Element(name)
        for attribute, value in child.attrib.items():
            if attribute == "style":
                for declaration in filter(None, map(str.strip, value.split(";"))):
                    made.attrib |= dict(_attributes(*map(str.strip, declaration.split(":", 1))))
            elif attribute == "id":
                if value in used:
                    made.set("id", f"{key}-{value}")
            elif attribute == _HREF:
                made.set("href", f"#{key}-{value[1:]}")
            elif not value.startswith("rotate(-0 "):
                made.set(attribute, value.replace("url(#", f"url(#{key}-"))
        made.text = child.text if name == "text" else None
        inner = list(_plain(child, key, used))
        if name == "g" and not made.attrib:
            yield from inner
        elif made.get("fill") != _GROUND:
            made.extend(inner)
            yield made


def _attributes(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A declaration of a style as attributes; the font is that of the page."""
    if name == "font":
        if found := _FONT.match(value):
            yield "font-size", found[2]
            if found[1]:
                yield "font-weight", found[1]
    elif name != "font-family":
        yield name, _COLOURS.get(value, value)
