import GradesClient
import GradesCore
import GradesLocalization

/// How many cells the values of a column take, in either language.
struct ValueWidths: Equatable, Sendable {
  /// Beyond this a text is cut anyway.
  private static let widestText = 60

  /// Cells before the decimal sign of the longest number.
  private(set) var before = 1
  /// Cells from the decimal sign on.
  private(set) var after = 0
  /// Cells of the widest value that is no number.
  private(set) var width = 1
  var hasWarning = false

  mutating func take(_ value: GradeValue?) {
    switch value {
    case nil: break
    case .flag: width = max(width, 3)
    case .text(let text):
      guard width < Self.widestText else { break }
      width = max(width, String(text.prefix(Self.widestText)).displayWidth)
    case .number(let number):
      let (before, after) = Self.parts(number)
      self.before = max(self.before, before)
      self.after = max(self.after, after)
    }
  }

  /// The cells of a number before and from its decimal sign on.
  static func parts(_ number: Double) -> (before: Int, after: Int) {
    if let whole = Int(exactly: number), whole.magnitude < 1000 {
      let digits = whole.magnitude < 10 ? 1 : whole.magnitude < 100 ? 2 : 3
      return (digits + (whole < 0 ? 1 : 0), 0)
    }
    let digits = NumberText.text(number, .english).utf8
    let before = digits.prefix { $0 != UInt8(ascii: ".") }.count
    return (before, digits.count - before)
  }
}

/// What a group's table needs beside its values; made once for each answer of the service, since there may
/// be hundreds of thousands of values.
struct GroupMeasures: Equatable, Sendable {
  var name = 1
  var username = 1
  var hasNamesakes = false
  var columns: [ValueWidths] = []

  init() {}

  init(_ matrix: GroupMatrix) {
    columns = Array(repeating: ValueWidths(), count: matrix.items.count)
    hasNamesakes = Set(matrix.rows.map(\.student.listName)).count < matrix.rows.count
    for row in matrix.rows {
      name = max(name, row.student.listName.displayWidth)
      username = max(username, row.student.username.rawValue.displayWidth)
      for (column, recorded) in row.values.enumerated() { columns[column].take(recorded.value) }
    }
  }

  mutating func take(_ edits: [DraftEdit], in items: [CourseItem]) {
    let indices = items.indices.keyed { items[$0].identifier }
    for edit in edits {
      guard let column = indices[edit.cell.identifier] else { continue }
      columns[column].take(edit.value)
      if edit.boundsViolation(of: items[column].definition) != nil {
        columns[column].hasWarning = true
      }
    }
  }
}
