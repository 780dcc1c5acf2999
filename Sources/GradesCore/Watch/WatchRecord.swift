import Files
import GradesClient

/// A line of a ``WatchJournal``.
enum WatchRecord: Hashable, Sendable {
  /// The checksum of the stored memory to which the following records belong.
  case memory(UInt64)
  /// A notification was reported; its ``ServiceNotification/memoryKey``.
  case notification(String)
  /// A changed result was reported.
  case change(ResultChange)
  /// News was shown on the desktop; the keys of its items.
  case shown([String])

  /// The record of an item that was reported; nil for changes of a taught course, which its log counts.
  init?(_ news: WatchNews) {
    switch news {
    case .notification(let notification): self = .notification(notification.memoryKey)
    case .change(let change): self = .change(change)
    case .courseChange: return nil
    }
  }
}

extension WatchNews {
  /// Distinguishes an item from all others that may be news at the same time, in any language.
  var key: String {
    switch self {
    case .notification(let notification): return "notification " + notification.memoryKey
    case .change(let change):
      var writer = DocumentWriter()
      writer.write(change.semester)
      writer.write(change.to)
      writer.write(change.noteTo)
      let outcome = writer.bytes.withUnsafeBufferPointer(Checksum.of)
      return "change \(change.course) \(change.identifier) \(String(outcome, radix: 16))"
    case .courseChange(let entry): return "entry \(entry.id)"
    }
  }
}

extension WatchRecord: StoredDocument {
  static let kind = "watch-record"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    switch try reader.int() {
    case 0: self = .memory(try reader.double().bitPattern)
    case 1: self = .notification(try reader.string())
    case 2: self = .change(try reader.value())
    case 3: self = .shown(try reader.list(of: { try $0.string() }))
    default: throw DocumentReader.Damaged()
    }
  }

  func write(to writer: inout DocumentWriter) {
    switch self {
    case .memory(let checksum):
      writer.write(0)
      writer.write(Double(bitPattern: checksum))
    case .notification(let key):
      writer.write(1)
      writer.write(key)
    case .change(let change):
      writer.write(2)
      writer.write(change)
    case .shown(let keys):
      writer.write(3)
      writer.write(keys.count)
      for key in keys { writer.write(key) }
    }
  }
}
