"""The queue. A message is only a nudge: the job's row is the truth (see appraise_gec.jobs)."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")

# Known by the scheme of its address, so that publishers and workers cannot differ.
TRANSPORT_ALIASES["filesystem"] = "appraise_gec.jobs.file_queue:Transport"

app = Celery("appraise_gec", set_as_current=True)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
