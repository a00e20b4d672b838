"""Damaged bundles never end in anything but a refusal: a short run of what goes on at night."""

import pytest

from benchmarks import fuzz_bundles, fuzz_readers
from rankings.models import Campaign

pytestmark = pytest.mark.django_db
INPUTS = 90


def test_no_damaged_bundle_ends_in_a_foreign_exception(bundles: dict[str, bytes]):
    before = Campaign.objects.count()
    understood, failures = fuzz_readers.fuzz(range(INPUTS), 1, fuzz_bundles.readers(list(bundles.values())))
    assert [str(failure)[:2000] for failure in failures] == []
    for name, (taken, asked) in understood.items():
        assert asked == INPUTS // 3, name
        assert taken > 0, f"{name}: nothing was stored, so what is damaged was not valid before"
        assert taken < asked, f"{name}: nothing was refused"
    assert Campaign.objects.count() == before
