import GradesClient
import GradesLocalization
import Terminal

/// Values as people read them; `0`, "no" and "not graded" always differ.
struct ValueText {
  /// Stands for "not graded".
  static let nothing = "–"

  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The value; a dash for none.
  func text(_ value: GradeValue?) -> String {
    switch value {
    case nil: Self.nothing
    case .number(let number): NumberText.text(number, strings.language)
    case .flag(let flag): strings(flag ? .wordYes : .wordNo)
    case .text(let text): text
    }
  }

  /// A number; nothing for none.
  func text(_ number: Double?) -> String {
    number.map { NumberText.text($0, strings.language) } ?? ""
  }
}

extension CSVWriter.Field {
  /// A value in its form for programs; an empty field for none.
  static func value(_ value: GradeValue?) -> CSVWriter.Field {
    switch value {
    case nil: .empty
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .flag(let flag): .bool(flag)
    }
  }

  /// A number; an empty field for none.
  static func number(orNone number: Double?) -> CSVWriter.Field {
    number.map(CSVWriter.Field.number) ?? .empty
  }

  /// A text; an empty field for none.
  static func text(orNone text: String?) -> CSVWriter.Field {
    text.map(CSVWriter.Field.text) ?? .empty
  }

  /// A name or a title on one line; an empty field for none. No import reads it back.
  static func name(_ name: String?) -> CSVWriter.Field {
    text(orNone: name.map(SafeText.singleLine))
  }
}
