"""The direction of a text for which none was chosen."""

import re
import unicodedata
from typing import Literal, cast, get_args

Direction = Literal["ltr", "rtl"]

# ISO 15924 and BCP 47. Where the language is written in several scripts, its code may name the script.
_RTL_SCRIPT = re.compile("adlm|arab|aran|hebr|mand|mend|nkoo|rohg|samr|syrc|thaa|yezi")
_RTL_LANGUAGE = re.compile(
    "ar|arc|ars|ary|arz|azb|bcc|bgn|bqi|ckb|dv|fa|glk|he|iw|ji|khw|ks|lrc|mzn|nqo|pnb|prs|ps|rhg"
    "|sd|sdh|skr|syr|ug|ur|yi"
)
# For these the text decides: both directions are usual, or the code does not name the language.
_EITHER = re.compile("|az|bal|ha|kk|ku|ky|mis|ms|mul|pa|tg|tk|und|uz|zxx")


def direction_of_language(code: str) -> Direction | None:
    """The direction in which a language is written, by a code such as "ar" or "az-Arab".

    None where the code is empty or leaves it open.
    """
    language, *subtags = code.strip().lower().replace("_", "-").split("-")
    script = next((subtag for subtag in subtags if len(subtag) == 4 and subtag.isalpha()), "")
    if script:
        return "rtl" if _RTL_SCRIPT.fullmatch(script) else "ltr"
    if _EITHER.fullmatch(language):
        return None
    return "rtl" if _RTL_LANGUAGE.fullmatch(language) else "ltr"


def direction_of_text(text: str) -> Direction:
    """The direction of the first character that has one, as browsers find it for `dir="auto"`."""
    for character in text:
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"


def reading_direction(chosen: str, language: str, text: str) -> Direction:
    """The direction for `text`: the one chosen, else that of the language, else that of the text itself."""
    if chosen in get_args(Direction):
        return cast("Direction", chosen)
    return direction_of_language(language) or direction_of_text(text)
