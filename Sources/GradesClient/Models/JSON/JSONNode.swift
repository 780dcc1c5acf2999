import Foundation

/// A value of a ``JSONDocument``, read as what a model needs.
///
/// What has another type than it should throws ``GradesError/Unreadable/json(path:)``, unless the
/// meaning is beyond doubt: a number in quotation marks is that number.
struct JSONNode {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  var isNull: Bool { node.kind == .null }
  var isObject: Bool { node.kind == .object }

  /// The error that names this place.
  var unreadable: GradesError { .unreadable(.json(path: document.path(to: index))) }

  // MARK: Containers

  func object() throws -> JSONObject {
    guard node.kind == .object else { throw unreadable }
    return JSONObject(node: self)
  }

  /// The elements of an array that are not null: null carries nothing that could be lost.
  func elements() throws -> [JSONNode] { try allElements().filter { !$0.isNull } }

  /// The elements of an array, null ones too.
  func allElements() throws -> [JSONNode] {
    guard node.kind == .array else { throw unreadable }
    var elements: [JSONNode] = []
    var child = index + 1
    let end = Int(node.next)
    while child < end {
      elements.append(JSONNode(document: document, index: child))
      child = Int(document.nodes[child].next)
    }
    return elements
  }

  // MARK: Scalars

  /// A text, or the digits of a number where ids are meant.
  func text() throws -> String {
    guard node.kind == .text || node.kind == .number else { throw unreadable }
    return document.text(at: index)
  }

  /// A text, not a number in its place.
  func exactText() throws -> String {
    guard node.kind == .text else { throw unreadable }
    return document.text(at: index)
  }

  /// A finite number.
  func number() throws -> Double {
    guard node.kind == .number || node.kind == .text,
      let number = JSONNumber.read(document.bytes[Int(node.start)..<Int(node.end)])
    else { throw unreadable }
    return number
  }

  /// A whole number that fits.
  func integer() throws -> Int {
    guard let integer = Int(exactly: try number()), abs(integer) <= 1 << 53 else {
      throw unreadable
    }
    return integer
  }

  func boolean() throws -> Bool {
    switch node.kind {
    case .yes: return true
    case .no: return false
    case .text where document.matches(index, "true"): return true
    case .text where document.matches(index, "false"): return false
    default: throw unreadable
    }
  }

  /// Milliseconds since 1970 UTC (Service contract, 3.6), in years of four digits: others are no
  /// time of a change, and calendars cannot take them.
  func date() throws -> Date {
    let milliseconds = try number()
    guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else {
      throw unreadable
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }

  /// A value as it is there, whatever type its definition promises (Service contract, 3.6).
  func value() throws -> GradeValue? {
    switch node.kind {
    case .null: return nil
    case .yes: return .flag(true)
    case .no: return .flag(false)
    case .text: return .text(document.text(at: index))
    case .number: return .number(try number())
    case .object, .array: throw unreadable
    }
  }
}
