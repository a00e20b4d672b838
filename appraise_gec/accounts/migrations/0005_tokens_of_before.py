"""Tokens of the package that the API used before: kept working, hashed, and taken out of the old table.

That package kept them as they are. Its table goes, or nobody could delete an account that had a token.
"""

import hashlib
from datetime import UTC

from django.db import migrations
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive

OLD_TABLE = "authtoken_token"
NAME = "from before tokens had names"


def take_over(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if OLD_TABLE not in connection.introspection.table_names(cursor):
            return
        cursor.execute(f'SELECT "key", user_id, created FROM {OLD_TABLE}')
        rows = cursor.fetchall()
    tokens = apps.get_model("accounts", "ApiToken").objects
    for key, user_id, created in rows:
        if isinstance(created, str):  # SQLite keeps times as texts
            created = parse_datetime(created)
        if is_naive(created):
            created = created.replace(tzinfo=UTC)
        # They did what their person might do, and had no end.
        hashed = hashlib.sha256(key.encode()).hexdigest()
        made = tokens.create(user_id=user_id, name=NAME, scope="compute", secret_hash=hashed)
        tokens.filter(pk=made.pk).update(created_at=created)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {OLD_TABLE}")


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_api_tokens'),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
