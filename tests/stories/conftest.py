"""Stories are told by people at pages, in a browser where scripts matter."""

from pathlib import Path

import pytest
from django.core.cache import cache

from appraise_gec.accounts.models import User
from tests.browser.conftest import expected_errors, new_page, page
from tests.stories.person import Person

__all__ = ["expected_errors", "new_page", "page"]  # fixtures
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and "new_page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def fresh_limits(db: None) -> None:
    """How often somebody may try is remembered beyond a test."""
    cache.clear()


@pytest.fixture
def manager(alice: User) -> Person:
    """Alice, who owns campaigns, at her own browser."""
    return Person("alice")
