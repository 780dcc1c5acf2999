/// A JSON value that can be changed, for documents whose shape is not known beforehand.
///
/// Members keep their order, and numbers the digits with which they were written.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case flag(Bool)
  /// The digits as they were written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a text; throws ``JSONSyntaxError``.
  package init(reading bytes: [UInt8]) throws {
    try self.init(try JSONReader.read(bytes, limits: JSONLimits(isStrict: false)).root)
  }

  /// Copies a value of a document.
  package init(_ node: JSONNode) throws(JSONTypeError) {
    switch node.kind {
    case .object:
      self = .object(
        try node.object().members().map { member throws(JSONTypeError) in
          Member(member.memberName, try JSONValue(member))
        })
    case .array:
      self = .array(
        try node.allElements().map { element throws(JSONTypeError) in try JSONValue(element) })
    case .string: self = .string(try node.string())
    case .number: self = .number(node.source)
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .null: self = .null
    }
  }

  /// A whole number.
  package static func integer(_ number: Int) -> JSONValue { .number(String(number)) }

  /// The value of a member; nil where there is none, or where this is no object. Setting nil removes it.
  package subscript(_ name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): return
      }
      self = .object(members)
    }
  }

  /// The elements; none of anything but an array.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text; nil of anything but a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; nil of anything but one.
  package var number: Double? {
    if case .number(let digits) = self { Double(digits) } else { nil }
  }
}

extension JSONValue: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.value(flag)
    case .number(let digits): writer.value(digits: digits)
    case .string(let text): writer.value(text)
    case .array(let elements): writer.array(of: elements) { $0.value($1) }
    case .object(let members):
      writer.object { writer in
        for member in members { writer.member(foreign: member.name, member.value) }
      }
    }
  }
}
