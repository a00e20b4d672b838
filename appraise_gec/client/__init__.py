"""A client of the API: `Client` for programs that run campaigns, `JudgeClient` for those that judge.

Needs nothing but Python's own library. Described in docs/api.md; every address of the site that has no method
here can be asked for with `Client.get` and its neighbours.
"""

from appraise_gec.client.campaigns import CampaignClient, Client, ReportClient, WorkFailedError
from appraise_gec.client.documents import (
    Campaign,
    Invited,
    Item,
    Judge,
    Output,
    PersonalLink,
    Progress,
    Report,
    ReportFile,
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

__all__ = [
    "ApiError",
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
    "NotFoundError",
    "NotSignedInError",
    "Output",
    "PersonalLink",
    "Progress",
    "Report",
    "ReportClient",
    "ReportFile",
    "Task",
    "TooManyRequestsError",
    "UnreachableError",
    "UnusableFileError",
    "WorkFailedError",
]
