"""The tables of the package that kept API tokens before: their history only.

A database of version 0.2.0 has been through that package's migrations, and so has every backup of it. Without
them such a backup could not be restored, and an upgraded database not be backed up.
"""

from pathlib import Path

from django.apps import AppConfig


class FormerTokens(AppConfig):
    """The package's migrations, without models and commands; migration 0005 of accounts drops its table."""

    name = "rest_framework.authtoken"
    label = "authtoken"
    path = str(Path(__file__).with_name("former_tokens"))  # no such folder: no commands, templates or files

    def import_models(self) -> None:
        assert self.apps is not None  # noqa: S101 - set by the registry before it calls this
        self.models = self.apps.all_models[self.label]
