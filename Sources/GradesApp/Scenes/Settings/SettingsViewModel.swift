import GradesClient
import GradesCore
import Observation

/// What the user has chosen, and who and where they are.
@MainActor @Observable
final class SettingsViewModel {
  /// What the scene shows.
  struct State: Equatable, Sendable {
    var settings = Settings()
    /// The signed-in user; nil when nobody is, or when it cannot be found out now.
    var user: UserInfo?
    /// What the user is in the chosen semester; nil when it cannot be found out now.
    var roles: UserRoles?
    /// The chosen semester's code; nil when it cannot be found out now.
    var semester: SemesterCode?
    /// The semesters to choose from, newest first; empty when they cannot be found out now.
    var semesters: [SemesterCode] = []
  }

  private(set) var state = State()

  private let repository: any SettingsRepository
  private let session: any SessionRepository

  /// Makes the scene.
  init(repository: any SettingsRepository, session: any SessionRepository) {
    self.repository = repository
    self.session = session
  }

  /// Loads the settings, and as much about the user as can be had: the settings are shown without a
  /// login and without a network too.
  func load() async throws {
    state.settings = try repository.settings()
    guard let user = try? await session.user() else { return }
    state.user = user
    guard let semester = try? await session.semester(state.settings.semester) else { return }
    state.semester = semester.value
    async let roles = session.roles(in: semester.value)
    async let semesters = session.semesters(including: semester.value)
    state.roles = try? await roles.value
    state.semesters = (try? await semesters.value) ?? []
    try Task.checkCancellation()
  }

  /// Changes a setting as typed and keeps it.
  func set(_ key: SettingKey, to typed: [String]) throws {
    var wished = try repository.settings()
    try key.set(typed, in: &wished)
    state.settings = try repository.change { $0 = wished }
  }
}
