import Foundation

/// The Grades service over HTTP, in groups of endpoints (Service contract, 5).
///
/// It reads the responses of 2018, 2019 and 2021 and throws a ``GradesError`` for each failure.
/// Tokens are sent to the base's host only, and over plain http to this machine only.
///
/// It is a value without state: a copy in another language costs nothing.
public struct GradesAPI: Sendable {
  /// The language of names and texts in responses; nil asks for all that the service has
  /// (Service contract, 3.5).
  public var language: ServiceLanguage?
  private(set) var connection: ServiceConnection

  package init(
    baseURL: URL, client: HTTPClient = HTTPClient(), authenticator: any TokenSource,
    language: ServiceLanguage? = nil
  ) {
    connection = ServiceConnection(baseURL: baseURL, client: client, tokens: authenticator)
    self.language = language
  }

  package func with(language: ServiceLanguage?) -> GradesAPI {
    var other = self
    other.language = language
    return other
  }

  /// The same service, which passes on the body of each response that it could read.
  package func keeping(
    _ keep: @escaping @Sendable (RequestKey, Data) -> Void
  ) -> GradesAPI {
    var other = self
    other.connection.keep = keep
    return other
  }

  /// What the service has answered, read again from bodies that were kept: sends no request, and a body that
  /// is not there is ``GradesError/notFound``.
  package func answering(with find: @escaping @Sendable (RequestKey) -> Data?) -> GradesAPI {
    var other = self
    other.connection.find = find
    return other
  }

  /// The signed-in user.
  public var user: User { User(api: self) }

  /// One course in one semester.
  public func course(_ code: CourseCode, in semester: SemesterCode) -> Course {
    Course(api: self, code: code, semester: semester)
  }

  /// The users who may change the items of a course, in all of its semesters.
  public func editors(of course: CourseCode) -> Editors {
    Editors(connection: connection, course: course)
  }

  /// A user's notifications; students and teachers may use their own only.
  public func notifications(of username: Username) -> Notifications {
    Notifications(api: self, username: username)
  }

  /// The signed-in user's settings at the service.
  public var settings: Settings { Settings(api: self) }

  /// The semester code of a word (endpoint 3), whose response is bare text.
  ///
  /// Words are understood by this endpoint alone, so find the code once and use it elsewhere
  /// (Service contract, 3.4).
  public func semester(_ word: SemesterWord) async throws -> SemesterCode {
    try await connection.text(Self.address(of: word), SemesterCode.init(reading:))
  }

  /// What ``semester(_:)`` is kept under.
  package static func key(of word: SemesterWord) -> RequestKey { address(of: word).key }

  private static func address(of word: SemesterWord) -> ServiceAddress {
    ServiceAddress("semester-code").asking("semester", word.rawValue)
  }

  /// Points and grades of all of a student's courses (endpoint 4).
  public func overview(
    of username: Username, in semester: SemesterCode
  ) async throws -> [CourseOverview] {
    let address = ServiceAddress("courses/classification-overview").adding(username.rawValue)
      .asking(semester, language)
    return try await connection.list(address, CourseOverview.init(reading:))
  }
}

extension SemesterCode {
  /// Reads a body that was kept of endpoint 3.
  package init?(kept body: Data) {
    try? self.init(reading: HTTPResponse(status: 200, body: body))
  }

  fileprivate init(reading response: HTTPResponse) throws {
    guard let code = SemesterCode(try ServiceAnswer.text(in: response)) else {
      throw GradesError.unreadable(.text)
    }
    self = code
  }
}
