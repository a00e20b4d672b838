from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0002_words_of_messages"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="expected_at",
            field=models.DateTimeField(
                blank=True,
                help_text="when the work will probably be done; none: nobody knows",
                null=True,
            ),
        ),
    ]
