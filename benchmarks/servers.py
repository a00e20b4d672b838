"""A Postgres server of the tests for what is measured on both databases."""

import sys
from contextlib import AbstractContextManager


def postgres() -> AbstractContextManager[str]:
    """A server for as long as the context, with its URL. Ends the program where packages are missing."""
    try:
        from tests import servers
    except ModuleNotFoundError as missing:
        sys.exit(
            f"This needs the packages of the tests, and {missing.name} is not installed. "
            "`./run test --version` installs them."
        )
    return servers.postgres()
