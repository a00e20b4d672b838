"""The small corpus of `tests.corpus`, as files and as a campaign that Alice owns."""

from tests.corpus.conftest import campaign, drawn  # noqa: F401 - fixtures
