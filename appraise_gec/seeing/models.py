"""Counts that all web processes of all machines add to."""

from django.db import models


class Count(models.Model):
    """One counter of Prometheus; it only ever grows."""

    key = models.CharField(max_length=200, primary_key=True, help_text="JSON: [counter, label, ...]")
    value = models.FloatField()

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"
