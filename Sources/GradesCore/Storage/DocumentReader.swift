import Foundation

/// Reads what a ``DocumentWriter`` wrote; never trusts a length.
struct DocumentReader {
  /// The bytes are not a document of the expected form.
  struct Damaged: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { position == bytes.count }

  mutating func bool() throws -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw Damaged()
    }
  }

  mutating func int() throws -> Int {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next < 0x80 {
        return Int(truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(value & 1))
      }
    }
    throw Damaged()
  }

  mutating func double() throws -> Double {
    let pattern = try take(8).enumerated().reduce(UInt64(0)) { sum, next in
      sum | UInt64(next.element) << UInt64(8 * next.offset)
    }
    return Double(bitPattern: pattern)
  }

  mutating func string() throws -> String {
    String(decoding: try take(try int()), as: UTF8.self)
  }

  mutating func date() throws -> Date { Date(timeIntervalSinceReferenceDate: try double()) }

  mutating func value<Value: Storable>(_: Value.Type = Value.self) throws -> Value {
    try Value(from: &self)
  }

  /// A value that may be absent.
  mutating func optional<Value>(_ read: (inout Self) throws -> Value) throws -> Value? {
    try bool() ? try read(&self) : nil
  }

  mutating func optionalValue<Value: Storable>(_: Value.Type = Value.self) throws -> Value? {
    try optional { try $0.value() }
  }

  mutating func list<Value: Storable>(_: Value.Type = Value.self) throws -> [Value] {
    try list(of: { try Value(from: &$0) })
  }

  mutating func list<Value>(of read: (inout Self) throws -> Value) throws -> [Value] {
    let count = try int()
    // Each element has at least one byte, so a larger count means damage.
    guard count >= 0, count <= bytes.count - position else { throw Damaged() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  private mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw Damaged() }
    defer { position += count }
    return bytes[position..<position + count]
  }
}
