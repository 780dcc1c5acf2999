import Terminal

/// A scene without drawing: lines to read, and numbered things to do (Product rules, Plain app).
struct PlainPage<Action: Hashable & Sendable>: Sendable {
  /// Something that can be done.
  struct Choice: Sendable {
    /// What it is, such as the row of a list.
    var label: StyledText
    /// What does it.
    var action: Action

    /// Makes a choice.
    init(_ label: StyledText, does action: Action) {
      self.label = label
      self.action = action
    }
  }

  /// What there is to read.
  var lines: [StyledText]
  /// What can be done, in the order of its numbers. Refreshing, going back and the settings can be done
  /// everywhere and are not among them.
  var choices: [Choice]

  /// Makes a page.
  init(lines: [StyledText], choices: [Choice] = []) {
    self.lines = lines
    self.choices = choices
  }
}
