"""Load the demo campaign into a site that has no campaign."""

from typing import Any

from django.core.management.base import BaseCommand

from rankings.desk.demo import load_demo


class Command(BaseCommand):
    help = "Load the demo campaign and its people. Does nothing where a campaign exists already."

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = load_demo()
        if campaign is None:
            self.stdout.write("There is a campaign already; the demo campaign is not loaded.")
        else:
            self.stdout.write(f"The demo campaign is loaded: {campaign.get_absolute_url()}")
