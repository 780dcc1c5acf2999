import GradesClient

/// A semester as people write it: a code, or a word whose meaning the service knows.
public enum SemesterChoice: Hashable, Sendable {
  case word(SemesterWord)
  case code(SemesterCode)

  /// The semester that is now taught.
  public static let current = Self.word(.current)

  /// Reads `current`, `previous` (or `prev`), `next` or a code, in any case; nil for other texts.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "current": self = .word(.current)
    case "previous", "prev": self = .word(.previous)
    case "next": self = .word(.next)
    default:
      guard let code = SemesterCode(text) else { return nil }
      self = .code(code)
    }
  }

  /// The text that ``init(_:)`` reads and settings keep.
  public var text: String {
    switch self {
    case .word(.current): "current"
    case .word(.previous): "previous"
    case .word(.next): "next"
    case .code(let code): code.rawValue
    }
  }
}
