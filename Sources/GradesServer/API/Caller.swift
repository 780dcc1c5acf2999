/// The owner of a valid access token.
enum Caller: Sendable {
  case person(PersonRow, scopes: Set<String>)
  /// A program that may use one course only.
  case service(clientID: String, course: String, scopes: Set<String>)

  /// The author's name that is stored with the caller's changes.
  var author: String {
    switch self {
    case .person(let person, _): person.username
    case .service(let clientID, _, _): clientID
    }
  }
}

/// The scopes that clients can be registered for (Service contract, 4.1).
enum AccessScope {
  static let userRead = "cvut:grades:user-read"
  static let userWrite = "cvut:grades:user-write"
  static let courseRestricted = "cvut:grades:course-restricted"
}
