"""A language that marks what is translated, and a campaign with everything that an address can name."""

from collections.abc import Iterator

import pytest
from django.utils.translation import trans_real as translations

from tests.languages.pseudo import NAME, Marking
from tests.security.conftest import cast, stage, world

__all__ = ["cast", "marking", "stage", "world"]


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The made-up language in place of one of the site's."""
    monkeypatch.setitem(vars(translations)["_translations"], NAME, Marking())
    yield
    translations.deactivate()
