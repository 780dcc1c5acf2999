/// A name that the service gives to something, as a type of its own; it can be written as a literal.
public protocol ServiceName: Codable, CodingKeyRepresentable, Hashable, Sendable, Comparable,
  CustomStringConvertible, ExpressibleByStringLiteral
{
  /// The name as part of paths.
  var rawValue: String { get }
  /// Makes a name of what a user or the service wrote.
  init(_ text: String)
}

extension ServiceName {
  /// The same as `rawValue`.
  public var description: String { rawValue }

  /// Orders by the characters, without any language's rules.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Makes a name of a literal, such as `"zkusade1"`.
  ///
  /// The literal is static, so that a function that takes a text, such as `CourseCode.init`, stays the only one for
  /// texts.
  public init(stringLiteral value: StaticString) { self.init(value.description) }

  /// Reads a text.
  public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

  /// Writes a text.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  /// A name as the key of a dictionary.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Reads the key of a dictionary.
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

/// A course's full code with its suffix, such as `XI-AAA.23` (Service contract, 3.1); in upper case.
public struct CourseCode: ServiceName {
  /// The code in upper case.
  public let rawValue: String

  /// Makes a code of what a user or the service wrote; the letters' case does not matter.
  public init(_ text: String) { rawValue = text.uppercased() }
}

/// A user's name at the faculty, such as `zkusade1`; always lower case (Service contract, 4.2).
public struct Username: ServiceName {
  /// The name in lower case.
  public let rawValue: String

  /// Makes a name of what a user or the service wrote; the letters' case does not matter.
  public init(_ text: String) { rawValue = text.lowercased() }
}

/// The name of an evaluation item inside one course and semester, such as `du1`.
public struct ItemIdentifier: ServiceName {
  /// The identifier as the service writes it; compared with its case.
  public let rawValue: String

  /// Takes the identifier as it is.
  public init(_ text: String) { rawValue = text }
}

/// The id of a group of students, such as `ALL` or `PARALLEL_555` (Service contract, 7.6).
public struct GroupID: ServiceName {
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
}
