"""Judgments of single edits that were collected elsewhere."""

from django.db import models

from rankings.models.campaign import Judge
from rankings.models.corpus import CampaignFile, Sentence


class EditAnnotation(models.Model):
    """What a judge said elsewhere of the edits of one correction of a sentence, imported from a file.

    It belongs to no ranking. The correction is that of every system whose output has the same tokens.
    `edits` are from left to right, each as `[start, end, original, correction, rejected]`: the source tokens
    `start..end-1`, cut at spaces, are replaced; `start == end` inserts before `start`.
    """

    file = models.ForeignKey(CampaignFile, on_delete=models.CASCADE, related_name="edit_annotations")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="edit_annotations")
    sentence = models.ForeignKey(Sentence, on_delete=models.CASCADE, related_name="edit_annotations")
    text = models.TextField(help_text="the correction, tokens joined by single spaces")
    edits = models.JSONField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.judge} on {self.text}"
