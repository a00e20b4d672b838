"""Campaign bundles for programs: one out of the site, or one into it. Rules are those of the pages."""

from typing import Any, cast
from uuid import UUID

from django.http import StreamingHttpResponse
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.jobs.models import Job
from appraise_gec.present.downloads import streamed_download
from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import FILE, WorkFields, documented
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields
from rankings.bundles import services
from rankings.bundles.forms import UploadForm
from rankings.bundles.storing import Wishes
from rankings.models import Bundle
from rankings.uploads.parts import parts_of

MOVING = dict.fromkeys(("GET", "HEAD", "OPTIONS", "POST", "DELETE"), ApiToken.Scope.BUNDLES)
UPLOAD_PIECE = 1024 * 1024


class ExportRequest(KnownFields):
    """What a program asks of an export."""

    people = serializers.ChoiceField(choices=Bundle.People.values, default=Bundle.People.PSEUDONYMS)


class ImportRequest(KnownFields):
    """What to decide before a bundle is stored."""

    address = serializers.CharField(default="", allow_blank=True, max_length=services.SLUG_LENGTH)
    with_accounts = serializers.BooleanField(default=False)
    accounts_checked = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["with_accounts"] and not attrs["accounts_checked"]:
            told = "Look through “accounts” of the upload. Send true when these people may take part here."
            raise serializers.ValidationError({"accounts_checked": [told]})
        return attrs


class ExportDocument(WorkFields):
    """A bundle of a campaign."""

    key = serializers.UUIDField()
    people = serializers.ChoiceField(choices=Bundle.People.values)
    name = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    file_url = serializers.URLField(allow_null=True)
    page_url = serializers.URLField()


class AccountHere(serializers.Serializer[Any]):
    """A person of a bundle, and whether the site has an account of that name."""

    user_name = serializers.CharField()
    is_here = serializers.BooleanField()


class BundleUploadDocument(WorkFields):
    """An uploaded bundle: what is in it, or what is wrong with it."""

    key = serializers.UUIDField()
    step = serializers.ChoiceField(choices=["check", "import"])
    name = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    problems = serializers.ListField()
    content = serializers.DictField(allow_null=True)
    offered_address = serializers.CharField(allow_null=True)
    accounts = AccountHere(many=True, allow_null=True)
    campaign_url = serializers.URLField(allow_null=True)
    url = serializers.URLField()
    page_url = serializers.URLField()


class BundleUploadRequest(KnownFields):
    """A bundle, as this site or another one made it."""

    file = serializers.FileField()


class BundleView(ApiView):
    """Whole campaigns go out or in here, so tokens need a scope of their own even to look."""

    needs = MOVING

    post_throttle = ReportThrottle


class CampaignBundles(BundleView):
    """Bundles of a campaign that the person may have, newest first; POST asks for one."""

    @documented("Bundles of the campaign, newest first", ExportDocument(many=True))
    def get(self, request: Request, slug: str) -> Response:
        made = services.exports(self.managed(slug))
        return Response([_export(bundle, slug, request) for bundle in made])

    @documented("Ask for a bundle", ExportDocument, asks=ExportRequest, status=201, or_status=200)
    def post(self, request: Request, slug: str) -> Response:
        access = self.managed(slug)
        asked = ExportRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        earlier = set(services.exports(access).values_list("pk", flat=True))
        bundle = services.request_export(access, asked.validated_data["people"], self.person)
        return _made(_export(bundle, slug, request), is_new=bundle.pk not in earlier)


class CampaignBundle(BundleView):
    """A bundle of a campaign: how far it is."""

    @documented("How far the bundle is", ExportDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        bundle = services.export_for(self.managed(slug), key)
        return Response(_export(bundle, slug, request))


class BundleFile(BundleView):
    """The zip archive of a finished bundle."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the archive, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented("The zip archive of a finished bundle", FILE, media_types=("application/zip",))
    def get(self, request: Request, slug: str, key: UUID) -> StreamingHttpResponse:
        bundle = services.export_for(self.managed(slug), key)
        if not bundle.size:
            raise Conflict("The bundle is not made yet. Ask for it until its state is “done”.")
        answer = streamed_download(parts_of(bundle), "application/zip", bundle.name)
        answer["Content-Length"] = str(bundle.size)
        return answer


class Uploads(BundleView):
    """Bundles that the person has uploaded, newest first; POST uploads one."""

    parser_classes = [MultiPartParser]

    @documented("Your uploaded bundles, newest first", BundleUploadDocument(many=True))
    def get(self, request: Request) -> Response:
        self.check_maker()
        return Response([_upload(bundle, request) for bundle in services.uploads_of(self.person)])

    @documented("Upload a bundle", BundleUploadDocument, asks=BundleUploadRequest, status=201, files=True)
    def post(self, request: Request) -> Response:
        self.check_maker()
        form = UploadForm({}, request.FILES)
        if not form.is_valid():
            raise serializers.ValidationError({"file": [str(reason) for reason in form.errors["file"]]})
        file = form.cleaned_data["file"]
        bundle = services.upload_bundle(self.person, str(file.name), file.chunks(UPLOAD_PIECE))
        return _made(_upload(bundle, request), is_new=True)


class Upload(BundleView):
    """An uploaded bundle: what is in it, or what is wrong with it. POST imports it."""

    @documented("What is in the bundle, or what is wrong with it", BundleUploadDocument)
    def get(self, request: Request, key: UUID) -> Response:
        return Response(_upload(services.uploaded(self.person, key), request))

    @documented("Import the bundle as a new campaign", BundleUploadDocument, asks=ImportRequest, status=201)
    def post(self, request: Request, key: UUID) -> Response:
        bundle = services.uploaded(self.person, key)
        self.check_maker()
        asked = ImportRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        address = asked.validated_data["address"] or _offered_address(bundle)
        services.request_import(bundle, Wishes(address, asked.validated_data["with_accounts"]), self.person)
        return _made(_upload(services.uploaded(self.person, key), request), is_new=True)

    @documented("Delete the uploaded bundle; nothing is imported", status=204)
    def delete(self, request: Request, key: UUID) -> Response:
        services.uploaded(self.person, key).delete()
        return Response(status=204)


def _made(document: dict[str, Any], *, is_new: bool) -> Response:
    made = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
    return Response(document, status=made, headers={"Location": document["url"]})


def _work(job: Job | None, *, done: bool) -> dict[str, Any]:
    """How far it is; the job is forgotten some time after its end."""
    if done:
        return {"state": "done", "progress": 1.0, "message": "", "error": ""}
    if job is None:
        return {"state": "lost", "progress": 0.0, "message": "", "error": ""}
    return {"state": job.state, "progress": job.progress, "message": job.message, "error": job.error}


def _export(bundle: Bundle, slug: str, request: Request) -> dict[str, Any]:
    url = reverse("api:campaign-bundle", args=[slug, bundle.key], request=request)
    file_url = reverse("api:bundle-file", args=[slug, bundle.key], request=request)
    return {
        "key": bundle.key,
        "people": bundle.people,
        **_work(bundle.job, done=bundle.size > 0),
        "name": bundle.name,
        "size": bundle.size,
        "created_at": bundle.created_at,
        "expires_at": bundle.expires_at,
        "url": url,
        "file_url": file_url if bundle.size else None,
        "page_url": reverse("bundles:export", args=[slug], request=request),
    }


def _upload(bundle: Bundle, request: Request) -> dict[str, Any]:
    summary: dict[str, Any] = bundle.summary or {}
    job, campaign = bundle.job, bundle.campaign
    is_right = "rows" in summary
    accounts = None
    if is_right and cast("User", request.user).is_superuser:
        here = services.accounts_here(summary["user_names"])
        accounts = [{"user_name": name, "is_here": account is not None} for name, account in here]
    return {
        "key": bundle.key,
        "step": "import" if job is not None and job.kind == services.IMPORT_KIND else "check",
        **_work(job, done=campaign is not None or (job is None and is_right)),
        "name": bundle.name,
        "size": bundle.size,
        "created_at": bundle.created_at,
        "expires_at": bundle.expires_at,
        "problems": [str(problem) for problem in summary.get("problems", ())],
        "content": summary if is_right else None,
        "offered_address": _offered_address(bundle) or None,
        "accounts": accounts,
        "campaign_url": reverse("api:campaign", args=[campaign.slug], request=request) if campaign else None,
        "url": reverse("api:bundle-upload", args=[bundle.key], request=request),
        "page_url": reverse("bundles:preview", args=[bundle.key], request=request),
    }


def _offered_address(bundle: Bundle) -> str:
    """The address for the campaign when none is asked for; "" where nothing can be imported."""
    summary: dict[str, Any] = bundle.summary or {}
    if "rows" not in summary or bundle.campaign_id is not None:
        return ""
    return services.offered_address(summary["campaign"]["address"])
