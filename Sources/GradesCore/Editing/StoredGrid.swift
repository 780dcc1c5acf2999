import Foundation
import GradesClient

/// What is stored of a course's cells, for drafts that are made while the service cannot be reached.
///
/// What the user has published since the values were stored counts as theirs.
package struct StoredGrid: GridSource {
  private let matrix: GroupMatrix
  private let groups: [GroupID: Set<Username>]
  /// When the oldest of the values was read from the service.
  package let fetchedAt: Date

  /// Finds what is stored; nil: there are no values of all students.
  package init?(_ course: StoredCourse, published batches: [PublishedBatch] = []) async {
    guard let whole = await course.matrix(of: .all) else { return nil }
    var matrix = whole.value
    var fetchedAt = whole.fetchedAt
    var groups: [GroupID: Set<Username>] = [:]
    for group in await course.groups + [.test, .myParallels] where group != .all {
      guard let stored = await course.matrix(of: group) else { continue }
      groups[group] = Set(stored.value.rows.map(\.student.username))
      let known = Set(matrix.rows.map(\.student.username))
      let others = stored.value.rows.filter { !known.contains($0.student.username) }
      guard !others.isEmpty, stored.value.items.map(\.identifier) == matrix.items.map(\.identifier)
      else { continue }
      matrix.rows += others
      fetchedAt = min(fetchedAt, stored.fetchedAt)
    }
    for batch in batches.sorted(by: { $0.id < $1.id }) where batch.publishedAt >= fetchedAt {
      for change in batch.changes { matrix.apply(change) }
    }
    groups[.all] = Set(whole.value.rows.map(\.student.username))
    self.matrix = matrix
    self.groups = groups
    self.fetchedAt = fetchedAt
  }

  func definitions(in language: ServiceLanguage) -> [Classification] {
    matrix.items.map(\.definition)
  }

  func rows(of group: GroupID) throws -> [GroupRow] {
    guard let members = groups[group] else { throw NothingStored() }
    let items = matrix.items.map(\.identifier)
    return matrix.rows.filter { members.contains($0.student.username) }.map { row in
      GroupRow(
        student: row.student,
        values: Dictionary(zip(items, row.values), uniquingKeysWith: { first, _ in first }))
    }
  }

  func record(of student: Username) throws -> StudentRecord {
    guard let row = matrix.rows.first(where: { $0.student.username == student }) else {
      throw GradesError.notFound
    }
    return StudentRecord(
      student: row.student,
      items: zip(matrix.items, row.values).map { item, recorded in
        StudentClassification(definition: item.definition, recorded: recorded)
      })
  }
}

extension GroupMatrix {
  /// Puts what was published into its cell.
  fileprivate mutating func apply(_ change: DraftEdit) {
    guard let row = rows.firstIndex(where: { $0.student.username == change.cell.username }),
      let column = items.firstIndex(where: { $0.identifier == change.cell.identifier })
    else { return }
    rows[row].values[column] = RecordedValue(value: change.value, note: change.note)
  }
}
