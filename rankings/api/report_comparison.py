"""Two reports of a campaign beside each other, for programs: what differs in the ranking, and by what."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.documenting import documented
from rankings.api.reports import ReportView
from rankings.reports.comparison import as_sentences
from rankings.reports.stored_comparison import compare_stored, comparison_document


class ChangedDocument(serializers.Serializer[Any]):
    """Something that differs, as either report has it."""

    name = serializers.CharField()
    first = serializers.JSONField(allow_null=True)
    second = serializers.JSONField(allow_null=True)


class SharedRankings(serializers.Serializer[Any]):
    """How many rankings went into both reports, and into one of them alone."""

    both = serializers.IntegerField()
    first = serializers.IntegerField()
    second = serializers.IntegerField()


class SystemInBoth(serializers.Serializer[Any]):
    """A system in either ranking, null where it is not in it."""

    system = serializers.CharField()
    first = serializers.DictField(allow_null=True)
    second = serializers.DictField(allow_null=True)


class ComparisonDocument(serializers.Serializer[Any]):
    """What differs between two reports: the document that their page offers, and the same in sentences."""

    form = serializers.CharField()
    version = serializers.IntegerField()
    first = serializers.UUIDField()
    second = serializers.UUIDField()
    sentences_about = serializers.ListField(
        child=serializers.CharField(), help_text="what changed in the ranking, and what it can be due to"
    )
    same_rankings = serializers.BooleanField()
    shared = SharedRankings(allow_null=True)
    judges = ChangedDocument(many=True, help_text="with other numbers of rankings")
    sentences = ChangedDocument(allow_null=True, help_text="judged ones, where their number differs")
    outputs = serializers.BooleanField(help_text="whether systems and distinct outputs are the same")
    settings = ChangedDocument(many=True)
    program = ChangedDocument(many=True)
    systems = SystemInBoth(many=True)
    same_scores = serializers.BooleanField()
    same_ranks = serializers.BooleanField()
    same_ranges = serializers.BooleanField()
    same_clusters = serializers.BooleanField()
    first_clusters = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    second_clusters = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class Comparison(ReportView):
    """What differs between two finished reports."""

    @documented("What differs between this report and another one, and why", ComparisonDocument)
    def get(self, request: Request, slug: str, key: UUID, other: UUID) -> Response:
        first, second = self.finished(slug, key), self.finished(slug, other)
        said = [str(sentence) for sentence in as_sentences(compare_stored(first, second))]
        return Response({**comparison_document(first, second), "sentences_about": said})
