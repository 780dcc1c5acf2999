extension GradesAPI {
  /// One course in one semester (Service contract, 6.5, 6.6).
  public struct Course: Sendable {
    let api: GradesAPI
    /// The full code.
    public let code: CourseCode
    /// The semester.
    public let semester: SemesterCode

    /// The results of its students.
    public var values: Values { Values(course: self) }

    /// The definitions of its items.
    public var definitions: Definitions { Definitions(course: self) }

    /// Name, completion and credits (endpoint 5).
    public func information() async throws -> CourseInformation {
      try await api.connection.document(informationAddress) {
        try CourseInformation(reading: $0, about: code)
      }
    }

    /// What ``information()`` is kept under.
    package var informationKey: RequestKey { informationAddress.key }

    private var informationAddress: ServiceAddress {
      asking(address.adding(fixed: "information"))
    }

    /// The groups of its students, of one teacher or all (endpoint 10).
    public func groups(of teacher: Username? = nil) async throws -> [StudentGroup] {
      // `course` is singular in this path alone.
      let address = ServiceAddress("course").adding(code.rawValue).adding(fixed: "student-groups")
      return try await api.connection.list(
        asking(address).asking("teacherUsername", teacher?.rawValue),
        StudentGroup.init(reading:))
    }

    var address: ServiceAddress { ServiceAddress("courses").adding(code.rawValue) }

    func asking(_ address: ServiceAddress) -> ServiceAddress {
      address.asking(semester, api.language)
    }
  }
}

extension GradesAPI {
  /// The signed-in user (Service contract, 6.1, 6.2).
  public struct User: Sendable {
    let api: GradesAPI

    /// Username and names (endpoint 1).
    public func info() async throws -> UserInfo {
      try await api.connection.document(ServiceAddress("user-info"), UserInfo.init(reading:))
    }

    /// The courses that the user studies and teaches in a semester (endpoint 2).
    public func roles(in semester: SemesterCode) async throws -> UserRoles {
      let address = ServiceAddress("user-roles").asking(semester, api.language)
      return try await api.connection.document(address, UserRoles.init(reading:))
    }
  }
}
