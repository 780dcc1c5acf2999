import AppTestSupport
import Foundation
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

extension Program {
  /// A user who has just signed in at a service for one test.
  static func atService(
    as username: String = "zkusade1"
  ) async throws -> (Program, TestService) {
    let service = try await TestService.started()
    return (try await signedIn(to: service, as: username), service)
  }
}

extension Program {
  /// The JSON object that a command prints.
  func object(_ command: String) async throws -> [String: Any] {
    let run = await self(command)
    #expect(run.status == 0, "\(run.err)")
    return try run.object()
  }

  /// The drafts that a later run finds, with some members of each.
  func drafts(_ names: String...) async throws -> [String] {
    let drafts = try #require(try await object("drafts --json")["drafts"] as? [[String: Any]])
    return drafts.map { draft in
      names.map { draft[$0] is NSNull ? "" : "\(draft[$0] ?? "")" }.joined(separator: " ")
    }.sorted()
  }
}

extension Program.Run {
  /// The JSON object on standard output.
  func object() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
  }
}
