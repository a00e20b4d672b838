"""The campaigns of `tests.reports`."""

from tests.reports.conftest import campaign, gjg15, published_xml, seeda  # noqa: F401 - fixtures
