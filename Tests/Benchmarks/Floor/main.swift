import CSQLite
import Foundation

// What any command must pay for that is written in Swift, uses Foundation and reads one SQLite file:
// `Floor FILE` opens the file, reads how many documents are in it, and prints that and a path.
let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "cache.sqlite")
var database: OpaquePointer?
guard sqlite3_open_v2(file.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
  FileHandle.standardError.write(Data("\(file.path) cannot be opened.\n".utf8))
  exit(66)
}
var statement: OpaquePointer?
var count = 0
if sqlite3_prepare_v2(database, "SELECT COUNT(*) FROM response", -1, &statement, nil) == SQLITE_OK,
  sqlite3_step(statement) == SQLITE_ROW
{
  count = Int(sqlite3_column_int64(statement, 0))
}
sqlite3_finalize(statement)
sqlite3_close(database)
let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
FileHandle.standardOutput.write(Data("\(count) \(home)\n".utf8))
