import GradesClient
import GradesCore

extension Context {
  /// Whose drafts the signed-in user sees.
  func draftOwner() async throws -> DraftOwner {
    DraftOwner(
      host: configuration.host.identity,
      username: try await services.session.user().username)
  }

  /// A course as the signed-in user edits it.
  func gradebook(_ course: CourseContext) async throws -> Gradebook {
    Gradebook(
      owner: try await draftOwner(), course: course.code,
      semester: try await services.session.semester(course.semester).value)
  }

  /// Sends drafts to the service.
  var publisher: Publisher {
    Publisher(
      api: services.api, store: services.drafts, language: strings.serviceLanguage)
  }

  /// Composes proposals of changes in a gradebook.
  func proposals(in gradebook: Gradebook) -> ProposalComposer {
    ProposalComposer(
      api: services.api, drafts: services.drafts, gradebook: gradebook,
      language: strings.serviceLanguage, sorted: { $0.sortedByName() })
  }
}
