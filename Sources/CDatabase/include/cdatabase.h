#ifndef CDATABASE_H
#define CDATABASE_H

struct sqlite3;

/// Makes a connection careful with a schema that another program may have changed: triggers and views
/// do nothing, functions with effects cannot be called from the schema, and the schema cannot be
/// written as a table. Returns SQLite's result code. Swift cannot import `sqlite3_db_config`, which
/// has variable arguments.
int cdatabase_distrust_schema(struct sqlite3 *database);

#endif
