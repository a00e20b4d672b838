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


class DeleteFormerModel(migrations.DeleteModel):
    """Delete a model of that package, which has no migration of its own for it."""

    def state_forwards(self, app_label, state):
        super().state_forwards("authtoken", state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        super().database_forwards("authtoken", schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        super().database_backwards("authtoken", schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_api_tokens'),
        ('authtoken', '0004_alter_tokenproxy_options'),
    ]

    operations = [
        migrations.RunPython(take_over, migrations.RunPython.noop),
        DeleteFormerModel("TokenProxy"),
        DeleteFormerModel("Token"),
    ]
