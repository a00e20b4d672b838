"""The campaign of the reports' tests serves the API's too."""

from collections.abc import Callable
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from tests.factories import program_of
from tests.reports.conftest import campaign  # noqa: F401 - a fixture

ROOT = "/api/v1/"


class Program:
    """A program with a person's token, which asks below one address."""

    def __init__(self, user: User, scope: str, root: str) -> None:
        self.client = program_of(user, scope)
        self.root = root

    def __call__(self, method: str, address: str, document: Any = None, **more: Any) -> Any:
        """Send JSON, or a form where `files` are given."""
        url = address if "://" in address else f"{self.root}{address}"
        if "files" in more:
            return getattr(self.client, method)(url, {**(document or {}), **more.pop("files")}, **more)
        body = {} if method == "get" else {"format": "json"}
        return getattr(self.client, method)(url, document, **body, **more)


@pytest.fixture
def program(db: None) -> Callable[..., Program]:
    """Make a program of a person's token, for one campaign or for none."""

    def make(user: User, scope: str = "manage", slug: str = "essays") -> Program:
        return Program(user, scope, f"{ROOT}campaigns/{slug}/" if slug else ROOT)

    return make
