"""Say of ERRANT scores computed so far that edits of the gold were extracted again from corrected texts."""

from typing import Any

from django.db import migrations


def extracted_so_far(apps: Any, schema_editor: Any) -> None:
    for run in apps.get_model("metrics", "MetricRun").objects.filter(metric="errant", origin="computed"):
        run.settings = {**run.settings, "reference_edits": "extracted"}
        run.save(update_fields=["settings"])


def without_setting(apps: Any, schema_editor: Any) -> None:
    for run in apps.get_model("metrics", "MetricRun").objects.filter(metric="errant", origin="computed"):
        run.settings = {name: value for name, value in run.settings.items() if name != "reference_edits"}
        run.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("metrics", "0002_studies_and_parts")]

    operations = [migrations.RunPython(extracted_so_far, without_setting)]
