"""Licences that data can be given, by their SPDX identifiers."""

from dataclasses import dataclass

NOT_STATED = ""


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence: what people call it, and where its text stands."""

    title: str
    url: str


LICENCES = {
    "CC0-1.0": Licence(
        "Creative Commons Zero 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/"
    ),
    "CC-BY-4.0": Licence(
        "Creative Commons Attribution 4.0 International", "https://creativecommons.org/licenses/by/4.0/"
    ),
    "CC-BY-SA-4.0": Licence(
        "Creative Commons Attribution-ShareAlike 4.0 International",
        "https://creativecommons.org/licenses/by-sa/4.0/",
    ),
    "CC-BY-NC-4.0": Licence(
        "Creative Commons Attribution-NonCommercial 4.0 International",
        "https://creativecommons.org/licenses/by-nc/4.0/",
    ),
    "CC-BY-NC-SA-4.0": Licence(
        "Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International",
        "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    ),
    "ODC-By-1.0": Licence(
        "Open Data Commons Attribution License 1.0", "https://opendatacommons.org/licenses/by/1-0/"
    ),
}


def check_licence(identifier: str) -> None:
    """Raise ValueError for a licence that is neither in `LICENCES` nor `NOT_STATED`."""
    if identifier != NOT_STATED and identifier not in LICENCES:
        raise ValueError(f"The licence {identifier!r} is not one of {', '.join(LICENCES)}.")


def licence_text(identifier: str) -> str:
    """What the file LICENCE.md says."""
    if identifier == NOT_STATED:
        return (
            "# Licence\n\nNot stated. Who made the data has not said under which terms others may use them; "
            "ask before you pass them on.\n"
        )
    licence = LICENCES[identifier]
    return (
        "# Licence\n\nThe data, tables, figures and texts in this archive are licensed under "
        f"{licence.title} ({identifier}): {licence.url}\n"
    )
