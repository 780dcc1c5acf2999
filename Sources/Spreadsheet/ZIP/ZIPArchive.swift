/// The files of a ZIP archive (APPNOTE.TXT 6.3): stored and deflated ones, listed by the directory at its
/// end. Archives of more than 4 GB and encrypted files are refused.
struct ZIPArchive {
  private struct Entry {
    var method: Int
    var isEncrypted: Bool
    var checksum: UInt32
    var compressedSize: Int
    var size: Int
    var offset: Int
  }

  private let bytes: [UInt8]
  private let limits: SpreadsheetLimits
  /// By their names in lower case: those of a workbook's parts are compared without case.
  private var entries: [String: Entry] = [:]

  init(_ bytes: [UInt8], limits: SpreadsheetLimits) throws(SpreadsheetError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.count <= limits.fileSize else { throw .tooLarge }
    try readDirectory()
  }

  /// The bytes of a file; nil without it.
  func file(_ name: String) throws(SpreadsheetError) -> [UInt8]? {
    guard let entry = entries[name.lowercased()] else { return nil }
    guard !entry.isEncrypted else { throw .oldFormatOrPassword }
    guard entry.size <= limits.partSize,
      entry.size <= max(1 << 20, entry.compressedSize * limits.ratio)
    else { throw .tooLarge }
    // The lengths of name and additions may be others than in the directory.
    guard signature(at: entry.offset) == 0x0403_4B50,
      let nameLength = number(at: entry.offset + 26, 2),
      let extraLength = number(at: entry.offset + 28, 2)
    else { throw .damaged(part: name) }
    let start = entry.offset + 30 + nameLength + extraLength
    guard start + entry.compressedSize <= bytes.count else { throw .damaged(part: name) }
    let compressed = bytes[start..<start + entry.compressedSize]
    let content: [UInt8]
    switch entry.method {
    case 0: content = Array(compressed)
    case 8:
      do throws(Inflater.Fault) {
        content = try Inflater.inflate(compressed, upTo: entry.size)
      } catch { throw .damaged(part: name) }
    default: throw .damaged(part: name)
    }
    guard content.count == entry.size, CRC32.checksum(content) == entry.checksum else {
      throw .damaged(part: name)
    }
    return content
  }

  // MARK: The directory

  private mutating func readDirectory() throws(SpreadsheetError) {
    guard let end = endRecord(), let count = number(at: end + 10, 2),
      var offset = number(at: end + 16, 4)
    else { throw .damaged(part: "") }
    guard count <= limits.entries else { throw .tooLarge }
    for _ in 0..<count {
      guard signature(at: offset) == 0x0201_4B50, let flags = number(at: offset + 8, 2),
        let method = number(at: offset + 10, 2), let checksum = number(at: offset + 16, 4),
        let compressedSize = number(at: offset + 20, 4), let size = number(at: offset + 24, 4),
        let nameLength = number(at: offset + 28, 2), let extraLength = number(at: offset + 30, 2),
        let commentLength = number(at: offset + 32, 2), let local = number(at: offset + 42, 4),
        offset + 46 + nameLength <= bytes.count
      else { throw .damaged(part: "") }
      let name = String(decoding: bytes[offset + 46..<offset + 46 + nameLength], as: UTF8.self)
        .replacing("\\", with: "/").lowercased()
      let entry = Entry(
        method: method, isEncrypted: flags & 1 == 1, checksum: UInt32(checksum),
        compressedSize: compressedSize, size: size, offset: local)
      // Of two files with one name, programs would read different ones.
      guard entries.updateValue(entry, forKey: name) == nil else { throw .damaged(part: name) }
      offset += 46 + nameLength + extraLength + commentLength
    }
  }

  /// The offset of the record at the end, behind which only a comment of up to 64 kB may stand.
  private func endRecord() -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { offset in
      signature(at: offset) == 0x0605_4B50
        && number(at: offset + 20, 2).map { offset + 22 + $0 == bytes.count } ?? false
    }
  }

  private func signature(at offset: Int) -> Int? { number(at: offset, 4) }

  /// A number of so many bytes, the lowest first.
  private func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
