/// The Grades service, a method per endpoint (Service contract, 5); every failure is a
/// ``GradesError``.
public protocol GradesAPI: CourseStructureAPI {
  // MARK: Users

  /// The signed-in user (endpoint 1).
  func userInfo() async throws -> UserInfo
  /// The courses that the user studies and teaches (endpoint 2).
  func userRoles(in semester: SemesterCode, language: ServiceLanguage) async throws -> UserRoles
  /// The semester code of a word (endpoint 3).
  func semesterCode(_ word: SemesterWord) async throws -> SemesterCode

  // MARK: Courses

  /// Points and grades of all of a student's courses (endpoint 4).
  func overview(of username: Username, in semester: SemesterCode, language: ServiceLanguage)
    async throws -> [CourseOverview]
  /// Name, completion and credits of a course (endpoint 5).
  func information(about course: CourseCode, in semester: SemesterCode, language: ServiceLanguage)
    async throws -> CourseInformation
  /// The groups of a course's students, of one teacher or all (endpoint 10).
  func groups(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage,
    teacher: Username?
  ) async throws -> [StudentGroup]

  // MARK: Definitions

  /// The definitions of a course's items, unsorted (endpoint 17, or 11 where 17 responds with 404).
  func definitions(of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage)
    async throws -> [Classification]
  /// One definition (endpoint 18, or 14 where 18 responds with 404).
  func definition(
    _ item: ItemIdentifier, of course: CourseCode, in semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> Classification
  /// The definitions with children after their parents, flattened (endpoint 19).
  func definitionHierarchy(
    of course: CourseCode, in semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [Classification]

  // MARK: Values

  /// One student's results of a course (endpoint 6).
  func record(
    of username: Username, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage, showHidden: Bool
  ) async throws -> StudentRecord
  /// All items of a group's students (endpoint 7).
  func rows(
    of group: GroupID, in course: CourseCode, semester: SemesterCode, language: ServiceLanguage
  ) async throws -> [GroupRow]
  /// One item of a group's students (endpoint 8).
  func column(
    _ item: ItemIdentifier, of group: GroupID, in course: CourseCode, semester: SemesterCode,
    language: ServiceLanguage
  ) async throws -> [ColumnCell]
  /// Saves values in one request that is never sent twice (endpoint 9; Figures, Retries).
  func save(
    _ changes: [ValueChange], in course: CourseCode, semester: SemesterCode, notify: Bool
  ) async throws

  // MARK: Notifications

  /// One page of a user's notifications (endpoints 29 and 30).
  func notifications(
    _ selection: NotificationSelection, of username: Username, page: NotificationPage,
    language: ServiceLanguage
  ) async throws -> [ServiceNotification]
  /// Marks all of a user's notifications as read or unread (endpoints 31 and 32).
  func markNotifications(asRead isRead: Bool, of username: Username) async throws
  /// Marks one notification as read or unread (endpoints 33 and 34).
  func markNotification(_ id: NotificationID, asRead isRead: Bool, of username: Username)
    async throws

  // MARK: Settings

  /// The user's settings at the service (endpoint 35).
  func serviceSettings(in semester: SemesterCode, language: ServiceLanguage) async throws
    -> ServiceSettings
  /// Stops or resumes the service's e-mails (endpoint 36).
  func setUnsubscribed(fromEmails isUnsubscribed: Bool) async throws
  /// Hides or silences a course, or shows it again (endpoints 37 and 38).
  func save(_ choice: CourseChoice, as role: CourseRole, in semester: SemesterCode) async throws
}
