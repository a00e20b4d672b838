"""A Postgres and a Redis server of the tests, for what is measured as it runs in production."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any


def postgres() -> AbstractContextManager[str]:
    """A Postgres server for as long as the context, with its URL."""
    return _servers().postgres()  # type: ignore[no-any-return]


@contextmanager
def redis() -> Iterator[str]:
    """A Valkey server for as long as the context, with its URL."""
    with _servers().ValkeyServer(save="", appendonly="no") as server:
        yield server.connection_url


def _servers() -> Any:
    """Ends the program where packages are missing."""
    try:
        from tests import servers
    except ModuleNotFoundError as missing:
        sys.exit(
            f"This needs the packages of the tests, and {missing.name} is not installed. "
            "`./run test --version` installs them."
        )
    return servers
