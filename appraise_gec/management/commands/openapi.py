"""Write the OpenAPI document of the API to where the repository keeps it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rankings.api.reference import KEPT_AT, current_schema


class Command(BaseCommand):
    help = f"Write {KEPT_AT}, which describes the API for programs."

    def handle(self, *args: Any, **options: Any) -> None:
        (settings.BASE_DIR / KEPT_AT).write_bytes(current_schema())
        self.stdout.write(f"{KEPT_AT} is written.")
