import AppTestSupport
import GradesTesting
import Testing

/// What a command shows a user who is signed in at the service that all transcripts share.
///
/// It must succeed and have nothing to say on standard error. `settings` are set before, such as
/// `hide-ungraded yes`.
func shown(
  _ command: String, as username: String = "zkusade1", width: Int? = nil, settings: [String] = []
) async throws -> String {
  let service = try await TestService.shared()
  let program = try await Program.signedIn(to: service, as: username)
  for setting in settings { #expect(await program("settings set \(setting)").status == 0) }
  let run = await program(command, width: width)
  #expect(run.status == 0)
  #expect(run.err == "")
  return run.out
}
