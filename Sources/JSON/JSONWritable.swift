/// A value that writes itself as one JSON value.
package protocol JSONWritable {
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// The value as a text on one line, without a line feed.
  package var jsonLine: String { JSONWriter { $0.value(self) }.text }

  /// The value as a text for people: indented, with a line feed at its end.
  package var jsonText: String {
    JSONWriter(.indented) {
      $0.value(self)
      $0.endLine()
    }.text
  }
}

/// Writes the value as it stands in its document, with its digits, escapes and line breaks.
extension JSONNode: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(copying: self) }
}

extension String: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

/// Nil is null, never a missing member.
extension Optional: JSONWritable where Wrapped: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.array(of: self) { $1.write(to: &$0) }
  }
}
