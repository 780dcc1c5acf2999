/// Decompresses the deflate format (RFC 1951).
///
/// The system's zlib is no part of what the program needs to be built, and the bytes come from
/// unknown files: every index is checked.
struct Inflater {
  enum Fault: Error { case damaged, tooLarge }

  private let input: ArraySlice<UInt8>
  private let limit: Int
  private var next: Int
  /// Bits that were taken from the input and not used yet, the next one lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Decompresses a whole stream to at most so many bytes. Bytes behind its end are ignored.
  static func inflate(
    _ bytes: ArraySlice<UInt8>, upTo limit: Int
  ) throws(Fault) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    while try inflater.readBlock() {}
    return inflater.output
  }

  private init(_ input: ArraySlice<UInt8>, limit: Int) {
    self.input = input
    self.limit = limit
    next = input.startIndex
    output.reserveCapacity(min(limit, input.count * 4))
  }

  // MARK: Blocks

  /// Reads one block; returns whether another one follows.
  private mutating func readBlock() throws(Fault) -> Bool {
    let isLast = try take(1) == 1
    switch try take(2) {
    case 0: try copyStored()
    case 1: try copy(Self.fixedCodes())
    case 2: try copy(readCodes())
    default: throw .damaged
    }
    return !isLast
  }

  private mutating func copyStored() throws(Fault) {
    _ = try take(bitCount % 8)
    let length = try take(16)
    guard try take(16) == length ^ 0xFFFF else { throw .damaged }
    guard output.count + length <= limit else { throw .tooLarge }
    for _ in 0..<length { output.append(UInt8(try take(8))) }
  }

  private typealias Codes = (literals: HuffmanCode, distances: HuffmanCode)

  private static func fixedCodes() throws(Fault) -> Codes {
    let lengths = (0..<288).map { symbol -> UInt8 in
      symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
    }
    return (
      try HuffmanCode(lengths: lengths),
      try HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
    )
  }

  private static let orderOfLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Reads the codes of a block, which are compressed themselves (RFC 1951, 3.2.7).
  private mutating func readCodes() throws(Fault) -> Codes {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literals <= 286, distances <= 30 else { throw .damaged }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for index in Self.orderOfLengths.prefix(lengthCount) {
      lengthLengths[index] = UInt8(try take(3))
    }
    let code = try HuffmanCode(lengths: lengthLengths)
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      let symbol = try symbol(of: code)
      switch symbol {
      case ..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += repeatElement(last, count: try take(2) + 3)
      case 17: lengths += repeatElement(0, count: try take(3) + 3)
      default: lengths += repeatElement(0, count: try take(7) + 11)
      }
    }
    // A block needs its end, which is symbol 256.
    guard lengths.count == literals + distances, lengths[256] > 0 else { throw .damaged }
    return (
      try HuffmanCode(lengths: lengths[..<literals]),
      try HuffmanCode(lengths: lengths[literals...])
    )
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]

  private mutating func copy(_ codes: Codes) throws(Fault) {
    while true {
      let symbol = try symbol(of: codes.literals)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBases.count else { throw .damaged }
      let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let distance = try distance(self.symbol(of: codes.distances))
      guard distance <= output.count else { throw .damaged }
      guard output.count + length <= limit else { throw .tooLarge }
      // The source may reach into what is being written.
      let start = output.count - distance
      for index in start..<start + length { output.append(output[index]) }
    }
  }

  private mutating func distance(_ symbol: Int) throws(Fault) -> Int {
    guard symbol < 30 else { throw .damaged }
    guard symbol > 3 else { return symbol + 1 }
    let extra = symbol / 2 - 1
    return ((2 + symbol % 2) << extra) + 1 + (try take(extra))
  }

  // MARK: Bits

  private mutating func symbol(of code: HuffmanCode) throws(Fault) -> Int {
    fill()
    // Behind the input are zeros, which must not be used.
    guard let (symbol, length) = code.symbol(in: bits), length <= bitCount else { throw .damaged }
    drop(length)
    return symbol
  }

  private mutating func take(_ count: Int) throws(Fault) -> Int {
    fill()
    guard count <= bitCount else { throw .damaged }
    defer { drop(count) }
    return Int(bits & ((1 << UInt64(count)) - 1))
  }

  private mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  private mutating func fill() {
    guard bitCount < 16 else { return }
    while bitCount <= 48, next < input.endIndex {
      bits |= UInt64(input[next]) << UInt64(bitCount)
      next += 1
      bitCount += 8
    }
  }
}
