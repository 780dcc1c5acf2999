import Foundation

/// The address of an endpoint: the base, the path's parts and the query, each part encoded alone.
struct ServiceAddress {
  private var path = "/public"
  private var query = ""
  /// Whether each part can be sent unchanged.
  private var isComplete = true

  /// Starts below `/public`; the text is part of the contract and not encoded.
  init(_ path: String) { self.path += "/" + path }

  /// Adds an untrusted part: a slash in it is encoded.
  ///
  /// An empty part and dots alone would address another endpoint, encoded or not (RFC 3986,
  /// 5.2.4), and nothing has such a name.
  func adding(_ part: String) -> Self {
    var address = self
    address.path += "/" + formEncoded(part)
    if part.isEmpty || part == "." || part == ".." { address.isComplete = false }
    return address
  }

  /// Adds a part of the contract.
  func adding(fixed part: String) -> Self {
    var address = self
    address.path += "/" + part
    return address
  }

  /// Adds a query item; nothing for nil.
  func asking(_ name: String, _ value: String?) -> Self {
    guard let value else { return self }
    var address = self
    address.query += (query.isEmpty ? "?" : "&") + formEncoded(name) + "=" + formEncoded(value)
    return address
  }

  /// Adds the semester and, for answers with texts, the language.
  func asking(_ semester: SemesterCode, _ language: ServiceLanguage? = nil) -> Self {
    asking("semester", semester.rawValue).asking("lang", language?.rawValue)
  }

  /// The whole address; throws ``GradesError/Reason/notFound`` for parts that cannot be names.
  func url(below base: URL) throws -> URL {
    guard isComplete else { throw GradesError.notFound }
    return try base.appending(encoded: path + query)
  }
}

extension URL {
  /// The address of an encoded path, which begins with a slash, and its query below this one.
  func appending(encoded path: String) throws -> URL {
    var text = absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = URL(string: text + path) else { throw GradesError.notFound }
    return url
  }
}
