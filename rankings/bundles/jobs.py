"""What workers do with bundles. All three jobs can be repeated: until they end, nothing has changed."""

import errno
import tempfile
from collections.abc import Callable
from dataclasses import asdict

from django.db import transaction
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.running import JobError, JobRun
from rankings.access.refusals import Refused
from rankings.bundles.bundle_file import BundleFile
from rankings.bundles.reading import check_bundle
from rankings.bundles.services import free_address
from rankings.bundles.storing import Wishes, store_bundle
from rankings.bundles.writing import as_bundle_name, write_bundle
from rankings.corpus.parts import PART_BYTES, open_parts, store_parts
from rankings.formats.records import FormatError
from rankings.models import Bundle, BundlePart

GONE = "The bundle is gone: it was deleted, or a judge was renamed or forgotten meanwhile. Ask for it again."
PROBLEMS_SHOWN = 100
PEOPLE_SHOWN = 500


def export(run: JobRun) -> None:
    """Write a bundle, and keep it in the database."""
    bundle = _bundle_of(run)
    campaign = bundle.campaign
    if campaign is None:
        raise JobError(GONE)
    # A disk of this worker holds it for the time being: while rows are read as they were at one moment,
    # nothing can be written to the database.
    with tempfile.TemporaryFile() as file:
        try:
            manifest = write_bundle(campaign, bundle.people, file, telling(run, 0.0, 0.9))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise JobError("The disk of the worker is full. Tell the operator.") from error
            raise
        file.seek(0)
        with run.finishing() as result:
            # Renaming and forgetting people deletes bundles that name them.
            current = Bundle.objects.select_for_update().filter(pk=bundle.pk).first()
            if current is None:
                raise JobError(GONE)
            BundlePart.objects.filter(bundle=current).delete()
            current.size = store_parts(current, iter(lambda: file.read(PART_BYTES), b""))
            current.name = as_bundle_name(manifest["campaign"], bundle.people)
            current.summary = {"rows": {entry["path"]: entry.get("rows") for entry in manifest["files"]}}
            current.save(update_fields=["size", "name", "summary"])
            result["url"] = reverse("bundles:export", args=[campaign.slug])


def check(run: JobRun) -> None:
    """Read an uploaded bundle, and keep what is in it or what is wrong with it."""
    bundle = _bundle_of(run)
    try:
        with open_parts(bundle) as file:
            checked = check_bundle(BundleFile(file, bundle.name), telling(run, 0.0, 1.0))
        summary = {
            "campaign": asdict(checked.manifest.campaign),
            "people": checked.manifest.people,
            "made_at": checked.manifest.made_at,
            "program_version": checked.manifest.program_version,
            "rows": dict(checked.rows),
            "user_names": list(checked.people[:PEOPLE_SHOWN]),
        }
    except FormatError as error:
        summary = {"problems": [problem.in_words() for problem in error.problems[:PROBLEMS_SHOWN]]}
    with run.finishing() as result:
        Bundle.objects.filter(pk=bundle.pk).update(summary=summary)
        result["url"] = reverse("bundles:preview", args=[bundle.key])


def store(run: JobRun) -> None:
    """Check an uploaded bundle again, and store its campaign together with the end of the job."""
    bundle = _bundle_of(run)
    wishes = Wishes(run.arguments["slug"], run.arguments["with_accounts"])
    actor = User.objects.get(pk=bundle.owner_id)
    if not actor.can_create_campaigns() or (wishes.with_accounts and not actor.is_superuser):
        raise JobError("You may no longer import this bundle.")
    try:
        with open_parts(bundle) as content:
            file = BundleFile(content, bundle.name)
            check_bundle(file, telling(run, 0.0, 0.4))
            tell = telling(run, 0.4, 0.6)
            with transaction.atomic():
                free_address(wishes.slug)
                campaign = store_bundle(file, wishes, actor, tell)
                with run.finishing() as result:
                    Bundle.objects.filter(pk=bundle.pk).update(campaign=campaign)
                    BundlePart.objects.filter(bundle=bundle).delete()
                    result["url"] = campaign.get_absolute_url()
    except FormatError as error:
        raise JobError(" ".join([problem.in_words() for problem in error.problems[:3]])) from error
    except Refused as refusal:
        raise JobError(str(refusal)) from refusal


def telling(run: JobRun, begin: float, share: float) -> Callable[[float, str], None]:
    """How a part of the work says how far it is."""
    return lambda fraction, message: run.progress(begin + share * fraction, message)


def _bundle_of(run: JobRun) -> Bundle:
    bundle = Bundle.objects.select_related("campaign").filter(key=run.arguments["bundle"]).first()
    if bundle is None:
        raise JobError(GONE)
    return bundle
