/// The authorization server's response in the query of the redirect
/// (Service contract, 4.2).
enum RedirectAnswer: Hashable, Sendable {
  case code(String)
  /// An error by its OAuth name, such as `access_denied`.
  case error(String)

  enum Refusal: Error { case wrongState, incomplete }

  /// Reads a query. Without the right state the rest is ignored, because any page can redirect a
  /// browser here (RFC 6749 §10.12); a repeated parameter makes it incomplete (§3.1).
  init(query: some StringProtocol, state: String) throws(Refusal) {
    guard let items = formDecoded(query) else { throw .incomplete }
    func only(_ name: String) throws(Refusal) -> String? {
      let values = items.filter { $0.name == name }.map(\.value)
      if values.count > 1 { throw .incomplete }
      return values.first { !$0.isEmpty }
    }
    guard let given = try only("state"), equalsInConstantTime(given, state) else {
      throw .wrongState
    }
    if let error = try only("error") {
      self = .error(oauthErrorName(error) ?? "unknown_error")
    } else if let code = try only("code") {
      self = .code(code)
    } else {
      throw .incomplete
    }
  }

  func code() throws -> String {
    switch self {
    case .code(let code): code
    case .error("access_denied"): throw GradesError.login(.denied)
    case .error(let name): throw GradesError.login(.refused(error: name))
    }
  }
}

/// An OAuth error's name if it is well-formed; any other text might deceive a user.
func oauthErrorName(_ text: String) -> String? {
  let isName =
    (1...40).contains(text.utf8.count)
    && text.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_")
    }
  return isName ? text : nil
}
