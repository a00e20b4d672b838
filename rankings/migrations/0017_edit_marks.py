import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rankings', '0016_items_ahead_and_personal_links'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='marks_edits',
            field=models.BooleanField(db_default=False, default=False, verbose_name='judges may mark single edits as wrong or unneeded'),
        ),
        migrations.AddField(
            model_name='ranking',
            name='offers_marks',
            field=models.BooleanField(db_default=False, default=False, help_text='whether the judge could mark single edits as wrong or unneeded'),
        ),
        migrations.CreateModel(
            name='EditMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start', models.PositiveIntegerField()),
                ('end', models.PositiveIntegerField()),
                ('original', models.TextField(blank=True)),
                ('correction', models.TextField(blank=True)),
                ('kind', models.CharField(max_length=12)),
                ('tokens', models.CharField(max_length=6)),
                ('verdict', models.CharField(choices=[('wrong', 'Wrong'), ('unneeded', 'Unneeded')], max_length=8)),
                ('output', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edit_marks', to='rankings.itemoutput')),
                ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edit_marks', to='rankings.ranking')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('ranking', 'output', 'start', 'end'), name='edit_marked_once_in_a_ranking'), models.CheckConstraint(condition=models.Q(('end__gte', models.F('start'))), name='edit_mark_ends_after_its_start'), models.CheckConstraint(condition=models.Q(('verdict__in', ['wrong', 'unneeded'])), name='edit_mark_verdict_known')],
            },
        ),
    ]
