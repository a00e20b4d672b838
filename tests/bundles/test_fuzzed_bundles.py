"""Damaged bundles never end in anything but a refusal, also where their manifest fits the damage."""

import hashlib
import io
import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankings.access.refusals import Refused
from rankings.bundles.bundle_file import BundleFile
from rankings.bundles.reading import check_bundle
from rankings.bundles.storing import Wishes, store_bundle
from rankings.formats.records import FormatError
from rankings.models import Campaign
from tests.damaged import damaged

pytestmark = pytest.mark.django_db


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_no_damaged_bundle_ends_in_a_foreign_exception(
    bundles: dict[str, bytes], data: st.DataObject
) -> None:
    from django.db import transaction

    before = Campaign.objects.count()
    whole = data.draw(st.sampled_from(list(bundles.values())))
    content = data.draw(damaged([whole]) if data.draw(st.booleans()) else st.just(whole))
    if content == whole:
        content = damaged_within(whole, data)
    try:
        file = BundleFile(io.BytesIO(content), "bundle.zip")
        check_bundle(file, lambda fraction, message: None)
        with transaction.atomic():
            store_bundle(file, Wishes("fuzzed", with_accounts=True), None, lambda fraction, message: None)
            transaction.set_rollback(True)
    except (FormatError, Refused) as refusal:
        assert str(refusal).strip()
    assert Campaign.objects.count() == before


def damaged_within(bundle: bytes, data: st.DataObject) -> bytes:
    """A bundle with some damaged files and a manifest that fits them: only so damage gets to the database."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    for name in data.draw(st.lists(st.sampled_from(sorted(content)), min_size=1, max_size=3, unique=True)):
        content[name] = data.draw(damaged([content[name]]))
    try:
        manifest = json.loads(content["manifest.json"])
        for entry in manifest["files"]:
            inside = content[entry["path"]]
            entry |= {"sha256": hashlib.sha256(inside).hexdigest(), "bytes": len(inside)}
        content["manifest.json"] = json.dumps(manifest).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # the manifest itself is damaged
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, inside in content.items():
            archive.writestr(name, inside)
    return target.getvalue()
