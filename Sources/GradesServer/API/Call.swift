import JSON
import GradesClient

/// One request to an endpoint, inside one transaction.
struct Call {
  let database: ServiceDatabase
  let request: ServerRequest
  let caller: Caller
  /// The path's variable parts by their names (Service contract, 5): `c`, `u`, `g`, `i`, `id`.
  let parameters: [String: String]
  /// Milliseconds since 1970.
  let now: Int

  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// The semester of the query, else the current one.
  ///
  /// - Throws: 400 for anything but a code: words are for endpoint 3 only (Service contract, 3.4).
  func semester() throws -> String {
    guard let code = request.query["semester"] else { return try database.currentSemester() }
    guard code.isSemesterCode else { throw Refusal.bad("Unknown semester: \(code)") }
    return code
  }

  /// The language of the query; nil means all (Service contract, 3.5).
  func language() throws -> String? {
    guard let language = request.query["lang"] else { return nil }
    guard ["cs", "en"].contains(language) else {
      throw Refusal.bad("Unknown language: \(language)")
    }
    return language
  }

  /// Yes or no in the query, in the writings of clients: `true`, `True`, `1`.
  func flag(_ name: String, usually: Bool) throws -> Bool {
    guard let text = request.query[name] else { return usually }
    switch text.lowercased() {
    case "true", "1": return true
    case "false", "0": return false
    default: throw Refusal.bad("\(name) is true or false")
    }
  }

  /// The course of the path.
  ///
  /// - Throws: 404 when it is not taught in the semester.
  func course() throws -> CourseRow {
    guard let course = try database.course(parameter("c"), in: try semester()) else {
      throw Refusal.notFound
    }
    return course
  }

  /// The course of the path, for its teachers and its service account.
  func taughtCourse(scope: String = AccessScope.userRead) throws -> CourseRow {
    let course = try course()
    try requireTeacher(of: course, scope: scope)
    return course
  }

  /// Requires a scope of a person, and of a service account that the course is its own.
  func requireScope(_ scope: String, for course: CourseRow) throws {
    let isAllowed =
      switch caller {
      case .person(_, let scopes): scopes.contains(scope)
      case .service(_, let code, _): code == course.code
      }
    guard isAllowed else { throw Refusal.notAllowed }
  }

  func requireTeacher(of course: CourseRow, scope: String) throws {
    try requireScope(scope, for: course)
    if case .person(let person, _) = caller, try !database.isTeacher(person, of: course) {
      throw Refusal.notAllowed
    }
  }

  /// For endpoints that a service account may not use.
  func person(scope: String = AccessScope.userRead) throws -> PersonRow {
    guard case .person(let person, let scopes) = caller, scopes.contains(scope) else {
      throw Refusal.notAllowed
    }
    return person
  }

  /// The signed-in user, who has to be the one in the path.
  func ownPerson() throws -> PersonRow {
    let person = try person()
    guard person.username == parameter("u").lowercased() else { throw Refusal.notAllowed }
    return person
  }

  /// The item of the path.
  func item(in items: [ItemRow]) throws -> ItemRow {
    guard let item = items.first(where: { $0.identifier == parameter("i") }) else {
      throw Refusal.notFound
    }
    return item
  }
}

extension String {
  /// Whether it has the form `B232` (Service contract, 3.4); only upper-case codes were ever seen.
  var isSemesterCode: Bool { SemesterCode(self)?.rawValue == self }
}

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

extension Call {
  /// Reads the JSON body; refuses one that cannot be read, with a reason.
  func body<Value>(_ reason: String, _ read: (JSONNode) throws -> Value) throws -> Value {
    do {
      return try read(JSONReader.read([UInt8](request.body)).root)
    } catch {
      throw Refusal.bad(reason)
    }
  }
}
