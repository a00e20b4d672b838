import django.db.models.deletion
from django.db import migrations, models

PART_BYTES = 1024 * 1024


def into_parts(apps, schema_editor):
    """Uploads that wait for their owners are kept as they are, in pieces."""
    uploads = apps.get_model("rankings", "StagedUpload").objects
    parts = apps.get_model("rankings", "StagedPart").objects
    for key in list(uploads.values_list("pk", flat=True)):
        upload = uploads.get(pk=key)
        content = bytes(upload.content)
        for number, first in enumerate(range(0, len(content), PART_BYTES)):
            parts.create(upload=upload, number=number, content=content[first : first + PART_BYTES])
        for number, file in enumerate(upload.form.get("files", [])):
            file["member"] = str(number)
        upload.size = len(content)
        upload.save(update_fields=["form", "size"])
    if schema_editor.connection.vendor == "postgresql":
        # The table cannot be altered while checks of the new rows are put off.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def out_of_parts(apps, schema_editor):
    """Together again, but for uploads whose files are in an order that could not be told then."""
    uploads = apps.get_model("rankings", "StagedUpload").objects
    parts = apps.get_model("rankings", "StagedPart").objects
    for upload in list(uploads.defer("content")):
        members = [file["member"] for file in upload.form.get("files", [])]
        if members != [str(number) for number in range(len(members))]:
            upload.delete()
            continue
        contents = parts.filter(upload=upload).order_by("number").values_list("content", flat=True)
        upload.content = b"".join(map(bytes, contents))
        upload.save(update_fields=["content"])
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('rankings', '0012_answers_of_imported_rankings'),
    ]

    operations = [
        migrations.AddField(
            model_name='stagedupload',
            name='size',
            field=models.PositiveBigIntegerField(default=0, help_text='bytes of the archive'),
        ),
        migrations.CreateModel(
            name='StagedPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='rankings.stagedupload')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('upload', 'number'), name='one_staged_part_per_number')],
            },
        ),
        migrations.RunPython(into_parts, out_of_parts),
        migrations.RemoveField(
            model_name='stagedupload',
            name='content',
        ),
        migrations.AlterField(
            model_name='output',
            name='system',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outputs', to='rankings.system'),
        ),
    ]
