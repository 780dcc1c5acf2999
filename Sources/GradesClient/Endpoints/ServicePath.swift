import Foundation

/// The path of a request below the service's base address, with an optional query.
///
/// It cannot leave the base address or name another host, however a server decodes it.
public struct ServicePath: Hashable, Sendable, CustomStringConvertible {
  /// The path, which begins with a slash, and the query after `?`, both percent-encoded.
  public let text: String

  /// The same as ``text``.
  public var description: String { text }

  /// Reads a path such as `/public/courses/XI-AAA.23/information?semester=B232`; the first slash may
  /// be missing.
  ///
  /// Percent escapes stay as they are, and characters that an address cannot have are encoded.
  /// Throws for everything that could address something else: `..`, an empty part, a fragment, a
  /// backslash and control characters, encoded any number of times or not.
  public init(_ text: String) throws(InvalidServicePath) {
    guard !text.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
    guard !text.unicodeScalars.contains(where: \.isControl) else { throw .controlCharacter }
    guard text.removingPercentEncoding != nil,
      let encoded = text.addingPercentEncoding(withAllowedCharacters: Self.sent)
    else { throw .percent }
    let path = encoded.prefix { $0 != "?" }
    var parts = Self.decoded(path).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
    if parts.count > 1, parts.first?.isEmpty == true { parts.removeFirst() }
    // A slash at the end is part of some addresses.
    guard parts.first?.isEmpty == false, !parts.dropLast().contains(where: \.isEmpty) else {
      throw .emptyPart
    }
    try Self.check(path)
    self.text = (path.hasPrefix("/") ? "" : "/") + encoded
  }

  /// What is sent as it is; a percent sign begins an escape.
  private static let sent = CharacterSet(
    charactersIn:
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:@!$&'()*+,;=/?%")

  /// Makes a path of names, such as a course's code, each encoded alone; a name may contain slashes. Throws as
  /// ``init(_:)`` does.
  package init(parts: [String]) throws(InvalidServicePath) {
    guard !parts.isEmpty else { throw .emptyPart }
    for part in parts {
      if part.isEmpty { throw .emptyPart }
      try Self.check(part)
    }
    text = parts.map { "/" + formEncoded($0) }.joined()
  }

  private init(encoded text: String) { self.text = text }

  /// The same path with further items in its query.
  package func adding(_ items: [(name: String, value: String)]) -> ServicePath {
    guard !items.isEmpty else { return self }
    let separator = text.contains("?") ? (text.hasSuffix("?") ? "" : "&") : "?"
    return ServicePath(encoded: text + separator + formEncoded(items))
  }

  /// The value of the first item of a name in the query.
  package func value(of name: String) -> String? { items.first { $0.name == name }?.value }

  /// The same path with one item of a name in its query, instead of all that it has.
  package func setting(_ name: String, to value: String) -> ServicePath {
    let path = ServicePath(encoded: String(text.prefix { $0 != "?" }))
    return path.adding(items.filter { $0.name != name } + [(name, value)])
  }

  /// The items of the query; none of one that is not in the encoding of forms.
  private var items: [(name: String, value: String)] {
    formDecoded(text.drop { $0 != "?" }.dropFirst()) ?? []
  }

  /// Rejects what some server could read as another path (RFC 3986, 5.2.4), also with the
  /// parameters that some servers remove after a semicolon.
  ///
  /// Bytes are compared, because a combining mark makes one `Character` with the slash before it.
  private static func check(_ part: some StringProtocol) throws(InvalidServicePath) {
    let bytes = decoded(part)
    guard !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: \.isControl)
    else { throw .controlCharacter }
    guard !bytes.contains(UInt8(ascii: "\\")) else { throw .backslash }
    for piece in bytes.split(separator: UInt8(ascii: "/")) {
      let name = piece.prefix { $0 != UInt8(ascii: ";") }
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { throw .dots }
    }
  }

  /// The bytes without any escape: one whose decoding makes another one is decoded again.
  private static func decoded(_ text: some StringProtocol) -> [UInt8] {
    var decoded: [UInt8] = []
    for byte in text.utf8 {
      decoded.append(byte)
      while let escape = UInt8(escape: decoded.suffix(3)) {
        decoded.removeLast(3)
        decoded.append(escape)
      }
    }
    return decoded
  }
}

extension ServicePath {
  /// Reads a path, or a complete address below the base. A path may begin with that of the base.
  ///
  /// Throws ``InvalidServicePath/otherAddress`` for an address elsewhere. Scheme, host, port and the
  /// base's own path have to be the same; user names and passwords are never accepted.
  package init(_ text: String, below base: URL) throws(InvalidServicePath) {
    guard text.range(of: "^[A-Za-z][A-Za-z0-9+.-]*:/", options: .regularExpression) != nil else {
      let own = base.path.trimmingSuffix("/")
      let isWhole = !own.isEmpty && text.hasPrefix(own + "/")
      try self.init(isWhole ? String(text.dropFirst(own.count)) : text)
      return
    }
    let end =
      text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    guard let address = URLComponents(string: String(text[..<end])),
      let own = URLComponents(url: base, resolvingAgainstBaseURL: true),
      address.scheme?.lowercased() == own.scheme?.lowercased(),
      address.host?.lowercased() == own.host?.lowercased(),
      address.portOfScheme == own.portOfScheme, address.user == nil, address.password == nil
    else { throw .otherAddress }
    let ownPath = own.percentEncodedPath.trimmingSuffix("/")
    let path = address.percentEncodedPath
    guard path.hasPrefix(ownPath + "/") else { throw .otherAddress }
    try self.init(String(path.dropFirst(ownPath.count)) + text[end...])
  }
}

extension URLComponents {
  fileprivate var portOfScheme: Int? {
    port ?? (scheme?.lowercased() == "https" ? 443 : scheme?.lowercased() == "http" ? 80 : nil)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> Substring {
    var text = self[...]
    while text.last == suffix { text.removeLast() }
    return text
  }
}

extension UInt8 {
  /// The byte of an escape, such as `%2F`; nil of other bytes.
  fileprivate init?(escape: ArraySlice<UInt8>) {
    let digits = escape.dropFirst()
    guard escape.count == 3, escape.first == UInt8(ascii: "%"),
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// The reasons why a text is not a path below the service's address.
public enum InvalidServicePath: Error, Hashable, Sendable, CaseIterable {
  /// It contains `#`, which is never sent.
  case fragment
  /// A control character, such as a line break, encoded or not.
  case controlCharacter
  /// `.` or `..`, encoded any number of times or not, which servers resolve to another path.
  case dots
  /// Nothing between two slashes; `//host` would be another host.
  case emptyPart
  /// A backslash, which some servers read as a slash.
  case backslash
  /// A percent sign that does not begin an escape of two hexadecimal digits, or escapes that are
  /// not UTF-8.
  case percent
  /// A complete address that is not below the service's own.
  case otherAddress
}
