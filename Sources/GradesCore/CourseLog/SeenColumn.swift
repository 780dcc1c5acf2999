import Foundation
import GradesClient

/// The values of one item as they were last seen, each with the time of the response that had it.
struct SeenColumn: Hashable, Sendable {
  /// One student's value.
  struct Cell: Hashable, Sendable {
    var username: Username
    var value: GradeValue?
    var note: String?
    var seenAt: Date

    fileprivate func shows(_ recorded: RecordedValue) -> Bool {
      value == recorded.value && note == recorded.note
    }
  }

  /// When a question was sent and when its answer arrived, by this machine's clock.
  struct Look: Sendable {
    var asked: Date
    var answered: Date

    /// The largest difference between looks that overlap; a larger one means a clock change.
    private static let overlap: TimeInterval = 120

    /// Whether an answer that was seen at a moment may be newer than this one.
    func mayBeOlder(than seenAt: Date) -> Bool {
      let ahead = seenAt.timeIntervalSince(asked)
      return ahead > 0 && ahead < Self.overlap
    }
  }

  /// The cells by username, each student once.
  private(set) var cells: [Cell]

  init(cells: [Cell] = []) { self.cells = cells }

  /// A student's cell.
  subscript(username: Username) -> Cell? { index(of: username).map { cells[$0] } }

  /// Replaces or adds a cell.
  mutating func put(_ cell: Cell) {
    if let index = index(of: cell.username) {
      cells[index] = cell
    } else {
      cells.insert(cell, at: position(of: cell.username))
    }
  }

  /// Takes newer values over and returns what has changed. A value that was never seen before is no
  /// change, and one that another response may have overtaken is ignored: the next look decides.
  ///
  /// `students` and `values` have the same order, that of the usernames.
  mutating func take(
    _ values: some Sequence<RecordedValue>, of students: [Username], item: ItemIdentifier,
    _ look: Look
  ) -> [CourseChange] {
    var changes: [CourseChange] = []
    var merged: [Cell] = []
    merged.reserveCapacity(max(cells.count, students.count))
    var known = cells[...]
    for (username, recorded) in zip(students, values) {
      while let first = known.first, first.username < username {
        merged.append(first)
        known.removeFirst()
      }
      if merged.last?.username == username { continue }
      var cell = Cell(
        username: username, value: recorded.value, note: recorded.note, seenAt: look.answered)
      if let old = known.first, old.username == username {
        known.removeFirst()
        if !old.shows(recorded) {
          if look.mayBeOlder(than: old.seenAt) {
            cell = old
          } else {
            changes.append(
              CourseChange(
                username: username, identifier: item, from: old.value, to: recorded.value,
                noteFrom: old.note, noteTo: recorded.note, changedAt: recorded.updatedAt,
                author: recorded.author, seenAfter: old.seenAt, seenAt: look.answered))
          }
        } else if look.mayBeOlder(than: old.seenAt) {
          cell.seenAt = max(old.seenAt, look.answered)
        }
      }
      merged.append(cell)
    }
    cells = merged + known
    return changes
  }

  private func index(of username: Username) -> Int? {
    let position = position(of: username)
    return position < cells.endIndex && cells[position].username == username ? position : nil
  }

  /// The index of the first cell that is not before a username.
  private func position(of username: Username) -> Int {
    var (low, high) = (cells.startIndex, cells.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].username < username { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension CourseChange {
  /// Whether the answer that showed it had neither its time nor its author.
  var isIncomplete: Bool { batch == nil && author == nil && changedAt == nil }

  /// Whether a value with an author, which may have set it again, is the new one of this change.
  func isShown(by recorded: RecordedValue) -> Bool {
    recorded.author != nil && recorded.value == to && recorded.note == noteTo
  }

  /// The change with the time and author of a later answer; nil if that has another value, or one that was
  /// set again after it was seen.
  func completed(by recorded: RecordedValue) -> CourseChange? {
    guard isIncomplete, isShown(by: recorded),
      recorded.updatedAt.map({ $0 <= seenAt + Self.clockDifference }) ?? true
    else { return nil }
    var change = self
    change.author = recorded.author
    change.changedAt = recorded.updatedAt
    return change
  }

  /// The largest expected difference between this machine's clock and the service's.
  private static let clockDifference: TimeInterval = 120
}

extension SeenColumn: StoredDocument {
  static let kind = "seen-column"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    self.init(cells: try reader.list())
    guard zip(cells, cells.dropFirst()).allSatisfy({ $0.username < $1.username }) else {
      throw DocumentReader.Damaged()
    }
  }

  func write(to writer: inout DocumentWriter) { writer.write(cells) }
}

extension SeenColumn.Cell: Storable {
  init(from reader: inout DocumentReader) throws {
    self.init(
      username: try reader.value(), value: try reader.optionalValue(),
      note: try reader.optional { try $0.string() }, seenAt: try reader.date())
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(username)
    writer.write(value)
    writer.write(note)
    writer.write(seenAt)
  }
}
