"""One row per job. The row is the truth about the work; queue messages only point at it."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q


class State(models.TextChoices):
    QUEUED = "queued", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"


WORKING_STATES = (State.QUEUED, State.RUNNING)
FINAL_STATES = frozenset({State.DONE, State.FAILED, State.CANCELLED})


class JobManager(models.Manager["Job"]):
    def about(self, kind: str, **asked: Any) -> models.QuerySet["Job"]:
        """Jobs of a kind with these arguments among others, the newest first."""
        return self.filter(kind=kind, **{f"arguments__{name}": value for name, value in asked.items()})


class Job(models.Model):
    """Jobs that somebody asked for.

    States, and what moves a job from one to the next::

        (new) ──────enqueue──────▶ QUEUED
        QUEUED ──lease taken─────▶ RUNNING     a worker took it; attempts + 1
        QUEUED ──cancel──────────▶ CANCELLED
        RUNNING ─result written──▶ DONE        in the same transaction as the result
        RUNNING ─work raised─────▶ FAILED      or took longer than allowed
        RUNNING ─cancel noticed──▶ CANCELLED   by progress(), or when the lease has run out
        RUNNING ─lease ran out───▶ QUEUED      worker killed or stuck, attempts left
        RUNNING ─lease ran out───▶ FAILED      and no attempt left
        RUNNING ─worker stopping─▶ QUEUED      attempts - 1: nothing was wrong with the job
        FAILED, CANCELLED ─retry─▶ QUEUED      attempts = 0

    Only the holder of `lease_token` may write progress or a result. A worker whose lease ran out and was
    given to another can therefore do no harm when it wakes up again. Every move is one UPDATE whose WHERE
    names the state and the token it starts from, so of two processes only one succeeds.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.FloatField(default=0.0)
    message = models.CharField(max_length=200, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    cancel_requested = models.BooleanField(default=False)

    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True, help_text="the last message to workers")
    finished_at = models.DateTimeField(null=True, blank=True)

    lease_token = models.UUIDField(null=True, blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    error = models.TextField(blank=True, help_text="for people: what went wrong and what to do")
    traceback = models.TextField(blank=True, help_text="for operators")
    result = models.JSONField(
        null=True, blank=True, help_text="small facts about the result; 'url' leads to it"
    )

    objects = JobManager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "lease_expires_at"], name="job_state_lease")]
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(state=State.RUNNING, lease_token__isnull=False, lease_expires_at__isnull=False)
                    | (~Q(state=State.RUNNING) & Q(lease_token__isnull=True, lease_expires_at__isnull=True))
                ),
                name="job_lease_while_running",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state__in=sorted(FINAL_STATES), finished_at__isnull=False)
                    | Q(state__in=WORKING_STATES, finished_at__isnull=True)
                ),
                name="job_finished_when_final",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} job {self.id} ({self.state})"

    @property
    def is_final(self) -> bool:
        return self.state in FINAL_STATES

    @property
    def goes_on(self) -> bool:
        """Whether it will have a result, as far as one can tell; what was called off ends without one."""
        return self.state in WORKING_STATES and not self.cancel_requested

    @property
    def percent(self) -> int:
        return int(self.progress * 100)

    @property
    def result_url(self) -> str:
        return str((self.result or {}).get("url", ""))

    def as_json(self) -> dict[str, Any]:
        """What a page that follows the job needs to know; nothing for operators."""
        return {
            "id": str(self.id),
            "kind": self.kind,
            "state": self.state,
            "state_label": self.get_state_display(),
            "final": self.is_final,
            "progress": self.progress,
            "message": self.message,
            "cancel_requested": self.cancel_requested,
            "error": self.error,
            "result_url": self.result_url,
        }
