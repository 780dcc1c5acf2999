import GradesClient

/// What is wrong with a structure's file, and where.
package struct StructureProblem: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable { case error, warning, hint }

  /// A position in a file, counted from 1.
  package struct Place: Hashable, Comparable, Sendable {
    package var line: Int
    /// The column, in Unicode scalars.
    package var column: Int

    static let start = Self(line: 1, column: 1)

    package static func < (left: Self, right: Self) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  package enum Kind: Hashable, Sendable {
    /// It is no YAML; with the parser's words.
    case yaml(String)
    case notText, tooLarge, tooManyItems, tooDeep
    case alias
    /// A tag of YAML, or a text that begins with its sign.
    case tag
    /// A text without quotes that has the sign of a field in it.
    case unquoted
    case repeatedKey(String)
    /// The text ends at a sign that begins a comment, although no blank follows that.
    case cutText
    case noItems
    /// Another form of value is needed.
    case notMapping, notList, noText(StructureField)
    case unknownField(String, near: String?)
    case missingField(StructureField)
    /// The field's value is none of those that it can have.
    case wrongValue(StructureField, String)
    case emptyIdentifier
    /// Another item has the identifier; with its line in a file.
    case repeatedIdentifier(ItemIdentifier, line: Int?)
    case sameButCase(ItemIdentifier)
    case notInExpressions(ItemIdentifier)
    case unknownWord(StructureField, String, near: String?)
    case missingExpression
    case unusedExpression
    /// The lower field's value is above the upper one's.
    case bounds(StructureField, StructureField)
    /// The bound has no meaning for a value that is no number.
    case boundOfOtherType(StructureField)
    /// A number that students are graded with and that has no maximum.
    case noMaximum
    /// The language in which the item has no name; nil for both.
    case missingName(String?)
    /// A character that nobody sees, such as `U+200B`.
    case invisible(String)
    case severalFinalScores
    case expression(CannotEvaluate, near: String?)
    /// The pattern selects no item.
    case emptyPattern(String)
    case notEstimated(CannotEvaluate)
  }

  package var kind: Kind
  package var place: Place

  init(_ kind: Kind, at place: Place) {
    self.kind = kind
    self.place = place
  }

  package var severity: Severity { kind.severity }
}

extension StructureProblem.Kind {
  /// With an error the file cannot be used.
  package var severity: StructureProblem.Severity {
    switch self {
    case .sameButCase, .notInExpressions, .unknownWord(_, _, near: nil), .unusedExpression,
      .boundOfOtherType, .missingName, .severalFinalScores, .emptyPattern, .cutText, .noItems,
      .invisible:
      .warning
    // The service may read more than this program does.
    case .expression(.pattern(.unsupported, _), _), .expression(.tooLarge, _),
      .expression(.unknownType, _), .expression(.needs, _):
      .warning
    case .noMaximum, .notEstimated: .hint
    default: .error
    }
  }
}
