/// Writes a ZIP archive of stored files. The same files give the same bytes: all are dated 1980.
package struct ZIPWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  package mutating func add(_ name: String, _ content: [UInt8]) {
    let name = Array(name.utf8)
    let offset = bytes.count
    // Version 2.0, UTF-8 names, stored, midnight on 1 January 1980.
    let common =
      Self.number(20, 2) + Self.number(0x0800, 2) + Self.number(0, 4) + Self.number(0x21, 2)
      + Self.number(Int(CRC32.checksum(content)), 4) + Self.number(content.count, 4)
      + Self.number(content.count, 4) + Self.number(name.count, 2) + Self.number(0, 2)
    bytes += Self.number(0x0403_4B50, 4) + common + name
    bytes += content
    directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + common
    // Without a comment, on the first disk, without attributes.
    directory += [UInt8](repeating: 0, count: 10) + Self.number(offset, 4) + name
    count += 1
  }

  package var archive: [UInt8] {
    bytes + directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(count, 2)
      + Self.number(count, 2) + Self.number(directory.count, 4) + Self.number(bytes.count, 4)
      + Self.number(0, 2)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
