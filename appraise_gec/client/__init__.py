"""A client of the API: `Client` for programs that run campaigns, `JudgeClient` for those that judge.

Needs nothing but Python's own library. Described in docs/api.md; every address of the site that has no method
here can be asked for with `Client.get` and its neighbours.
"""

from appraise_gec.client.campaigns import CampaignClient, Client
from appraise_gec.client.documents import (
    Archive,
    Campaign,
    Delivery,
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
    TextChange,
    Webhook,
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
from appraise_gec.client.webhook_list import WebhookClient
from appraise_gec.client.webhooks import ForgedMessageError, Message, read_message

__all__ = [
    "ApiError",
    "Archive",
    "Campaign",
    "CampaignClient",
    "Client",
    "ConflictError",
    "Delivery",
    "ForbiddenError",
    "ForgedMessageError",
    "InvalidError",
    "Invited",
    "Item",
    "Judge",
    "JudgeClient",
    "KnownAnswersClient",
    "KnownCandidate",
    "KnownItem",
    "Message",
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
    "TextChange",
    "TextsClient",
    "TooManyRequestsError",
    "UnreachableError",
    "UnusableFileError",
    "Webhook",
    "WebhookClient",
    "WorkFailedError",
    "read_message",
]
