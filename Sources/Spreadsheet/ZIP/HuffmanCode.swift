/// A canonical code (RFC 1951, 3.2.2) as one table: the next bits of the stream are its index.
struct HuffmanCode {
  /// The number of bits of the index: the length of the longest code.
  let width: Int
  /// The symbol, shifted by four, and the length of its code; zero where no code begins like the index.
  private let table: [UInt16]

  /// Makes the code of the symbols with these lengths; zero: the symbol has no code.
  ///
  /// Throws for more codes than fit. Bits that no code begins with are refused when they are read.
  init(lengths: some Collection<UInt8>) throws(Inflater.Fault) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    width = counts.lastIndex { $0 > 0 } ?? 0
    var next = [Int](repeating: 0, count: 16)
    var code = 0
    for length in 1..<16 {
      code = (code + counts[length - 1]) << 1
      guard code + counts[length] <= 1 << length else { throw .damaged }
      next[length] = code
    }
    var table = [UInt16](repeating: 0, count: 1 << width)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let bits = Int(length)
      let first = Self.reversed(next[bits], bits)
      next[bits] += 1
      for index in stride(from: first, to: table.count, by: 1 << bits) {
        table[index] = UInt16(symbol << 4 | bits)
      }
    }
    self.table = table
  }

  /// The symbol that the bits begin with, and the length of its code; nil without one.
  func symbol(in bits: UInt64) -> (symbol: Int, length: Int)? {
    let entry = Int(table[Int(bits & ((1 << UInt64(width)) - 1))])
    return entry == 0 ? nil : (entry >> 4, entry & 15)
  }

  /// Codes come with their first bit first, everything else with the lowest bit first.
  private static func reversed(_ code: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 << 1 | (code >> $1) & 1 }
  }
}
