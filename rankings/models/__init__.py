"""The database models of an evaluation, in the order in which data flows through it."""

from rankings.models.analysis import PublicReport, Report, ReportFolder
from rankings.models.campaign import Campaign, Judge, Membership
from rankings.models.corpus import CampaignFile, Document, Output, Sentence, System
from rankings.models.crowd import CrowdEntry, CrowdParticipant
from rankings.models.edit_mark import EditMark
from rankings.models.guidelines import GuidelinesRevision
from rankings.models.invitation import Invitation, PersonalLink, TeamInvitation
from rankings.models.judging import (
    Assignment,
    FlagDecision,
    Item,
    ItemOutput,
    ItemOutputSystem,
    RankedOutput,
    Ranking,
    ResultSet,
    TopUp,
)
from rankings.models.survey import SurveyAnswer
from rankings.models.upload import Upload, UploadPart

__all__ = [
    "Assignment",
    "Campaign",
    "CampaignFile",
    "CrowdEntry",
    "CrowdParticipant",
    "Document",
    "EditMark",
    "FlagDecision",
    "GuidelinesRevision",
    "Invitation",
    "Item",
    "ItemOutput",
    "ItemOutputSystem",
    "Judge",
    "Membership",
    "Output",
    "PersonalLink",
    "PublicReport",
    "RankedOutput",
    "Ranking",
    "Report",
    "ReportFolder",
    "ResultSet",
    "Sentence",
    "SurveyAnswer",
    "System",
    "TeamInvitation",
    "TopUp",
    "Upload",
    "UploadPart",
]
