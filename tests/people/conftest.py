"""The small corpus of `tests.corpus`, as files and as a campaign that Alice owns."""

import pytest
from django.core.cache import cache

from tests.corpus.conftest import campaign, drawn  # noqa: F401 - fixtures


@pytest.fixture(autouse=True)
def fresh_cache(db: None) -> None:
    cache.clear()
