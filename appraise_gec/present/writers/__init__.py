"""Writers of tables: each turns a `Table` into one kind of document."""
