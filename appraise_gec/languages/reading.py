"""How the site says worded texts (`appraise_gec/words.py`): by its catalogs, in the language of the page."""

import re
from datetime import datetime

from django.utils import translation
from django.utils.formats import date_format, get_format

from appraise_gec.words import Language

WITHOUT_ZERO = re.compile(r"(?<![\d.,])\.(?=\d)")


class CatalogLanguage:
    """The language that is active, by the catalogs of the site."""

    def message(self, text: str, context: str) -> str:
        if not text:
            return ""
        return translation.pgettext(context, text) if context else translation.gettext(text)

    def plural(self, one: str, many: str, n: int, context: str) -> str:
        if context:
            return translation.npgettext(context, one, many, n)
        return translation.ngettext(one, many, n)

    def number(self, text: str) -> str:
        # `.5` is how English papers have it; elsewhere a number begins with a digit.
        text = WITHOUT_ZERO.sub("0.", text)
        points = {".": get_format("DECIMAL_SEPARATOR"), ",": get_format("THOUSAND_SEPARATOR")}
        return text.translate(str.maketrans(points))

    def moment(self, text: str) -> str:
        return date_format(datetime.fromisoformat(text), "SHORT_DATETIME_FORMAT")


_CATALOG_LANGUAGE = CatalogLanguage()


def readers_language() -> Language | None:
    """The language of the page that is being made; None for English."""
    return None if (translation.get_language() or "en").startswith("en") else _CATALOG_LANGUAGE
