from django.db import migrations, models

FORMATS = [
    ('markdown', 'Markdown: headings, lists, emphasis, links, tables'),
    ('plain', 'Plain text: blank lines make paragraphs'),
]


def formats(default):
    return models.CharField(choices=FORMATS, default=default, max_length=10)


class Migration(migrations.Migration):

    dependencies = [
        ('rankings', '0014_discards'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='archived_at',
            field=models.DateTimeField(blank=True, help_text='since then read-only and off the front list, whatever its state', null=True),
        ),
        migrations.AlterField(
            model_name='campaign',
            name='slug',
            field=models.SlugField(allow_unicode=True, max_length=60, unique=True, verbose_name='address'),
        ),
        # What was written until now is plain text, and stays so; only new guidelines are Markdown.
        migrations.AddField(model_name='campaign', name='guidelines_format', field=formats('plain')),
        migrations.AddField(model_name='guidelinesrevision', name='format', field=formats('plain')),
        migrations.AlterField(
            model_name='campaign',
            name='guidelines_format',
            field=models.CharField(choices=FORMATS, default='markdown', max_length=10, verbose_name='written as'),
        ),
        migrations.AlterField(model_name='guidelinesrevision', name='format', field=formats('markdown')),
    ]
