import GradesClient
import GradesLocalization
import Terminal

/// One change as a list of changes shows it.
struct ChangeLine {
  /// One character before the row that says what becomes of it.
  var mark: StyledText
  /// The student's name; the username where none is known.
  var student: String
  var username: Username
  var item: String
  var old: GradeValue?
  /// The new value, planned or published.
  var new: GradeValue?
  /// A remark on the change.
  var remark: StyledText = ""
  /// Whether it is only listed and nothing becomes of it.
  var isQuiet = false
}

/// The columns of a list of changes: which of them a width has room for, and how wide they are.
///
/// Measured once for all rows; a frame then needs only the rows that are seen. Numbers are never cut.
struct ChangeColumns: Equatable, Sendable {
  private var student: Int
  private var username: Int
  private var item: Int
  private var old: ValueColumn
  private var new: ValueColumn
  private var remark: Int
  /// Whether two students have the same name, so that only their usernames distinguish them.
  private var hasNamesakes = false

  private static let gap = 2
  private static let leastRemark = 14
  private static let arrow = " → "

  /// Measures rows for a width, which begins after the mark.
  init(_ lines: some Sequence<ChangeLine>, width: Int, _ strings: Strings) {
    student = 0
    username = 0
    item = 0
    remark = 0
    old = ValueColumn(title: strings(.reviewColumnOld))
    new = ValueColumn(title: strings(.reviewColumnNew))
    let values = ValueText(strings)
    var usernames: [String: Username] = [:]
    for line in lines {
      if usernames.updateValue(line.username, forKey: line.student) ?? line.username
        != line.username
      {
        hasNamesakes = true
      }
      student = max(student, line.student.displayWidth)
      if line.student != line.username.rawValue {
        username = max(username, line.username.rawValue.displayWidth)
      }
      item = max(item, line.item.displayWidth)
      old.add(line.old, values)
      new.add(line.new, values)
      remark = max(remark, line.remark.displayWidth)
    }
    guard student > 0 else { return }
    student = max(student, strings(.studentsColumnStudent).displayWidth)
    item = max(item, strings(.itemsColumnName).displayWidth)
    if username > 0 { username = max(username, strings(.studentsColumnUsername).displayWidth) }
    narrow(to: width)
  }

  /// The cells of all columns with the gaps between them.
  private var width: Int {
    student + Self.gap + item + Self.gap + old.width + Self.arrow.count + new.width
      + (username > 0 ? username + Self.gap : 0) + (remark > 0 ? remark + Self.gap : 0)
  }

  /// Makes the columns fit: the remark gives way first, because the focused row's stands below the list
  /// as well, then the username, then the names.
  private mutating func narrow(to room: Int) {
    let wanted = remark
    remark = max(min(remark, Self.leastRemark), min(remark, remark - (width - room)))
    if width > room, !hasNamesakes { username = 0 }
    if width > room { item = max(min(item, 10), item - (width - room)) }
    if width > room { student = max(min(student, 14), student - (width - room)) }
    if width > room { remark = 0 }
    // A cut text stands below the list as a whole; a student must be known.
    cutTexts(to: 8, if: width > room)
    if width > room { student = max(min(student, 10), student - (width - room)) }
    if width > room { item = max(min(item, 6), item - (width - room)) }
    for longest in [6, 4] { cutTexts(to: longest, if: width > room) }
    if width > room { student = max(1, student - (width - room)) }
    if remark > 0 { remark = min(wanted, remark + max(0, room - width)) }
  }

  private mutating func cutTexts(to longest: Int, if isNeeded: Bool) {
    guard isNeeded else { return }
    old.longestText = longest
    new.longestText = longest
  }

  /// The titles of the columns.
  func header(_ strings: Strings) -> StyledText {
    func title(_ message: Message, _ width: Int) -> StyledText {
      StyledText(strings(message), .heading).truncated(to: width).padded(to: width)
    }
    var header = title(.studentsColumnStudent, student) + .blanks(Self.gap)
    if username > 0 { header += title(.studentsColumnUsername, username) + .blanks(Self.gap) }
    header += title(.itemsColumnName, item) + .blanks(Self.gap)
    header += old.header(strings(.reviewColumnOld)) + StyledText(Self.arrow, .quiet)
    return (header + new.header(strings(.reviewColumnNew))).trimmedAtEnd()
  }

  /// A row without its mark.
  func text(_ line: ChangeLine, _ values: ValueText) -> StyledText {
    let plain = line.isQuiet ? Style.quiet : .plain
    func cell(_ text: String, _ style: Style, _ width: Int) -> StyledText {
      StyledText(text, style).truncated(to: width).padded(to: width)
    }
    var row = cell(line.student, plain, student) + .blanks(Self.gap)
    if username > 0 {
      let isShown = line.student != line.username.rawValue
      row += cell(isShown ? line.username.rawValue : "", .quiet, username) + .blanks(Self.gap)
    }
    row += cell(line.item, plain, item) + .blanks(Self.gap)
    row += old.text(line.old, values, plain)
    let isSame = line.old == line.new
    row += isSame ? .blanks(Self.arrow.count) : StyledText(Self.arrow, .quiet)
    row +=
      isSame ? .blanks(new.width) : new.text(line.new, values, line.isQuiet ? .quiet : .mark)
    if remark > 0, !line.remark.isEmpty {
      row += .blanks(Self.gap) + line.remark.truncated(to: remark)
    }
    return row.trimmedAtEnd()
  }
}

/// A column of values: numbers with their decimal signs under each other, long texts cut.
private struct ValueColumn: Equatable, Sendable {
  /// Longer texts are cut; the whole text stands below the list.
  var longestText = 12

  /// The widest number up to its decimal sign, and the widest text.
  private var units = 0
  private var texts = 0
  private var after = 0
  private let title: Int

  private var before: Int { max(units, min(texts, longestText)) }

  init(title: String) { self.title = title.displayWidth }

  var width: Int { max(title, before + after) }

  mutating func add(_ value: GradeValue?, _ values: ValueText) {
    let anchor = anchor(of: value, shown(value, values, .plain))
    if case .text? = value {
      texts = max(texts, anchor.before)
    } else {
      units = max(units, anchor.before)
    }
    after = max(after, anchor.after)
  }

  func header(_ title: String) -> StyledText {
    StyledText(title, .heading).padded(to: width, alignment: .right)
  }

  func text(_ value: GradeValue?, _ values: ValueText, _ style: Style) -> StyledText {
    let text = shown(value, values, style)
    let start = width - before - after + before - anchor(of: value, text).before
    return (.blanks(start) + text).padded(to: width)
  }

  private func shown(_ value: GradeValue?, _ values: ValueText, _ style: Style) -> StyledText {
    let text = StyledText(values.text(value), value == nil ? .quiet : style)
    if case .text? = value { return text.truncated(to: longestText) }
    return text
  }

  /// A text ends where the units end, whatever digits are in it.
  private func anchor(of value: GradeValue?, _ text: StyledText) -> (before: Int, after: Int) {
    guard case .number? = value else { return (text.displayWidth, 0) }
    let anchor = DecimalAnchor(text)
    return (anchor.before, anchor.after)
  }
}
