"""Drafts, postponed items, pauses, and how a campaign and a judge want the judging page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rankings", "0005_people")]

    operations = [
        migrations.AddField(
            model_name="assignment", name="draft", field=models.JSONField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="assignment", name="draft_revision", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="assignment",
            name="draft_writer",
            field=models.UUIDField(blank=True, help_text="the page that wrote the draft", null=True),
        ),
        migrations.AddField(
            model_name="assignment",
            name="postponed_at",
            field=models.DateTimeField(blank=True, help_text="when skipped for now", null=True),
        ),
        migrations.AddField(
            model_name="assignment",
            name="times_postponed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="campaign",
            name="batch_size",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="items in a batch"),
        ),
        migrations.AddField(
            model_name="campaign",
            name="first_rank",
            field=models.CharField(
                choices=[
                    ("allow", "Say nothing: judges may use any part of the scale"),
                    ("warn", "Tell the judge, and take the ranking"),
                    ("require", "Ask for a rank 1 before the ranking is taken"),
                ],
                default="warn",
                max_length=10,
                verbose_name="when no output has rank 1",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="look",
            field=models.CharField(
                choices=[
                    ("standard", "Standard"),
                    ("2015", "As in 2015: ranks above bold outputs, Best and Worst, pure blue"),
                ],
                default="standard",
                max_length=10,
                verbose_name="look of the judging page",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="shows_active_time",
            field=models.BooleanField(default=False, verbose_name="judges see their active minutes"),
        ),
        migrations.AddField(
            model_name="campaign",
            name="suggests_breaks",
            field=models.BooleanField(default=False, verbose_name="suggest a break after every 20 items"),
        ),
        migrations.AddField(
            model_name="judge",
            name="preferences",
            field=models.JSONField(
                blank=True, default=dict, help_text="how the judge likes the judging page: keys, views"
            ),
        ),
        migrations.AddField(
            model_name="ranking",
            name="opened_at",
            field=models.DateTimeField(blank=True, help_text="when the answered page was shown", null=True),
        ),
        migrations.AddField(
            model_name="ranking",
            name="pauses",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="what active_seconds leaves out: rankings.judging.pauses",
            ),
        ),
    ]
