import Terminal

/// An overlay's question in the plain app.
@MainActor
enum PlainQuestion {
  /// One or several of some options; the answer has their indices.
  case choose(
    title: [StyledText], options: [StyledText], several: Bool,
    answer: @MainActor ([Int]) -> OverlayStep)
  /// A line of text; an empty one takes what is there already.
  case text(title: [StyledText], initial: String, answer: @MainActor (String) -> OverlayStep)
  /// Nothing: there is only something to read.
  case read([StyledText], then: Response)
}
