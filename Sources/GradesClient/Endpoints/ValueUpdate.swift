import Foundation

/// The values of a group's students as they were read, and what shall become of them.
public struct ValueTable: Sendable {
  /// The first row of each student.
  fileprivate let rows: [Username: GroupRow]
  /// The new values; a value may be nil, which clears.
  fileprivate var edits: [ValueConflict.Place: GradeValue?] = [:]

  init(_ rows: [GroupRow]) {
    self.rows = Dictionary(rows.map { ($0.student.username, $0) }) { first, _ in first }
  }

  /// The students, in alphabetical order.
  public var students: [Username] { rows.keys.sorted() }

  /// The value of a student's item; nil clears it.
  public subscript(student: Username, item: ItemIdentifier) -> GradeValue? {
    get {
      let place = ValueConflict.Place(student: student, item: item)
      return edits[place] ?? recorded(place)?.value
    }
    set { edits[ValueConflict.Place(student: student, item: item)] = .some(newValue) }
  }

  /// What is recorded, also where it is nothing; nil without such a student.
  fileprivate func recorded(_ place: ValueConflict.Place) -> RecordedValue? {
    rows[place.student].map { $0.values[place.item] ?? RecordedValue(value: nil) }
  }
}

/// Values that are not recorded as wanted: they were others than they had been when they were read, so nothing was sent, or
/// they did not stay.
public struct ValueConflict: Error, Hashable, Sendable {
  /// An item of a student.
  public struct Place: Hashable, Sendable {
    /// The student.
    public let student: Username
    /// The item.
    public let item: ItemIdentifier
  }

  /// A value that is not recorded.
  public struct Cell: Hashable, Sendable {
    /// Where it is.
    public let place: Place
    /// The value that was wanted; nil: none.
    public let yours: GradeValue?
    /// What was read before; nil: the group had no such student.
    public let seen: RecordedValue?
    /// What the service has; nil: the group has no such student.
    public let theirs: RecordedValue?
  }

  /// The values that are not recorded, by student and item.
  public let cells: [Cell]
  /// How many other values had been saved before the conflict was found.
  public let savedCount: Int
}

extension ValueConflict: LocalizedError, CustomStringConvertible {
  /// A line for each value.
  public var description: String { cells.map(\.description).joined(separator: "\n") }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ValueConflict.Cell: CustomStringConvertible {
  /// One line for people: the place, all three values and who changed it.
  public var description: String {
    func text(_ value: GradeValue?) -> String { value?.description ?? "no value" }
    let start = "\(place.student), \(place.item): \(text(yours)) is not recorded"
    guard let theirs else { return start + ", the group has no such student" }
    let author = theirs.author.map { " (\($0))" } ?? ""
    return start + ", was \(text(seen?.value)), is \(text(theirs.value))" + author
  }
}

extension GradesAPI.Values {
  /// Changes values without overwriting anyone's: `update { $0["zkusade1", "du1"] = 7.5 }`.
  ///
  /// Reads the group and passes it to a function that changes it. Then reads it again, compares each changed value and its
  /// note with what was seen, saves the changed values in batches, and reads what became of them. Notes stay.
  ///
  /// Throws ``ValueConflict`` if another value or note was there than was seen; without earlier batches nothing is saved then.
  /// After a ``GradesError`` a batch may or may not be saved, or may be saved late: update again with the same `seen`, which
  /// sends only what is missing. Without `seen`, a change that depends on the value would be made twice.
  ///
  /// - Parameters:
  ///   - group: the students
  ///   - seen: what the caller has read before and decided upon; nil reads it
  ///   - notify: whether the students get notifications
  ///   - change: sets the new values
  /// - Returns: the changed values
  @discardableResult
  public func update(
    of group: GroupID = .all, seen: [GroupRow]? = nil, notify: Bool = true,
    isolation: isolated (any Actor)? = #isolation, _ change: (inout ValueTable) throws -> Void
  ) async throws -> [ValueChange] {
    let read = if let seen { seen } else { try await self.group(group) }
    var table = ValueTable(read)
    try change(&table)
    let edits = table.edits.filter { edit in
      table.recorded(edit.key).map { $0.value != edit.value } ?? true
    }
    .sorted { ($0.key.student, $0.key.item) < ($1.key.student, $1.key.item) }
    var changes: [ValueConflict.Place: ValueChange] = [:]
    var hasNewToken = false
    while true {
      if edits.isEmpty { return [] }
      let now = ValueTable(try await self.group(group))
      let missing = edits.filter {
        now.recorded($0.key)?.value != $0.value || now.rows[$0.key.student] == nil
      }
      let conflicts = missing.filter { place, _ in
        let (seen, theirs) = (table.recorded(place), now.recorded(place))
        return theirs == nil || changes[place] != nil || seen?.value != theirs?.value
          || seen?.note != theirs?.note
      }
      guard conflicts.isEmpty else {
        throw ValueConflict(
          cells: conflicts.map {
            .init(
              place: $0, yours: $1, seen: table.recorded($0), theirs: now.recorded($0))
          }, savedCount: changes.keys.count { place in !conflicts.contains { $0.key == place } })
      }
      if missing.isEmpty { return edits.compactMap { changes[$0.key] } }
      // The service's limits are unknown.
      let next = missing.prefix(100)
      let notes = try await notes(ofBareValues: next.map(\.key), in: now)
      let batch = next.map { place, value in
        ValueChange(
          username: place.student, identifier: place.item, value: value,
          note: notes[place] ?? now.recorded(place)?.note)
      }
      do {
        try await save(batch, notify: notify)
        for change in batch {
          changes[.init(student: change.username, item: change.identifier)] = change
        }
      } catch GradesError.tokenReplaced where !hasNewToken {
        // Nothing was saved.
        hasNewToken = true
      }
    }
  }

  /// The notes of values without any detail, which a group's response of 2018 leaves out: saving without a note
  /// might erase one.
  private func notes(
    ofBareValues places: [ValueConflict.Place], in table: ValueTable
  ) async throws -> [ValueConflict.Place: String] {
    var notes: [ValueConflict.Place: String] = [:]
    for student in Set(places.filter { table.recorded($0)?.isBare ?? false }.map(\.student)) {
      for item in try await self.student(student, showHidden: true).items {
        notes[.init(student: student, item: item.definition.identifier)] = item.recorded.note
      }
    }
    return notes
  }
}
