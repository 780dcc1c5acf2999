import GradesClient
import GradesCore
import GradesLocalization

extension EditRequest {
  /// Reads the arguments of `grades set` in one of its four forms. Nothing after the sign clears the value, `+=` and
  /// `-=` change it by so much, and so does `add` in all cells.
  ///
  /// - Throws: ``Failure`` where the options contradict each other or a value has another form.
  init(
    values: [String], student: String?, item: String?, group: String?, add: String? = nil,
    note: RequestedEdit.Note
  ) throws {
    let values =
      add.map { number in
        group == nil ? values.map { "\($0)+=\(number)" } : values + ["+=\(number)"]
      } ?? values
    switch (student, item, group) {
    case (_?, _?, _): throw Failure.exclusive("--student", "--item")
    case (_?, _, _?): throw Failure.exclusive("--student", "--group")
    case (_, nil, _?): throw Failure.requires("--group", "--item")
    case (nil, let item?, let group?):
      guard values.count <= 1 else {
        throw Failure(.usage, .usageUnexpectedArgument, [.value: values[1]])
      }
      self = .group(
        GroupID(typed: group), item: item, content: Self.content(values.first ?? ""),
        note: note)
    case (_, _, nil):
      let form: Message =
        student != nil ? .setFormItem : item != nil ? .setFormStudent : .setFormCell
      self = .cells(
        try Self.contents(values, form: form).map { key, content in
          let cell =
            form == .setFormCell
            ? try CellText(key, form: form, whole: "\(key)=\(content.written ?? "")") : nil
          return RequestedEdit(
            username: cell?.username ?? student ?? key, identifier: cell?.identifier ?? item ?? key,
            content: content, note: note)
        })
    }
  }

  private static func content(_ value: String) -> RequestedEdit.Content {
    value.isEmpty ? .clear : .addition(value) ?? .text(value)
  }

  /// Takes `KEY=VALUE`, `KEY+=VALUE` and `KEY-=VALUE` apart.
  private static func contents(
    _ values: [String], form: Message
  ) throws -> [(key: String, content: RequestedEdit.Content)] {
    try pairs(values, form: form).map { key, value in
      let addition = RequestedEdit.Content.addition("\(key.suffix(1))=\(value)")
      guard key.count > 1, let addition else { return (key, value.isEmpty ? .clear : .text(value)) }
      return (String(key.dropLast()), addition)
    }
  }

  /// Takes `KEY=VALUE` apart where each key means something once; keys do not depend on their case.
  static func assignments(
    _ values: [String], form: Message
  ) throws -> [(key: String, value: String)] {
    var seen: Set<String> = []
    return try pairs(values, form: form, mayBeEmpty: true).map { pair in
      guard seen.insert(pair.key.lowercased()).inserted else {
        throw Failure.repeatedAssignment(pair.key)
      }
      return pair
    }
  }

  /// Takes `KEY=VALUE` apart at the first sign.
  static func pairs(
    _ values: [String], form: Message, mayBeEmpty: Bool = false
  ) throws -> [(key: String, value: String)] {
    guard mayBeEmpty || !values.isEmpty else { throw Failure.malformedCell(typed: "", form: form) }
    return try values.map { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw Failure.malformedCell(typed: text, form: form)
      }
      return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
  }
}

/// A cell as it is written on the command line: `USERNAME:ITEM`.
struct CellText: Equatable, Sendable {
  let text: String
  let username: String
  let identifier: String

  /// Takes the text apart at its first colon; throws ``Failure`` for other texts.
  init(_ text: String, form: Message = .setFormCellName, whole: String? = nil) throws {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
      text.index(after: colon) != text.endIndex
    else { throw Failure.malformedCell(typed: whole ?? text, form: form) }
    self.text = text
    username = String(text[..<colon])
    identifier = String(text[text.index(after: colon)...])
  }

  /// Whether the text means a cell; the case of letters does not matter.
  func means(_ cell: GradeCell) -> Bool {
    Username(username) == cell.username
      && identifier.lowercased() == cell.identifier.rawValue.lowercased()
  }
}
