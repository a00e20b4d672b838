"""A client of the API: `Client` for programs that run campaigns, `JudgeClient` for those that judge.

Needs nothing but Python's own library. Described in docs/api.md; every address of the site that has no method
here can be asked for with `Client.get` and its neighbours.
"""

from appraise_gec.client.campaigns import CampaignClient, Client
from appraise_gec.client.documents import (
    Archive,
    Campaign,
    Invited,
    Item,
    Judge,
    KnownCandidate,
    KnownItem,
    Output,
    PersonalLink,
    Progress,
    PublicLink,
    References,
    Report,
    ReportFile,
    Scores,
    System,
    Task,
)
from appraise_gec.client.errors import (
    ApiError,
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    NotSignedInError,
    TooManyRequestsError,
    UnreachableError,
    UnusableFileError,
)
from appraise_gec.client.judging import JudgeClient
from appraise_gec.client.known_answers import KnownAnswersClient
from appraise_gec.client.metrics import MetricsClient
from appraise_gec.client.reports import ReportClient, WorkFailedError
from appraise_gec.client.texts import TextsClient

__all__ = [
    "ApiError",
    "Archive",
    "Campaign",
    "CampaignClient",
    "Client",
    "ConflictError",
    "ForbiddenError",
    "InvalidError",
    "Invited",
    "Item",
    "Judge",
    "JudgeClient",
    "KnownAnswersClient",
    "KnownCandidate",
    "KnownItem",
    "MetricsClient",
    "NotFoundError",
    "NotSignedInError",
    "Output",
    "PersonalLink",
    "Progress",
    "PublicLink",
    "References",
    "Report",
    "ReportClient",
    "ReportFile",
    "Scores",
    "System",
    "Task",
    "TextsClient",
    "TooManyRequestsError",
    "UnreachableError",
    "UnusableFileError",
    "WorkFailedError",
]
