import CDatabase
import GRDB

extension Database {
  /// Prepares a connection to a file that another program may have changed: its triggers and views do
  /// nothing, and its schema calls no functions with effects. To be called for each new connection.
  package func distrustSchema() throws {
    guard let connection = sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    let result = cdatabase_distrust_schema(connection)
    guard result == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
  }
}
