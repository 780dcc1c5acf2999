import GradesLocalization
import Terminal

/// A key of a scene, in one place: what it is called, when it does nothing and why, and what it does. The bindings of
/// a scene are the source of the footer, the help and the documents' tables.
struct Binding<Model: AnyObject>: Sendable {
  /// The keys that do it.
  var keys: [Key]
  /// The letter that does it in the menu of commands (Product rules, Keys of the spreadsheets).
  private let letter: Character?
  /// What they do, in a word or a few; the documents name it so in every state.
  private let hint: Message
  private let shown: [Key]
  private let others: [Key]
  private let slot: KeySlot
  /// Whether a scene has the key at all; otherwise nothing shows it.
  let isOffered: @MainActor (Model) -> Bool
  private let currentHint: (@MainActor (Model) -> Message)?
  private let reason: @MainActor (Model) -> Message?
  private let action: @MainActor (Model) -> Response

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - currentHint: what they do now, where that depends on the scene's state
  ///   - shown: the shown keys; the first one by default
  ///   - others: keys that only the help and the documents show beside those
  ///   - reason: why they do nothing now; nil: they do
  init(
    _ keys: Key..., letter: Character? = nil, hint: Message,
    now currentHint: (@MainActor (Model) -> Message)? = nil, shown: [Key]? = nil,
    others: [Key] = [], in slot: KeySlot = .footer,
    when isOffered: @escaping @MainActor (Model) -> Bool = { _ in true },
    unless reason: @escaping @MainActor (Model) -> Message? = { _ in nil },
    _ action: @escaping @MainActor (Model) -> Response
  ) {
    self.keys = keys
    self.letter = letter
    self.hint = hint
    self.shown = shown ?? Array(keys.prefix(1))
    self.others = others
    self.slot = slot
    self.isOffered = isOffered
    self.currentHint = currentHint
    self.reason = reason
    self.action = action
  }

  /// The binding of a step through rows.
  init(
    _ movement: KeyBinding<Movement>, _ action: @escaping @MainActor (Model, Movement) -> Response
  ) {
    let step = movement.action
    self.init(
      hint: movement.hint, shown: movement.shown, others: movement.others, in: movement.slot
    ) { action($0, step) }
    keys = movement.keys
  }

  /// Performs the action, or says why it is disabled.
  @MainActor
  func perform(on model: Model) -> Response {
    if let reason = reason(model) { return .say(Sentence(reason)) }
    return action(model)
  }

  /// The binding as the documents show it; nil where another one covers it.
  var documented: ShownKey? { slot == .nowhere ? nil : shownKey(hint, disabledReason: nil) }

  /// The binding as it is shown in a scene; nil where another one covers it.
  @MainActor
  func shown(in model: Model) -> ShownKey? {
    guard slot != .nowhere else { return nil }
    return shownKey(currentHint?(model) ?? hint, disabledReason: reason(model))
  }

  /// The entry of the menu of commands; nil without a letter.
  @MainActor
  func menuEntry(in model: Model) -> CommandMenu.Entry? {
    letter.map { letter in
      CommandMenu.Entry(
        letter: letter, hint: currentHint?(model) ?? hint, disabledReason: reason(model)
      ) { perform(on: model) }
    }
  }

  private func shownKey(_ hint: Message, disabledReason: Message?) -> ShownKey {
    ShownKey(
      shown, others: others, allKeys: keys, letter: letter, hint, disabledReason: disabledReason,
      in: slot)
  }
}
