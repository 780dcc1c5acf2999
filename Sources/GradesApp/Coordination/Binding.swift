import GradesLocalization
import Terminal

/// A key of a scene, in one place: what it is called, when it does nothing and why, and what it does. The bindings of
/// a scene are the source of the footer, the help and the documents' tables.
struct Binding<Model: AnyObject>: Sendable {
  var keys: [Key] {
    get { template.allKeys }
    set { template.allKeys = newValue }
  }
  /// How the documents show it, in every state.
  private var template: ShownKey
  private let currentSlot: (@MainActor (Model) -> KeySlot)?
  /// Whether a scene has the key at all; otherwise nothing shows it.
  let isOffered: @MainActor (Model) -> Bool
  private let currentHint: (@MainActor (Model) -> Message)?
  private let reason: @MainActor (Model) -> Message?
  private var action: @MainActor (Model) -> Response

  /// - Parameters:
  ///   - letter: does it in the menu of commands (Product rules, Keys of the spreadsheets)
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
    template = ShownKey(
      shown ?? Array(keys.prefix(1)), others: others, allKeys: keys, letter: letter, hint, in: slot)
    self.currentSlot = currentSlot
    self.isOffered = isOffered
    self.currentHint = currentHint
    self.reason = reason
    self.action = action
  }

  func after(_ first: @escaping @MainActor (Model) -> Void) -> Binding {
    var binding = self
    binding.action = { [action] model in
      first(model)
      return action(model)
    }
    return binding
  }

  @MainActor
  func perform(on model: Model) -> Response {
    if let reason = reason(model) { return .say(Sentence(reason)) }
    return action(model)
  }

  /// The binding as the documents show it; nil where another one covers it.
  var documented: ShownKey? { template.slot == .nowhere ? nil : template }

  /// The binding as it is shown in a scene; nil where another one covers it.
  @MainActor
  func shown(in model: Model) -> ShownKey? {
    guard var shown = documented else { return nil }
    shown.disabledReason = reason(model)
    if let currentHint { shown.hint = currentHint(model) }
    if let currentSlot { shown.slot = currentSlot(model) }
    return shown
  }

  @MainActor
  func menuEntry(in model: Model) -> CommandMenu.Entry? {
    template.letter.map { letter in
      CommandMenu.Entry(
        letter: letter, hint: currentHint?(model) ?? template.hint, disabledReason: reason(model)
      ) { perform(on: model) }
    }
  }
}
