"""Load the demo campaign into a site that has no campaign."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
from metrics.site.demo import ask_for_demo_scores
from rankings.desk.demo import load_demo


class Command(BaseCommand):
    help = "Load the demo campaign and its people. Does nothing where a campaign exists already."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            campaign = load_demo()
            if campaign is not None and campaign.created_by is not None:
                request_report(campaign, campaign.created_by, ReportOptions())
                ask_for_demo_scores(campaign, campaign.created_by)
        if campaign is None:
            self.stdout.write("There is a campaign already; the demo campaign is not loaded.")
        else:
            self.stdout.write(f"The demo campaign is loaded: {campaign.get_absolute_url()}")
