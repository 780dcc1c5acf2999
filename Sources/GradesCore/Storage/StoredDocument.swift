import Files

/// A piece of a stored document.
protocol Storable {
  init(from reader: inout DocumentReader) throws
  func write(to writer: inout DocumentWriter)
}

/// What the log keeps in one row.
///
/// Adding, removing or reordering what ``Storable/write(to:)`` writes needs a new ``format``;
/// documents of other formats are not read.
protocol StoredDocument: Storable, Sendable {
  /// The number of the form in which the document is written.
  static var format: Int { get }
}

extension StoredDocument {
  /// The document with its format before it and a checksum behind it.
  func stored() -> [UInt8] {
    var writer = DocumentWriter()
    writer.write(Self.format)
    write(to: &writer)
    writer.write(Double(bitPattern: writer.bytes.withUnsafeBufferPointer(Checksum.of)))
    return writer.bytes
  }

  /// Reads what ``stored()`` made; nil when the format is another one.
  ///
  /// Throws ``DocumentReader/Damaged`` when the bytes are not what was written.
  init?(stored bytes: [UInt8]) throws {
    let length = bytes.count - 8
    guard length > 0 else { throw DocumentReader.Damaged() }
    var ending = DocumentReader(Array(bytes[length...]))
    let checksum = bytes[..<length].withUnsafeBufferPointer(Checksum.of)
    guard try ending.double().bitPattern == checksum else {
      throw DocumentReader.Damaged()
    }
    var reader = DocumentReader(Array(bytes[..<length]))
    guard try reader.int() == Self.format else { return nil }
    self = try reader.value()
    guard reader.isAtEnd else { throw DocumentReader.Damaged() }
  }
}
