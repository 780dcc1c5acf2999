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
  private let currentSlot: (@MainActor (Model) -> KeySlot)?
  /// Whether a scene has the key at all; otherwise nothing shows it.
  let isOffered: @MainActor (Model) -> Bool
  private let currentHint: (@MainActor (Model) -> Message)?
  private let reason: @MainActor (Model) -> Message?
  private var action: @MainActor (Model) -> Response

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - currentHint: what they do now, where that depends on the scene's state
  ///   - shown: the shown keys; the first one by default
  ///   - others: keys that only the help and the documents show beside those
  ///   - currentSlot: which texts show it now, where that depends on the scene's state
  ///   - reason: why they do nothing now; nil: they do
  init(
    _ keys: Key..., letter: Character? = nil, hint: Message,
    now currentHint: (@MainActor (Model) -> Message)? = nil, shown: [Key]? = nil,
    others: [Key] = [], in slot: KeySlot = .footer,
    nowIn currentSlot: (@MainActor (Model) -> KeySlot)? = nil,
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
    self.currentSlot = currentSlot
    self.isOffered = isOffered
    self.currentHint = currentHint
    self.reason = reason
    self.action = action
  }

  /// The same binding, before whose action something else is done.
  func after(_ first: @escaping @MainActor (Model) -> Void) -> Binding {
    var binding = self
    binding.action = { [action] model in
      first(model)
      return action(model)
    }
    return binding
  }

  /// Performs the action, or says why it is disabled.
  @MainActor
  func perform(on model: Model) -> Response {
    if let reason = reason(model) { return .say(Sentence(reason)) }
    return action(model)
  }

  /// The binding as the documents show it; nil where another one covers it.
  var documented: ShownKey? {
    slot == .nowhere ? nil : shownKey(hint, disabledReason: nil, in: slot)
  }

  /// The binding as it is shown in a scene; nil where another one covers it.
  @MainActor
  func shown(in model: Model) -> ShownKey? {
    guard slot != .nowhere else { return nil }
    return shownKey(
      currentHint?(model) ?? hint, disabledReason: reason(model), in: currentSlot?(model) ?? slot)
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

  private func shownKey(_ hint: Message, disabledReason: Message?, in slot: KeySlot) -> ShownKey {
    ShownKey(
      shown, others: others, allKeys: keys, letter: letter, hint, disabledReason: disabledReason,
      in: slot)
  }
}
