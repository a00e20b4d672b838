"""Rules of bundles: who may have one, how long it is kept, and the jobs that make, check and store it."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_unicode_slug
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.services import enqueue
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused, RefusedToRole
from rankings.bundles.storing import Wishes, account_named
from rankings.corpus.forms import RESERVED_SLUGS
from rankings.corpus.parts import store_parts
from rankings.models import Bundle, Campaign

EXPORT_KIND = "rankings.bundle-export"
CHECK_KIND = "rankings.bundle-check"
IMPORT_KIND = "rankings.bundle-import"
KEPT_EXPORT = timedelta(days=7)
KEPT_UPLOAD = timedelta(hours=12)
MOST_UPLOADS = 3
SLUG_LENGTH = 60
People = Bundle.People
Direction = Bundle.Direction


def may_export(access: CampaignAccess, people: str) -> bool:
    """Whether this member may have such a bundle: managers with pseudonyms, owners with people in full."""
    return access.is_owner if people == People.FULL else access.may_manage


def request_export(access: CampaignAccess, people: str, user: User) -> Bundle:
    """Ask for a bundle of the campaign; one that is on its way is the answer to this request, too.

    Raises:
        Refused: for people in full, and the user does not own the campaign.
    """
    if not may_export(access, people):
        raise RefusedToRole("Only owners of the campaign may export people with their names.")
    with one_at_a_time(access.campaign) as campaign:
        earlier = exports(access).filter(people=people)
        working = earlier.filter(job__state__in=WORKING_STATES, job__cancel_requested=False).first()
        if working is not None:
            return working
        earlier.delete()
        bundle = Bundle.objects.create(
            direction=Direction.EXPORT,
            campaign=campaign,
            owner=user,
            people=people,
            expires_at=timezone.now() + KEPT_EXPORT,
        )
        bundle.job = enqueue(EXPORT_KIND, {"bundle": str(bundle.key), "campaign": campaign.pk}, user)
        bundle.save(update_fields=["job"])
        record_event(user, "bundle.export", campaign.pk, people=people)
    return bundle


def exports(access: CampaignAccess) -> "QuerySet[Bundle]":
    """The campaign's bundles that this member may have, the newest first."""
    bundles = Bundle.objects.filter(
        campaign=access.campaign, direction=Direction.EXPORT, expires_at__gt=timezone.now()
    ).select_related("job", "owner")
    return bundles if may_export(access, People.FULL) else bundles.exclude(people=People.FULL)


def export_for(access: CampaignAccess, key: UUID) -> Bundle:
    """A bundle, finished or not; Http404 where there is none that this member may have."""
    bundle = exports(access).filter(key=key).first()
    if bundle is None:
        raise Http404
    return bundle


def export_to_download(access: CampaignAccess, key: UUID) -> Bundle:
    """A finished bundle; Http404 where there is none that this member may have."""
    bundle = export_for(access, key)
    if not bundle.size:
        raise Http404
    return bundle


def upload_bundle(user: User, name: str, pieces: Iterable[bytes]) -> Bundle:
    """Keep an uploaded bundle for its owner, and have it checked. The oldest uploads of the owner go."""
    own = Bundle.objects.filter(owner=user, direction=Direction.IMPORT)
    surplus = list(own.values_list("pk", flat=True)[MOST_UPLOADS - 1 :])
    Bundle.objects.filter(pk__in=surplus).delete()
    with transaction.atomic():
        bundle = Bundle.objects.create(
            direction=Direction.IMPORT,
            owner=user,
            name=name[:255],
            expires_at=timezone.now() + KEPT_UPLOAD,
        )
        bundle.size = store_parts(bundle, pieces)
        bundle.job = enqueue(CHECK_KIND, {"bundle": str(bundle.key)}, user)
        bundle.save(update_fields=["size", "job"])
    return bundle


def uploads_of(user: User) -> "QuerySet[Bundle]":
    """What a person has uploaded, the newest first."""
    return Bundle.objects.filter(
        owner=user, direction=Direction.IMPORT, expires_at__gt=timezone.now()
    ).select_related("job", "campaign")


def unfinished_uploads(user: User) -> list[Bundle]:
    """What a person has uploaded and not imported yet, the newest first."""
    return list(uploads_of(user).filter(campaign=None))


def uploaded(user: User, key: UUID) -> Bundle:
    """The own upload of a person; Http404 for everything else."""
    bundle = uploads_of(user).filter(key=key).first()
    if bundle is None:
        raise Http404
    return bundle


def request_import(bundle: Bundle, wishes: Wishes, user: User) -> Job:
    """Have a worker store a bundle that was found right.

    Raises:
        Refused: it was not, or is imported; the address is taken; or accounts are wanted by somebody who does
            not run the site.
    """
    if wishes.with_accounts and not user.is_superuser:
        raise RefusedToRole("Only operators of the site may give accounts to the people of a bundle.")
    with one_at_a_time(bundle) as current:
        if current.campaign_id is not None:
            raise Refused("This bundle is imported already.")
        if current.job is not None and current.job.state in WORKING_STATES:
            raise Refused("This bundle is being worked on. Wait until that is done.")
        if not (current.summary or {}).get("rows"):
            raise Refused("This bundle cannot be imported: see its problems.")
        wishes = Wishes(free_address(wishes.slug), wishes.with_accounts)
        current.job = enqueue(IMPORT_KIND, {"bundle": str(current.key), **asdict(wishes)}, user)
        current.save(update_fields=["job"])
        return current.job


def free_address(slug: str) -> str:
    """The address for a new campaign. Raises Refused for one that cannot be used, or is taken."""
    slug = slug.strip().lower()
    try:
        validate_unicode_slug(slug)
    except ValidationError:
        raise Refused("Write an address of letters, digits and hyphens.") from None
    if len(slug) > SLUG_LENGTH:
        raise Refused(f"The address is too long: at most {SLUG_LENGTH} characters.")
    if slug in RESERVED_SLUGS:
        raise Refused(f"“{slug}” is reserved. Choose another address.")
    if Campaign.objects.filter(slug__iexact=slug).exists():
        raise Refused(
            f"The address “{slug}” is taken by another campaign. Choose another address for the copy."
        )
    return slug


def offered_address(slug: str) -> str:
    """The address of the bundle's campaign, or one like it where that is taken here."""
    taken = {name.lower() for name in Campaign.objects.values_list("slug", flat=True)} | RESERVED_SLUGS
    offered, number = slug.lower(), 2
    while offered in taken:
        offered, number = f"{slug.lower()[: SLUG_LENGTH - 5]}-{number}", number + 1
    return offered


def accounts_here(user_names: Iterable[str]) -> list[tuple[str, User | None]]:
    """Each user name with the account that it has here, None where one would be made."""
    return [(name, account_named(name)) for name in user_names]


def sweep() -> int:
    """Delete bundles that have expired. Returns how many went."""
    expired = Bundle.objects.filter(expires_at__lte=timezone.now())
    number = expired.count()
    expired.delete()
    return number
