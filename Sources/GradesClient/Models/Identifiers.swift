/// A course's full code with its suffix, such as `XI-AAA.23` (Service contract, 3.1).
public struct CourseCode: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The code in upper case.
  public let rawValue: String

  /// Makes a code of what a user or the service wrote; the letters' case does not matter.
  public init(_ text: String) { rawValue = text.uppercased() }

  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by the characters, without any language's rules.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A user's name at the faculty, such as `zkusade1`; always lower case (Service contract, 4.2).
public struct Username: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name in lower case.
  public let rawValue: String

  /// Makes a name of what a user or the service wrote; the letters' case does not matter.
  public init(_ text: String) { rawValue = text.lowercased() }

  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by the characters, without any language's rules.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of an evaluation item inside one course and semester, such as `du1`.
public struct ItemIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The identifier as the service writes it; compared with its case.
  public let rawValue: String

  /// Takes the identifier as it is.
  public init(_ text: String) { rawValue = text }

  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by the characters, without any language's rules.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The id of a group of students, such as `ALL` or `PARALLEL_555` (Service contract, 7.6).
public struct GroupID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The id as the service writes it.
  public let rawValue: String

  /// Takes the id as it is.
  public init(_ text: String) { rawValue = text }

  /// All students of a course.
  public static let all = GroupID("ALL")
  /// The students of all parallels of the signed-in teacher.
  public static let myParallels = GroupID("MY_PARALLELS")
  /// Artificial students for experiments.
  public static let test = GroupID("TEST")

  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by the characters, without any language's rules.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
