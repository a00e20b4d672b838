"""The database models of an evaluation, in the order in which data flows through it."""

from rankings.models.analysis import PublicReport, Report, ReportFolder
from rankings.models.campaign import Campaign, GuidelinesRevision, Judge, Membership
from rankings.models.corpus import CampaignFile, Document, Output, Sentence, System
from rankings.models.judging import (
    Assignment,
    EditMark,
    Item,
    ItemOutput,
    ItemOutputSystem,
    RankedOutput,
    Ranking,
    ResultSet,
    SurveyAnswer,
)
from rankings.models.links import Crowd, Link
from rankings.models.upload import Upload, UploadPart

__all__ = [
    "Assignment",
    "Campaign",
    "CampaignFile",
    "Crowd",
    "Document",
    "EditMark",
    "GuidelinesRevision",
    "Item",
    "ItemOutput",
    "ItemOutputSystem",
    "Judge",
    "Link",
    "Membership",
    "Output",
    "PublicReport",
    "RankedOutput",
    "Ranking",
    "Report",
    "ReportFolder",
    "ResultSet",
    "Sentence",
    "SurveyAnswer",
    "System",
    "Upload",
    "UploadPart",
]
