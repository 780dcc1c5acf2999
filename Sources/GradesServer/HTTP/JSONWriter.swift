import Foundation

/// Writes JSON text; keys keep their order, Czech letters stay unescaped (Service contract, 3.2).
struct JSONWriter: Sendable {
  private var bytes: [UInt8] = []
  private var needsComma = false
  /// Writes whole numbers as `4.0`, as the service did in 2018 (Service contract, 3.6).
  private let keepsFraction: Bool

  init(keepsFraction: Bool = false, _ content: (inout JSONWriter) throws -> Void) rethrows {
    self.keepsFraction = keepsFraction
    try content(&self)
  }

  var data: Data { Data(bytes) }

  mutating func object(_ content: (inout JSONWriter) throws -> Void) rethrows {
    try enclosed("{", "}", content)
  }

  mutating func array(_ content: (inout JSONWriter) throws -> Void) rethrows {
    try enclosed("[", "]", content)
  }

  mutating func array<Items: Sequence>(
    of items: Items, _ content: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try array { writer in
      for item in items { try content(&writer, item) }
    }
  }

  /// Begins a member of an object; its value has to follow.
  mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func field(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  mutating func field(_ name: String, _ number: Int?) {
    key(name)
    value(number)
  }

  mutating func field(_ name: String, _ flag: Bool) {
    key(name)
    raw(flag ? "true" : "false")
  }

  mutating func field(_ name: String, _ cell: CellValue?) {
    key(name)
    value(cell)
  }

  /// A number of the kind that users enter, written as values are.
  mutating func field(_ name: String, decimal: Double?) {
    field(name, decimal.map(CellValue.number))
  }

  mutating func value(_ text: String?) {
    guard let text else { return raw("null") }
    separate()
    quote(text)
    needsComma = true
  }

  mutating func value(_ number: Int?) {
    raw(number.map(String.init) ?? "null")
  }

  mutating func value(_ cell: CellValue?) {
    switch cell {
    case nil: raw("null")
    case .text(let text): value(text)
    case .flag(let flag): raw(flag ? "true" : "false")
    case .number(let number): raw(Self.digits(of: number, keepsFraction: keepsFraction))
    }
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func enclosed(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ content: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    try content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func digits(of number: Double, keepsFraction: Bool) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return String(Int(number)) + (keepsFraction ? ".0" : "")
  }
}
