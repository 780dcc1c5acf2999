import GradesClient

/// Whose data the cache may show: everything is stored and found under one host and one user.
package struct CacheScope: Hashable, Sendable {
  /// The identity of the service: its name in the configuration or, where that is replaced, the
  /// address.
  package let host: String
  /// The user; nil for data without a user, such as the current semester.
  package let username: Username?

  /// Makes a scope.
  package init(host: String, username: Username?) {
    self.host = host
    self.username = username
  }
}

/// The key of a document in the cache; its kind is that of the document's type.
struct SnapshotKey: Hashable, Sendable {
  /// Stands between the parts of a name; no code or identifier contains it.
  static let separator = "\u{1F}"

  var scope: CacheScope
  var semester: SemesterCode?
  var language: ServiceLanguage?
  /// Distinguishes documents of one kind, such as a course's code.
  var name: String

  init(
    _ scope: CacheScope, semester: SemesterCode? = nil, language: ServiceLanguage? = nil,
    name: String = ""
  ) {
    self.scope = scope
    self.semester = semester
    self.language = language
    self.name = name
  }
}
