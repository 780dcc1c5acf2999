/// The 64-bit FNV-1a hash: against damage on the disk and for short names, not against attackers.
package enum Checksum {
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return sum
  }

  /// The hash of a text, in hexadecimal digits.
  package static func name(of text: String) -> String {
    String(Array(text.utf8).withUnsafeBufferPointer(of), radix: 16)
  }
}
