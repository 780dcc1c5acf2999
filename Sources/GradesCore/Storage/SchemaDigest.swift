import Foundation
import GradesClient
import SQLite

extension SchemaObjects {
  /// The SHA-256 of all objects, in base64.
  var digest: String { Data(sha256(bytes)).base64EncodedString() }
}
