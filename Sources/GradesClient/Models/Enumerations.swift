/// The purpose of an evaluation item (`grades-api.md` 7.1); open: an unknown word is kept as it is.
public struct ClassificationType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The total of a course's points.
  public static let pointsTotal = Self(rawValue: "POINTS_TOTAL")
  /// The final result, a letter or points.
  public static let finalScore = Self(rawValue: "FINAL_SCORE")
}

/// The type of an item's values (`grades-api.md` 7.2); open.
public struct ValueType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let number = Self(rawValue: "NUMBER")
  public static let string = Self(rawValue: "STRING")
  public static let boolean = Self(rawValue: "BOOLEAN")
}

/// How an item gets its values (`grades-api.md` 7.3); open. Only manual values may be edited.
public struct EvaluationType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let manual = Self(rawValue: "MANUAL")
  public static let expression = Self(rawValue: "EXPRESSION")
  public static let aggregation = Self(rawValue: "AGGREGATION")
}

/// How a course is completed (`grades-api.md` 7.4); open.
public struct Completion: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let classifiedCredit = Self(rawValue: "CLFD_CREDIT")
  public static let credit = Self(rawValue: "CREDIT")
  public static let creditAndExam = Self(rawValue: "CREDIT_EXAM")
  public static let exam = Self(rawValue: "EXAM")
  public static let defence = Self(rawValue: "DEFENCE")
}

/// A kind of classes (`grades-api.md` 7.5); open.
public struct ClassesType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
