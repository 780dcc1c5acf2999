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
    guard Semester.isCode(code) else { throw Refusal.bad("Unknown semester: \(code)") }
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

  func requireTeacher(of course: CourseRow, scope: String) throws {
    switch caller {
    case .person(let person, let scopes):
      guard scopes.contains(scope), try database.isTeacher(person, of: course) else {
        throw Refusal.notAllowed
      }
    case .service(_, let code, _):
      guard code == course.code else { throw Refusal.notAllowed }
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

/// Codes of semesters (Service contract, 3.4).
enum Semester {
  /// Whether a text has the form `B232`; only upper-case codes were ever seen.
  static func isCode(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 4 && "AB".utf8.contains(bytes[0]) && digits.contains(bytes[1])
      && digits.contains(bytes[2]) && "12".utf8.contains(bytes[3])
  }

  /// The semester a number of steps later, or earlier when negative.
  static func code(_ code: String, steps: Int) -> String? {
    guard isCode(code) else { return nil }
    let bytes = code.utf8.map(Int.init)
    let century = bytes[0] == 65 ? 1900 : 2000
    let half = (century + (bytes[1] - 48) * 10 + bytes[2] - 48) * 2 + bytes[3] - 49 + steps
    let year = half / 2
    let short = year % 100
    return (year < 2000 ? "A" : "B") + (short < 10 ? "0" : "") + "\(short)\(half % 2 + 1)"
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
