"""The queue. A message is only a nudge: the job's row is the truth (see appraise_gec.jobs)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")

app = Celery("appraise_gec", set_as_current=True)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
