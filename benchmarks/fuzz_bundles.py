"""Damaged bundles, thrown at their reader: none may end in anything but a refusal, and what passes is stored.

As `benchmarks.fuzz_readers` does for all other files, with a campaign that has something in every table of a
bundle. A third of the inputs are archives that were damaged as a whole. In the others single files in the
archive are damaged, and its manifest fits them, as somebody would make it who means harm: only so the damage
gets past the digests, to the values and to the database, where everything is taken back afterwards.

    python -m benchmarks.fuzz_bundles --inputs 200000 --seed 1

Needs the packages of the tests, which `./run test --version` installs.
"""

import hashlib
import io
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from random import Random

from benchmarks.fuzz_readers import Reader, damaged, read_options, report

AT_ONCE = 3
"""Most files of one archive that are damaged."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments, prog="benchmarks.fuzz_bundles")
    with tempfile.TemporaryDirectory(prefix="appraise-gec-bundles-") as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/db.sqlite3",
            APPRAISE_GEC_VAR=folder,
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return report(options, readers(sample_bundles()))


def sample_bundles() -> list[bytes]:
    """A campaign with something in every table, with people in full and under pseudonyms."""
    from rankings.bundles.writing import write_bundle
    from rankings.models import Bundle
    from tests.bundles.conftest import make_full_campaign

    campaign = make_full_campaign()
    files = []
    for people in Bundle.People.values:
        file = io.BytesIO()
        write_bundle(campaign, people, file, lambda fraction, message: None)
        files.append(file.getvalue())
    return files


def readers(bundles: Sequence[bytes]) -> dict[str, Reader]:
    return {
        "bundles, damaged as archives": Reader(bundles, read_and_store),
        "bundles, one file damaged": Reader(bundles, read_and_store, damaged_within),
        "bundles, some files damaged": Reader(
            bundles, read_and_store, lambda files, chance: damaged_within(files, chance, AT_ONCE)
        ),
    }


def read_and_store(data: bytes) -> None:
    """Check a bundle and store it, as the jobs do; afterwards the database is as it was."""
    from django.db import transaction

    from rankings.bundles.bundle_file import BundleFile
    from rankings.bundles.reading import check_bundle
    from rankings.bundles.storing import Wishes, store_bundle

    file = BundleFile(io.BytesIO(data), "bundle.zip")
    check_bundle(file, lambda fraction, message: None)
    with transaction.atomic():
        store_bundle(file, Wishes("fuzzed", with_accounts=True), None, lambda fraction, message: None)
        transaction.set_rollback(True)


def damaged_within(files: Sequence[bytes], chance: Random, most: int = 1) -> bytes:
    """A bundle of which up to `most` files are damaged, with a manifest that fits them."""
    with zipfile.ZipFile(io.BytesIO(chance.choice(files))) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    others = list(content.values())
    for name in chance.sample(sorted(content), chance.randint(1, most)):
        content[name] = damaged([content[name]], chance, others)
    fit_manifest(content)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return target.getvalue()


def fit_manifest(content: dict[str, bytes]) -> None:
    """Put size and digest of the files into the manifest, unless that is damaged itself."""
    try:
        manifest = json.loads(content["manifest.json"])
        for entry in manifest["files"]:
            data = content[entry["path"]]
            entry |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    content["manifest.json"] = json.dumps(manifest).encode()


if __name__ == "__main__":
    sys.exit(main())
