import Foundation
import GradesLocalization

/// A JSON document as a tree, with the members of objects in the order in which they were given.
///
/// The documents of `--json` have their keys in the documented order, which a keyed encoder does not
/// keep; and an absent value is `null`, never a missing key.
indirect enum JSONValue: Sendable {
  case object([(String, JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case integer(Int)
  case bool(Bool)
  case null
}

/// A value that says how it stands in a JSON document.
protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  var json: JSONValue { self }
}

extension JSONValue: Equatable {
  /// Equal documents print the same text: the order of members counts.
  static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) { $0.0 == $1.0 && $0.1 == $1.1 }
    case (.array(let left), .array(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object whose members keep the order of the literal.
  init(dictionaryLiteral elements: (String, any JSONConvertible)...) {
    self = .object(elements.map { ($0, $1.json) })
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: any JSONConvertible...) {
    self = .array(elements.map(\.json))
  }
}

extension JSONValue: ExpressibleByNilLiteral {
  init(nilLiteral: ()) {
    self = .null
  }
}

extension String: JSONConvertible {
  var json: JSONValue { .string(self) }
}

extension Double: JSONConvertible {
  var json: JSONValue { .number(self) }
}

extension Int: JSONConvertible {
  var json: JSONValue { .integer(self) }
}

extension Bool: JSONConvertible {
  var json: JSONValue { .bool(self) }
}

extension Date: JSONConvertible {
  /// A time as text: ISO 8601 in UTC.
  var json: JSONValue { .string(Timestamp.text(self)) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  var json: JSONValue { .array(map(\.json)) }
}
