import GradesConfiguration
import GradesLocalization

/// A mistake in the configuration as a sentence: where it is and what it is.
struct ConfigurationSentence {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// The sentence, with the most exact location.
  func sentence(for error: ConfigurationError) -> String {
    let reason: Argument = .text(text(of: error.reason))
    switch (error.file, error.line, error.key) {
    case (let file?, let line?, let key?):
      return strings(
        .configAtKey,
        [.file: .text(file), .line: .text("\(line)"), .key: .text(key), .reason: reason])
    case (let file?, let line?, nil):
      return strings(
        .configAtLine, [.file: .text(file), .line: .text("\(line)"), .reason: reason])
    case (let file?, nil, let key?):
      return "\(file): \(key): \(text(of: error.reason))"
    case (let file?, nil, nil):
      return "\(file): \(text(of: error.reason))"
    case (nil, _, let key?):
      return "\(key): \(text(of: error.reason))"
    case (nil, _, nil):
      return text(of: error.reason)
    }
  }

  /// What is wrong, in the words of a sentence's end.
  func text(of reason: ConfigurationError.Reason) -> String {
    switch reason {
    case .missingFile: strings(.configReasonMissingFile)
    case .unreadableFile: strings(.configReasonUnreadableFile)
    case .tooLarge: strings(.configReasonTooLarge)
    case .notUTF8: strings(.configReasonNotUTF8)
    case .tooDeep: strings(.configReasonTooDeep)
    case .unexpected(let found): strings(.configReasonUnexpected, [.found: .text(found)])
    case .unexpectedEnd: strings(.configReasonUnexpectedEnd)
    case .unterminatedText: strings(.configReasonUnterminatedText)
    case .duplicateKey: strings(.configReasonDuplicateKey)
    case .unknownKey(let suggestion):
      strings.suggesting(suggestion ?? "", .configReasonUnknownKey)
    case .notText: strings(.configReasonNotText)
    case .notNumber: strings(.configReasonNotNumber)
    case .notTexts: strings(.configReasonNotTexts)
    case .notObject: strings(.configReasonNotObject)
    case .empty: strings(.configReasonEmpty)
    case .invalidURL(let value): strings(.configReasonInvalidURL, [.value: .text(value)])
    case .insecureURL(let value): strings(.configReasonInsecureURL, [.value: .text(value)])
    case .invalidRedirect(let value):
      strings(.configReasonInvalidRedirect, [.value: .text(value)])
    case .unknownHost(let value, let known, let suggestion):
      strings.suggesting(
        suggestion ?? "", .configReasonUnknownValue,
        [.value: .text(value), .allowed: .text(known.joined(separator: ", "))])
    case .unknownStore(let value, let known):
      strings(
        .configReasonUnknownValue,
        [.value: .text(value), .allowed: .text(known.joined(separator: ", "))])
    case .invalidProfile(let value):
      strings(
        .configReasonInvalidProfile,
        [.value: .text(value), .maximum: .count(ProfileName.longest)])
    case .missingHome: strings(.configReasonMissingHome)
    case .outOfRange(let minimum, let maximum):
      strings(
        .configReasonOutOfRange, [.minimum: .number(minimum), .maximum: .number(maximum)])
    }
  }
}
