// Identifiers can be written as literals. The literal is static, so that a function that takes a text, such as
// `CourseCode.init`, stays the only one for texts.

extension CourseCode: ExpressibleByStringLiteral {
  /// Makes a code of a literal, such as `"XI-AAA.23"`.
  public init(stringLiteral value: StaticString) { self.init(value.description) }
}

extension Username: ExpressibleByStringLiteral {
  /// Makes a name of a literal, such as `"zkusade1"`.
  public init(stringLiteral value: StaticString) { self.init(value.description) }
}

extension ItemIdentifier: ExpressibleByStringLiteral {
  /// Makes an identifier of a literal, such as `"du1"`.
  public init(stringLiteral value: StaticString) { self.init(value.description) }
}

extension GroupID: ExpressibleByStringLiteral {
  /// Makes an id of a literal, such as `"101"`.
  public init(stringLiteral value: StaticString) { self.init(value.description) }
}
