/// The purpose of an evaluation item (Service contract, 7.1); open: an unknown word is kept as it
/// is.
public struct ClassificationType: RawRepresentable, Codable, Hashable, Sendable {
  /// The service's word.
  public let rawValue: String
  /// Takes any word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The total of a course's points.
  public static let pointsTotal = Self(rawValue: "POINTS_TOTAL")
  /// The final result, a letter or points.
  public static let finalScore = Self(rawValue: "FINAL_SCORE")
}

/// The type of an item's values (Service contract, 7.2); open.
public struct ValueType: RawRepresentable, Codable, Hashable, Sendable {
  /// The service's word.
  public let rawValue: String
  /// Takes any word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Numbers, with fractions.
  public static let number = Self(rawValue: "NUMBER")
  /// Texts, such as letters of a grade.
  public static let string = Self(rawValue: "STRING")
  /// Yes or no.
  public static let boolean = Self(rawValue: "BOOLEAN")
}

/// How an item gets its values (Service contract, 7.3); open. Only manual values may be edited.
public struct EvaluationType: RawRepresentable, Codable, Hashable, Sendable {
  /// The service's word.
  public let rawValue: String
  /// Takes any word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A teacher sets the values.
  public static let manual = Self(rawValue: "MANUAL")
  /// The service computes the values by an expression.
  public static let expression = Self(rawValue: "EXPRESSION")
  /// The service computes the values by an aggregation; never seen in a recorded answer.
  public static let aggregation = Self(rawValue: "AGGREGATION")
}

/// How a course is completed (Service contract, 7.4); open.
public struct Completion: RawRepresentable, Codable, Hashable, Sendable {
  /// The service's word.
  public let rawValue: String
  /// Takes any word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An assessment with a grade.
  public static let classifiedCredit = Self(rawValue: "CLFD_CREDIT")
  /// An assessment.
  public static let credit = Self(rawValue: "CREDIT")
  /// An assessment and an exam.
  public static let creditAndExam = Self(rawValue: "CREDIT_EXAM")
  /// An exam.
  public static let exam = Self(rawValue: "EXAM")
  /// The defence of a thesis.
  public static let defence = Self(rawValue: "DEFENCE")
}

/// A kind of classes (Service contract, 7.5); open.
public struct ClassesType: RawRepresentable, Codable, CodingKeyRepresentable, Hashable, Sendable {
  /// The service's word.
  public let rawValue: String
  /// Takes any word, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }
}
