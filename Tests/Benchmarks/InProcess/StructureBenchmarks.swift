import Benchmark
import Foundation
import GradesClient
import GradesCore

/// A course's structure of 300 items with 2,000 students: its file, and what an edited file would change.
func registerStructure() {
  Benchmark("structure: YAML of 300 items read and checked") { (benchmark, edit: EditedCourse) in
    for _ in benchmark.scaledIterations {
      blackHole(StructureReading(edit.yaml).checked())
    }
  } setup: {
    await prepared { try await EditedCourse() }
  }

  Benchmark("structure: plan of 300 items, 2,000 students") { (benchmark, edit: EditedCourse) in
    for _ in benchmark.scaledIterations { blackHole(edit.plan) }
  } setup: {
    await prepared { try await EditedCourse() }
  }
}

/// A course of which every fifth item sums up those below it, and a file that changes sixty items and removes one.
private struct EditedCourse: Sendable {
  let yaml: Data
  private let file: StructureFile
  private let definitions: [ItemDefinition]
  private let rows: [GroupRow]
  private let semester: SemesterCode

  init() async throws {
    guard let semester = SemesterCode(InventedCourse.semester) else {
      throw Unexpected(InventedCourse.semester)
    }
    let service = GradesAPI(answering: InventedCourse(students: 2_000, items: 300))
    let items = try await service.allDefinitions().map { item in
      var item = item
      let number = Int(item.identifier.rawValue.dropFirst(2)) ?? 0
      if number % 5 == 0 {
        item.evaluationType = .expression
        item.expression = "SUM(`du\(number + 1)`, `du(\(number + 2)|\(number + 3))`) + du1"
      }
      return item
    }
    definitions = items.map { ItemDefinition($0) }
    rows = try await service.allRows()
    let edited = items.dropLast().enumerated().map { index, item in
      var item = item
      if index % 5 == 1 { item.maximumValue = 3 }
      if item.expression != nil { item.expression? += " + du2" }
      return item
    }
    let made = StructureFile(
      InventedCourse.code, semester, edited.map { ItemDefinition($0) })
    yaml = Data(made.text().utf8)
    let reading = StructureReading(yaml).checked()
    guard !reading.hasErrors else { throw Unexpected("\(reading.problems.prefix(3))") }
    file = reading.file
    self.semester = semester
    let plan = plan
    guard plan.changes.count > 60, plan.removals.count == 1, plan.recomputations.count > 50 else {
      throw Unexpected(
        "\(plan.changes.count) changes, \(plan.recomputations.count) computed items")
    }
  }

  var plan: StructurePlan {
    StructurePlan(
      course: InventedCourse.code, semester: semester, file: file, definitions: definitions,
      rows: rows)
  }
}
