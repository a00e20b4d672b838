"""Items, assignments, rankings and reports, as files of a bundle."""

import secrets
import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import F, Q

from rankings.bundles import checks
from rankings.bundles.description import Column, Destination, Origin, Table, describe
from rankings.judgments.key_runs import as_runs, of_runs
from rankings.judgments.stored import rankings_mark
from rankings.survey.questions import check_answers, check_questions

POSITIONS = tuple[int, ...]
KNOWN_ANSWER = dict[str, tuple[tuple[int, int], ...]]
RANKING = "rankings.Ranking"


def derive_of_report(row: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    """Without keys of the database: its rankings by their ids, and whether they are the newest."""
    runs = row["ranking_runs"]
    numbers = [origin.number_of(RANKING, key) for key in of_runs(runs)] if runs is not None else [None]
    # A ranking that is not there any more cannot be handed out, here or elsewhere.
    known = None if None in numbers else as_runs(number for number in numbers if number is not None)
    return {"is_newest": row["rankings_mark"] == rankings_mark(origin.campaign), "rankings": known}


def restore_report(row: Mapping[str, Any], destination: Destination) -> dict[str, Any]:
    runs = row["rankings"]
    if runs is not None:
        runs = as_runs(destination.key_of(RANKING, number) for number in of_runs(runs))
    mark = rankings_mark(destination.campaign) if row["is_newest"] else ""
    return {"ranking_runs": runs, "rankings_mark": mark}


describe(
    Table(
        "survey_answers",
        "rankings.SurveyAnswer",
        "A judge's answers to the survey, before or after judging.",
        of="judge__campaign",
        documents=True,
        columns={
            "judge": Column("whose"),
            "moment": Column("before or after judging"),
            "asked": Column("the questions as they were asked", check=check_questions),
            "is_withdrawn": Column("whether the judge has withdrawn the answers, which are gone then"),
            "answers": Column("answers by the key of the question", check=check_answers),
            "submitted_at": Column("when it was sent"),
        },
        only_in_full=True,
    ),
    Table(
        "result_sets",
        "rankings.ResultSet",
        "A set of results in an imported file.",
        columns={
            "name": Column("its id in the file", privacy="words"),
            "source_language": Column("language code of the sources, as in the file"),
            "target_language": Column("language code of the outputs, as in the file"),
        },
    ),
    Table(
        "items",
        "rankings.Item",
        "A sentence chosen for judging with some of its distinct outputs. Items before their repetitions.",
        # A repetition refers to its original, which must be there first.
        order=(F("original").asc(nulls_first=True), "pk"),
        columns={
            "sentence": Column("which sentence"),
            "number": Column(
                "order in which items are handed out, from 0; a repeat has that of its original"
            ),
            "label": Column("id in the file that it came from", privacy="words"),
            "is_imported": Column("whether it came with imported judgments"),
            "purpose": Column("judging, repeat, check or training"),
            "original": Column("of which item this is a repetition"),
            "reserved_for": Column("the one judge who is shown the repetition"),
            "check_kind": Column("damaged, identical or known-order, for items with a known answer"),
            "expected": Column("the known answer, as pairs of positions", shape=KNOWN_ANSWER),
            "explanation": Column("explanation of the known answer", privacy="words"),
            "retired_at": Column("handed out to nobody since then"),
            "top_up": Column("the later addition that it belongs to"),
        },
    ),
    Table(
        "item_outputs",
        "rankings.ItemOutput",
        "A distinct output of an item, as judges see it.",
        of="item__campaign",
        columns={
            "item": Column("of which item"),
            "position": Column("its place in the item, from 0; judges see another order"),
            "text": Column("the output"),
        },
    ),
    Table(
        "item_output_systems",
        "rankings.ItemOutputSystem",
        "A system that produced a distinct output.",
        of="item__campaign",
        columns={
            "item": Column("which item"),
            "output": Column("which of its outputs"),
            "system": Column("which system"),
        },
    ),
    Table(
        "assignments",
        "rankings.Assignment",
        "An item lent to a judge.",
        of="item__campaign",
        columns={
            "item": Column("which item"),
            "judge": Column("to whom"),
            "order": Column("positions of the outputs, as shown from top to bottom", shape=POSITIONS),
            "state": Column("lent, done or skipped"),
            "lent_at": Column("when it was lent"),
            "lease_expires_at": Column("when it goes to somebody else unless answered"),
            "revoked_at": Column("when a manager took it away"),
            "discarded_at": Column("when a manager gave it to others"),
            "finished_at": Column("when it was answered"),
            "draft": Column("the unfinished answer", check=checks.draft),
            "draft_revision": Column("how often the draft was saved"),
            "draft_writer": Column("the page that wrote the draft"),
            "postponed_at": Column("when it was put off"),
            "times_postponed": Column("how often it was put off"),
        },
        left_out={
            "key": "names the page of the assignment; a new one is made",
        },
        made_anew={"key": uuid.uuid4},
    ),
    Table(
        "rankings",
        "rankings.Ranking",
        "An answer to an item, every revision of it, in the order in which they came.",
        of="judge__campaign",
        columns={
            "judge": Column("by whom"),
            "item": Column("of which item"),
            "revision": Column("1 for the first answer"),
            "is_current": Column("true for the last revision, which counts unless it is discarded"),
            "discarded_at": Column("when a manager left it out; then no revision is current"),
            "discard_reason": Column("why", privacy="words"),
            "skipped": Column("whether the item was skipped; then there are no ranks"),
            "offers_marks": Column("whether the judge could mark single edits; unmarked ones were left so"),
            "flag_reason": Column("what is wrong with the item, in the judge's eyes"),
            "flag_note": Column("the judge's note about it", privacy="words"),
            "wall_seconds": Column("time from display to submission", "seconds"),
            "active_seconds": Column("the same without pauses", "seconds"),
            "opened_at": Column("when the answered page was shown"),
            "submitted_at": Column("when the answer came in"),
            "pauses": Column("what active_seconds leaves out", shape=tuple[Any, ...]),
            "guidelines_version": Column("number of the guidelines in force"),
            "submission": Column("made by the page that submitted; a page submits once"),
            "result_set": Column("the set of results that it was imported with"),
            "source_label": Column("id in the imported file", privacy="words"),
            "source_document": Column("document in the imported file", privacy="words"),
        },
    ),
    Table(
        "ranks",
        "rankings.RankedOutput",
        "The rank of one output in a ranking.",
        of="ranking__judge__campaign",
        columns={
            "ranking": Column("in which ranking"),
            "output": Column("of which output of its item"),
            "rank": Column("1 is best"),
            "worst_rank": Column("the last rank that was offered"),
        },
    ),
    Table(
        "edit_marks",
        "rankings.EditMark",
        "An edit that a judge marked as wrong or unneeded, in one revision of a ranking.",
        of="ranking__judge__campaign",
        columns={
            "ranking": Column("in which ranking"),
            "output": Column("of which output of its item"),
            "start": Column(
                "number of its first source token, from 0; an insertion stands before it", "tokens"
            ),
            "end": Column(
                "number of the first source token after it; that of start for an insertion", "tokens"
            ),
            "original": Column("what the source has there"),
            "correction": Column("what the output has there"),
            "kind": Column("insertion, deletion, replacement, punctuation, case, order, spacing or encoding"),
            "tokens": Column("what a token is: cut at spaces, or at the boundaries of words"),
            "verdict": Column("wrong or unneeded"),
        },
    ),
    Table(
        "flag_decisions",
        "rankings.FlagDecision",
        "A manager's decision about a flag.",
        of="ranking__judge__campaign",
        columns={
            "ranking": Column("the ranking with the flag"),
            "outcome": Column("retired, answered or dismissed"),
            "answer": Column("the answer to the judge", privacy="words"),
            "decided_by": Column("who decided"),
            "decided_at": Column("when"),
        },
    ),
    Table(
        "crowd_participants",
        "rankings.CrowdParticipant",
        "A judge who came by the public link.",
        of="entry__campaign",
        columns={
            "entry": Column("the public way in"),
            "judge": Column("which judge"),
            "created_at": Column("when"),
        },
        left_out={
            "id_hash": "recognises a participant under this installation's secret key only",
            "session_hash": "recognises a submission under this installation's secret key only",
        },
        made_anew={"id_hash": lambda: secrets.token_hex(32)},
    ),
    Table(
        "reports",
        "rankings.Report",
        "A finished report.",
        documents=True,
        only=Q(recipe__isnull=False),
        columns={
            "key": Column("names it in its address"),
            "options": Column("what was asked for", privacy="document", check=checks.report_options),
            "recipe": Column("how it was computed", privacy="document", check=checks.report_recipe),
            "result": Column("what came out", privacy="document", check=checks.report_result),
            "is_newest": Column("whether the rankings are still those that it was computed from"),
            "rankings": Column("[first id, last id] of runs of rankings that it was computed from"),
            "created_by": Column("who asked for it"),
            "created_at": Column("when"),
            "finished_at": Column("when it was computed"),
            "name": Column("what it is called"),
        },
        derived={"is_newest": "true or false", "rankings": "runs of ids in rankings.csv"},
        reads=("ranking_runs", "rankings_mark"),
        derive=derive_of_report,
        restore=restore_report,
        left_out={
            "job": "work of the installation's workers",
            "rankings_mark": "counts keys of this installation's database; is_newest says what it is for",
            "ranking_runs": "keys of this installation's database; rankings says the same by ids",
        },
    ),
)
