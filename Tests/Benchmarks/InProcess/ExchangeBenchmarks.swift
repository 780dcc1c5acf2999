import Benchmark
import Foundation
import GradesClient
import GradesCore

/// A table of ten thousand rows: read, and reviewed against what the service has.
func registerExchange() {
  Benchmark("CSV: read 10,000 rows") { (benchmark, table: ChangedTable) in
    for _ in benchmark.scaledIterations {
      blackHole(try TableReading(TableFile(table.file), definitions: table.grid.definitions))
    }
  } setup: {
    await prepared {
      try await ChangedTable(InventedCourse(students: 10_000, items: 2))
    }
  }

  Benchmark("xlsx: read 10,000 rows") { (benchmark, table: ChangedTable) in
    for _ in benchmark.scaledIterations {
      blackHole(try TableReading(TableFile(table.workbook), definitions: table.grid.definitions))
    }
  } setup: {
    await prepared {
      try await ChangedTable(InventedCourse(students: 10_000, items: 2))
    }
  }

  Benchmark("xlsx: write 10,000 rows") { (benchmark, table: ChangedTable) in
    for _ in benchmark.scaledIterations {
      blackHole(table.exported.workbook(sheetName: "XI-AAA.23"))
    }
  } setup: {
    await prepared {
      try await ChangedTable(InventedCourse(students: 10_000, items: 2))
    }
  }

  Benchmark("review of 10,000 changes") { (benchmark, table: ChangedTable) in
    for _ in benchmark.scaledIterations {
      blackHole(Review(table.edits, in: table.gradebook, over: table.grid))
    }
  } setup: {
    await prepared {
      try await ChangedTable(InventedCourse(students: 10_000, items: 2))
    }
  }
}

/// A file that changes one item of every student, and what the service has.
private struct ChangedTable: Sendable {
  let file: Data
  /// What `export --xlsx` writes of the course.
  let workbook: Data
  let exported: ExportedTable
  let grid: CellGrid
  let edits: [RequestedEdit]
  let gradebook: Gradebook

  init(_ course: InventedCourse) async throws {
    file = course.file(items: 1)
    grid = try await course.grid()
    exported = ExportedTable(grid)
    workbook = exported.workbook(sheetName: "XI-AAA.23")
    edits = try TableReading(TableFile(file), definitions: grid.definitions).edits
    guard let semester = SemesterCode(InventedCourse.semester) else {
      throw Unexpected(InventedCourse.semester)
    }
    gradebook = Gradebook(
      owner: DraftOwner(host: "demo", username: Username(InventedCourse.username)),
      course: InventedCourse.code, semester: semester)
    let count = Review(edits, in: gradebook, over: grid).changes.count
    guard count == course.students else { throw Unexpected("\(count) changes") }
  }
}
