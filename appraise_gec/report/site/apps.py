"""Reports as an application of the site; what they show and compute is in `appraise_gec.report`."""

from django.apps import AppConfig


class ReportConfig(AppConfig):
    name = "appraise_gec.report.site"
    label = "report"
