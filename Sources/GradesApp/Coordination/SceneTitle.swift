import Foundation
import Terminal

/// The contents of a scene's title bar.
struct SceneTitle: Equatable, Sendable {
  /// Where the user is, such as course and group.
  var leading: StyledText
  /// To how many cells that is cut before anything that holds for it goes; nil: nothing goes for it.
  var leastLeading: Int?
  /// What holds for it, the most important part last: it stays longest in a narrow window.
  var trailing: [StyledText]
  /// What must stay in sight, such as how much was changed; nothing if it is empty.
  var kept: StyledText
  /// The time of the shown data, if they are stale; nil if they are new.
  var staleSince: Date?

  /// Makes a title.
  init(
    _ leading: StyledText, leastLeading: Int? = nil, trailing: [StyledText] = [],
    kept: StyledText = "", staleSince: Date? = nil
  ) {
    self.leastLeading = leastLeading
    self.staleSince = staleSince
    self.leading = leading
    self.trailing = trailing
    self.kept = kept
  }
}
