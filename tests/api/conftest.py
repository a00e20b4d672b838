"""The campaign of the reports' tests serves the API's too."""

from tests.reports.conftest import campaign  # noqa: F401 - a fixture
