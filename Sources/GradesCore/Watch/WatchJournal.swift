import Files
import Foundation

/// What a watch has reported since its memory was last stored: a file beside the memory's that grows by
/// one small record for each item, so that remembering many items takes linear time.
///
/// A record is written without waiting for the disk. It outlives the process, however that ends; after
/// a loss of power the last items may be reported again.
struct WatchJournal {
  /// More bytes than ten thousand items with long notes take.
  private static let limit = 64 << 20

  private let url: URL
  /// The checksum of the stored memory; nil: none is stored.
  private let memory: UInt64?
  /// The readable part of the file, which belongs to the stored memory.
  private var length = 0
  private var file: AppendedFile?

  /// The records that belong to the stored memory, in the order of the reports.
  private(set) var records: [WatchRecord] = []

  /// Reads the journal of a stored memory, unless it is to be a new one. A journal of another memory
  /// counts as empty.
  init(_ url: URL, memory: UInt64?, isNew: Bool = false) {
    self.url = url
    self.memory = memory
    guard !isNew, let memory, let bytes = try? SmallFile(url, limit: Self.limit).read() else {
      return
    }
    var position = 0
    // A process that was killed may have left a part of its last record.
    while let record = Self.record(in: bytes, at: &position) {
      if length == 0, record != .memory(memory) { return }
      if length > 0 { records.append(record) }
      length = position
    }
  }

  /// Appends a record. Throws when it cannot be stored; the records before it stay readable.
  mutating func append(_ record: WatchRecord) throws(SystemError) {
    // Without a stored memory, the records would say nothing.
    guard let memory else { throw SystemError(code: ENOENT) }
    let bytes = Self.framed(record)
    guard length + bytes.count <= Self.limit else { throw SystemError(code: EFBIG) }
    if file == nil { file = try AppendedFile(url, keeping: length) }
    if length == 0 {
      let beginning = Self.framed(.memory(memory))
      try file?.append(beginning)
      length = beginning.count
    }
    try file?.append(bytes)
    length += bytes.count
  }

  /// Deletes the file.
  func erase() { unlink(url.path) }

  /// The record with its number of bytes before it, in four bytes.
  private static func framed(_ record: WatchRecord) -> [UInt8] {
    let stored = record.stored()
    return withUnsafeBytes(of: UInt32(stored.count).littleEndian, Array.init) + stored
  }

  private static func record(in bytes: [UInt8], at position: inout Int) -> WatchRecord? {
    guard bytes.count - position >= 4 else { return nil }
    let count = bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    let begin = position + 4
    guard count <= bytes.count - begin,
      let record = try? WatchRecord(stored: Array(bytes[begin..<begin + count]))
    else { return nil }
    position = begin + count
    return record
  }
}
