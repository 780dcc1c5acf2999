import GradesLocalization

/// A sentence before its translation: a message and its arguments.
struct Sentence: Equatable, Sendable, ArgumentConvertible {
  var message: Message
  var arguments: Arguments

  init(_ message: Message, _ arguments: Arguments = [:]) {
    self.message = message
    self.arguments = arguments
  }

  func text(_ strings: Strings) -> String { strings(message, arguments) }
  var argument: Argument { .message(message, arguments) }
}

/// What the app does after an action of a scene.
@MainActor
enum Response {
  /// What follows by itself: the state has changed, or not.
  case done
  /// Opens a scene over the visible one, or goes back to it where it is open already.
  case open(Scene)
  case replace(Scene)
  /// Goes back, or quits; asks first where something would be left unfinished.
  case back
  case quit
  /// Leaves all scenes and opens others, the visible one last.
  case restart([Scene])
  /// Goes without asking: the user has answered.
  indirect case leave(Response)
  case present(any Overlay)
  case say(Sentence)
  /// Says why what was typed is not taken, and rings the bell: who types may look at paper.
  case reject(Sentence)
  case fail(Failure)
  /// Performs asynchronous work. It is cancelled when the scene is left; its errors are shown.
  case run(@MainActor () async throws -> Response)
  /// Changes what the scenes share, such as a setting; those that are not visible are made again for it, unless they
  /// read it themselves.
  case change(renews: Bool = true, @MainActor (Session) throws -> Response)
  case reload
  /// The scene has changed drafts, which scenes below it may show.
  case draftsChanged
  /// A user has logged in again: the scene below is shown and loaded again.
  case signedIn
  /// Lets the user edit a text in an editor; what follows gets it, unless nothing came of it.
  case edit(String, then: @MainActor (String) -> Void)
  case copy(String, saying: Sentence)
  case several([Response])
}
