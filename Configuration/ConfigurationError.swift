/// A mistake in the configuration: where it is and what it is. The program ends with status 78.
package struct ConfigurationError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    /// A requested file does not exist.
    case missingFile
    /// The file is there and cannot be read.
    case unreadableFile
    case tooLarge, notUTF8, tooDeep
    /// Not JSON: this character is not allowed here.
    case unexpected(String)
    /// Not JSON: the file ends in the middle.
    case unexpectedEnd
    /// Not JSON: a text does not end on its line.
    case unterminatedText
    case duplicateKey
    /// No such key; the known one that is written most like it.
    case unknownKey(suggestion: String?)
    case notText, notNumber, notTexts, notObject
    case empty
    case invalidURL(String)
    /// Plain http to another machine (Figures, Safe with credentials).
    case insecureURL(String)
    /// A redirect address that is not http on this machine with a port (RFC 8252 §7.3).
    case invalidRedirect(String)
    case unknownHost(String, known: [String], suggestion: String?)
    case unknownStore(String, known: [String])
    /// Not the name of a profile.
    case invalidProfile(String)
    case outOfRange(minimum: Double, maximum: Double)
  }

  /// The path of the file; nil for the environment and the command line.
  package let file: String?
  /// The line in the file, counted from 1.
  package let line: Int?
  /// The key in the file (`timeouts.connect`), the variable's name or the flag.
  package let key: String?
  package let reason: Reason

  package init(file: String? = nil, line: Int? = nil, key: String? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.key = key
    self.reason = reason
  }
}
