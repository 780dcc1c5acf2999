import Foundation

/// The service's response to a ``ServiceRequest``, of any status.
public struct ServiceResponse: Hashable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// Header fields in the order in which they were received; the value of one that repeats the token
  /// is hidden.
  public var headers: [HTTPHeader]
  /// The bytes of the body, unpacked and otherwise unchanged.
  public var body: Data
  /// What the status means, or that the body is a web page; nil for any other response of status 2xx.
  public var failure: GradesError?

  /// Whether there is no ``failure``.
  public var isSuccess: Bool { failure == nil }

  /// The first header field of a name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads a value from a JSON body.
  ///
  /// Throws ``failure`` where there is one, and ``GradesError/Reason/unreadable(_:)`` where the body is
  /// not JSON of that shape.
  public func decoded<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws(GradesError) -> Value {
    if let failure { throw failure }
    do {
      return try decoder.decode(type, from: body)
    } catch {
      guard let error = error as? DecodingError else { throw .unreadable(.text) }
      throw .unreadable(.json(path: error.path))
    }
  }
}

extension DecodingError {
  /// The path of the value, such as `[2].username`; empty for the whole document.
  fileprivate var path: String {
    let keys: [any CodingKey] =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      case .keyNotFound(let key, let context): context.codingPath + [key]
      @unknown default: []
      }
    return keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
  }
}
