"""The campaign, its texts, its plan and its history, as files of a bundle."""

from typing import Any

from django.db.models import Q

from rankings.bundles.description import Column, Table, describe, leave_out
from rankings.survey.questions import check_questions

COUNTED = "items"

describe(
    Table(
        "campaign",
        "rankings.Campaign",
        "The campaign and its settings; one line.",
        of="",
        documents=True,
        columns={
            "slug": Column("its address", privacy="words"),
            "title": Column("its title", privacy="words"),
            "guidelines": Column("guidelines for judges, as in force", privacy="words"),
            "guidelines_format": Column("how the guidelines are written: markdown or plain"),
            "state": Column("draft, open, closed or frozen"),
            "language": Column("language code of the sentences"),
            "direction": Column("writing direction: auto, ltr or rtl"),
            "max_outputs": Column("outputs shown at most", "outputs"),
            "include_input": Column("whether the unchanged source takes part as a system"),
            "sampler": Column("how sentences were sampled: diversity or uniform"),
            "seed": Column("seed of the sample; none before items were sampled"),
            "judges_per_item": Column("planned rankings of an item", "judges"),
            "first_rank": Column("what happens when no output has rank 1: allow, warn or require"),
            "look": Column("look of the judging page: standard or 2015"),
            "marks_edits": Column("whether judges may mark single edits as wrong or unneeded"),
            "shows_active_time": Column("whether judges see their active minutes"),
            "suggests_breaks": Column("whether a break is suggested after every 20 items"),
            "batch_size": Column("size of a batch; none for no batches", COUNTED),
            "judge_quota": Column("most items of a judge; none for no limit", COUNTED),
            "repeat_percent": Column("items shown again to the same judge", "%"),
            "repeat_gap": Column("distance between an item and its repetition", COUNTED),
            "check_percent": Column("check items among all", "%"),
            "check_pass_percent": Column("check items that a judge must pass", "%"),
            "least_checks": Column("check items before a judge is assessed", COUNTED),
            "stops_at_failed_checks": Column("whether judges who fail get no further items"),
            "begins_with_training": Column("whether judges begin with the training items"),
            "guidelines_version": Column("number of the guidelines in force"),
            "survey": Column(
                "by question: key, moment (before or after), kind, words, note, whether required, choices, "
                "points, low and high of a scale",
                privacy="detail",
                check=check_questions,
            ),
            "created_by": Column("who made the campaign"),
            "created_at": Column("when it was made"),
            "opened_at": Column("when judging was opened last"),
            "closed_at": Column("when judging was closed"),
        },
        left_out={
            "made_from": "the upload it is being made from; nobody sees it before it is complete",
            "archived_at": "which campaigns are on the front list is a matter of each installation",
        },
    ),
    Table(
        "memberships",
        "rankings.Membership",
        "Somebody's role on the team.",
        columns={"user": Column("who"), "role": Column("owner, manager or researcher")},
        only_in_full=True,
    ),
    Table(
        "judges",
        "rankings.Judge",
        "A judge.",
        columns={
            "user": Column("the account behind the judge; none where it is not known"),
            "name": Column("name in reports and exports", privacy="judge"),
            "is_active": Column("false while on hold"),
            "quota": Column("own quota, in place of the campaign's", COUNTED),
            "preferences": Column("how the judge likes the judging page", shape=dict[str, Any]),
            "created_at": Column("when the judge was added"),
        },
    ),
    Table(
        "guidelines",
        "rankings.GuidelinesRevision",
        "A version of the guidelines; rankings name its number.",
        documents=True,
        columns={
            "version": Column("its number"),
            "text": Column("the guidelines", privacy="words"),
            "format": Column("how it is written: markdown or plain"),
            "created_by": Column("who wrote it"),
            "created_at": Column("when it was stored"),
        },
    ),
    Table(
        "files",
        "rankings.CampaignFile",
        "A file from which texts or judgments came.",
        columns={
            "kind": Column("source, output, documents or judgments"),
            "name": Column("its name", privacy="words"),
            "sha256": Column("SHA-256 of its bytes"),
            "size": Column("its size", "bytes"),
            "created_at": Column("when it was read"),
        },
    ),
    Table(
        "documents",
        "rankings.Document",
        "A run of neighbouring sentences.",
        columns={"position": Column("its place, from 0"), "name": Column("its name, where it has one")},
    ),
    Table(
        "sentences",
        "rankings.Sentence",
        "A source sentence.",
        columns={
            "document": Column("the document that it is in"),
            "index": Column("its number in the campaign, from 0"),
            "text": Column("the sentence"),
        },
    ),
    Table(
        "systems",
        "rankings.System",
        "A correction system.",
        columns={
            "name": Column("its name"),
            "is_input": Column("whether it is the unchanged source, taking part as a system"),
            "retired_at": Column("in no new item and no new metric score since then"),
            "rankings_before": Column("rankings that counted when it joined"),
        },
    ),
    Table(
        "outputs",
        "rankings.Output",
        "What a system made of a sentence.",
        of="system__campaign",
        columns={
            "system": Column("which system"),
            "sentence": Column("of which sentence"),
            "text": Column("the output"),
        },
    ),
    Table(
        "top_ups",
        "rankings.TopUp",
        "Additions of items once the plan was complete.",
        columns={
            "seed": Column("seed with which they were sampled"),
            "created_by": Column("who asked for them"),
            "created_at": Column("when"),
        },
    ),
    Table(
        "crowd_entry",
        "rankings.CrowdEntry",
        "The public way into the campaign; at most one line.",
        documents=True,
        columns={
            "information": Column("information for participants", privacy="words"),
            "participant_parameter": Column("parameter of the link with the participant's id"),
            "study_parameter": Column("parameter with the study's id"),
            "study_id": Column("id of the study"),
            "session_parameter": Column("parameter with the submission's id"),
            "max_participants": Column("participants at most"),
            "items_each": Column("items per participant", COUNTED),
            "completion_url": Column("address to go back to when finished"),
            "screened_out_url": Column("address to go back to after failing checks"),
            "same_browser_only": Column("whether participants must go on in the same browser"),
        },
        left_out={
            "key": "the secret part of the public link; a new one is made",
            "is_on": "the link is off until somebody has entered the codes again",
            "completion_code": "worth money to whoever knows it; enter it again",
            "screened_out_code": "worth money to whoever knows it; enter it again",
        },
    ),
    Table(
        "history",
        "accounts.AuditEvent",
        "What somebody did, as the history of the campaign shows it, but for exports and imports of bundles.",
        documents=True,
        at_end=True,
        only=~Q(action__startswith="bundle."),
        columns={
            "at": Column("when"),
            "actor": Column("who"),
            "action": Column("what"),
            "detail": Column("the particulars", privacy="detail", shape=dict[str, Any]),
        },
    ),
)

leave_out(
    {
        "rankings.Link": "links of the installation; who got one when is in the history",
        "rankings.StagedUpload": "uploads that nobody has confirmed",
        "rankings.StagedPart": "uploads that nobody has confirmed",
        "rankings.Bundle": "bundles themselves",
        "rankings.BundlePart": "bundles themselves",
        "rankings.ReportFolder": "files of reports, which are written again from them",
        "rankings.PublicReport": "links of the installation; when one was made and revoked is in the history",
        "jobs.Job": "work of the installation's workers, and answers on the plan page; ask for them again",
    }
)
