import GradesClient
import GradesCore

/// A course of the embedded service into which plans are entered.
struct PlannedPlace {
  let teacher: GradesAPI
  let course: CourseCode
  let semester: SemesterCode

  /// Clears every second of a student's manual values; returns all items that are open then.
  func openHalf(of student: Username) async throws -> [ItemIdentifier] {
    let items = try await results(of: student, .czech).items.filter {
      $0.item.definition.isEditable
    }
    let cleared = items.enumerated().filter {
      $0.offset % 2 == 1 && $0.element.recorded.value != nil
    }
    .map(\.element.item.identifier)
    try await enter([:], clearing: cleared, for: student)
    return cleared + items.filter { $0.recorded.value == nil }.map(\.item.identifier)
  }

  /// A student's results as the student sees them.
  func results(of student: Username, _ language: ServiceLanguage) async throws -> CourseResults {
    let record = try await teacher.with(language: language).course(course, in: semester).values
      .student(student)
    var results = plannedCourse(
      ClassificationTree(record.items).withoutHidden().elements.map {
        PlannedItem(definition: $0.definition, value: $0.recorded.value)
      })
    results.course = course
    results.semester = semester
    return results
  }

  /// A student's values alone, which is less to read.
  func values(of student: Username) async throws -> [ItemIdentifier: GradeValue] {
    let rows = try await teacher.course(course, in: semester).values.group(.all)
    return rows.first { $0.student.username == student }?.values.compactMapValues(\.value) ?? [:]
  }

  /// Enters values for a student, and clears others.
  func enter(
    _ values: [ItemIdentifier: GradeValue], clearing: [ItemIdentifier], for student: Username
  ) async throws {
    let cleared = clearing.filter { values[$0] == nil }.map { ($0, GradeValue?.none) }
    let changes = (values.map { ($0, GradeValue?.some($1)) } + cleared).map {
      ValueChange(username: student, identifier: $0, value: $1, note: nil)
    }
    guard !changes.isEmpty else { return }
    try await teacher.course(course, in: semester).values.save(changes, notify: false)
  }

  /// Creates items with the values of the demo student.
  func create(_ items: [PlannedItem]) async throws {
    try await teacher.course(course, in: semester).definitions.create(items.map(\.definition))
    let values = items.compactMap { item in
      item.value.map { (item.definition.identifier, $0) }
    }
    try await enter(
      Dictionary(uniqueKeysWithValues: values), clearing: [], for: Username("zkusade1"))
  }
}
