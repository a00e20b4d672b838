"""A campaign of direct assessment in a checkout of AppraiseDev/Appraise, made by its own models.

Run by `benchmarks.beside_appraise` in that checkout and with that project's Python, so nothing of this
project is imported:

    python beside_appraise_campaign.py BATCH TASKS JUDGE SECRET

BATCH is a file as its `DirectAssessmentTask.import_from_json` reads it. One judge gets the first TASKS tasks
as an agenda, which is what its command for new campaigns does with an annotator. Prints the version that its
pages name.
"""

import contextlib
import importlib
import os
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    batch, tasks, judge, secret = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    sys.path.insert(0, str(Path.cwd()))
    os.environ["DJANGO_SETTINGS_MODULE"] = "Appraise.settings"
    with contextlib.redirect_stdout(sys.stderr):  # its models print what they do
        import django

        django.setup()
        make_campaign(batch, tasks, judge, secret)
    print(importlib.import_module("Appraise.settings").BASE_CONTEXT["commit_tag"])


def make_campaign(batch: Path, tasks: int, username: str, secret: str) -> None:
    from django.apps import apps
    from django.core.files import File
    from django.db import transaction

    def model(name: str) -> Any:
        return apps.get_model(name)

    with transaction.atomic():
        owner = model("auth.User").objects.create_superuser("owner")
        judge = model("auth.User").objects.create_user(username, password=secret)
        market, _ = model("EvalData.Market").objects.get_or_create(
            sourceLanguageCode="eng", targetLanguageCode="eng", domainName="GJG15", createdBy=owner
        )
        metadata, _ = model("EvalData.Metadata").objects.get_or_create(
            market=market, corpusName="GJG15", versionInfo="1.0", source="published", createdBy=owner
        )
        data = model("Campaign.CampaignData")(
            market=market, metadata=metadata, createdBy=owner, dataValid=True, dataReady=True
        )
        with batch.open("rb") as content:
            data.dataFile.save(batch.name, File(content))
        data.activate()
        campaign = model("Campaign.Campaign").objects.create(campaignName="GJG15", createdBy=owner)
        campaign.batches.add(data)
        campaign.activate()
        task_type = model("EvalData.DirectAssessmentTask")
        task_type.import_from_json(campaign, owner, data, 0)
        made = list(task_type.objects.filter(campaign=campaign).order_by("id"))
        for task in made:
            task.activate()
        agenda = model("EvalData.TaskAgenda").objects.create(user=judge, campaign=campaign)
        for task in made[:tasks]:
            serialized, _ = model("EvalData.ObjectID").objects.get_or_create(
                typeName="DirectAssessmentTask", primaryID=task.id
            )
            agenda.activate_task(serialized)


if __name__ == "__main__":
    main()
