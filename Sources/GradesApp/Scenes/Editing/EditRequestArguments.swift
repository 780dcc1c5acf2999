import GradesClient
import GradesCore

extension EditRequest {
  /// Reads the arguments of `grades set` in one of its four forms. Nothing after the sign clears the value.
  ///
  /// - Throws: ``Failure`` where the options contradict each other or a value has another form.
  init(
    values: [String], student: String?, item: String?, group: String?, note: RequestedEdit.Note
  ) throws {
    switch (student, item, group) {
    case (_?, _?, _): throw Failure.exclusive("--student", "--item")
    case (_?, _, _?): throw Failure.exclusive("--student", "--group")
    case (_, nil, _?): throw Failure.requires("--group", "--item")
    case (nil, let item?, let group?):
      guard values.count <= 1 else { throw Failure.severalValues(values[1]) }
      self = .group(
        GroupID(typed: group), item: item, content: Self.groupContent(values.first ?? ""),
        note: note)
    case (let student?, nil, nil):
      self = .cells(
        try Self.pairs(values, form: .item).map { item, value in
          RequestedEdit(
            username: student, identifier: item, content: Self.content(value), note: note)
        })
    case (nil, let item?, nil):
      self = .cells(
        try Self.pairs(values, form: .student).map { student, value in
          RequestedEdit(
            username: student, identifier: item, content: Self.content(value), note: note)
        })
    case (nil, nil, nil):
      self = .cells(
        try Self.pairs(values, form: .cell).map { text, value in
          let cell = try CellText(text, form: .cell, whole: "\(text)=\(value)")
          return RequestedEdit(
            username: cell.username, identifier: cell.identifier,
            content: Self.content(value), note: note)
        })
    }
  }

  private static func content(_ value: String) -> RequestedEdit.Content {
    value.isEmpty ? .clear : .text(value)
  }

  /// The value of a group: `+1` and `-0.5` add to each number, and `=-2` is a negative value itself.
  private static func groupContent(_ value: String) -> RequestedEdit.Content {
    if value.hasPrefix("=") { return content(String(value.dropFirst())) }
    guard let sign = value.first, "+-\u{2212}".contains(sign),
      case .success(let distance) = NumberReader().read(value)
    else { return content(value) }
    return .add(distance)
  }

  /// Takes `KEY=VALUE` apart where each key means something once; keys do not depend on their case.
  static func assignments(
    _ values: [String], form: CellForm
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
    _ values: [String], form: CellForm, mayBeEmpty: Bool = false
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
