#include "cdatabase.h"

#include <sqlite3.h>
#include <stddef.h>

int cdatabase_distrust_schema(struct sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  if (result == SQLITE_OK) {
    result = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  }
  if (result == SQLITE_OK) {
    result = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  }
  if (result == SQLITE_OK) {
    result = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  }
  return result;
}
