/// The reason for a failed login, or for a failed renewal of a signed-in user's token.
public enum LoginFailure: Hashable, Sendable {
  /// The user refused on the service's page.
  case denied
  /// The redirect did not arrive in time.
  case timedOut
  /// Another program uses the port of the redirect URI.
  case portBusy(UInt16)
  /// The system does not let this program listen at the port.
  case portNotAllowed(UInt16)
  /// The configured redirect URI is not plain http to this machine, so no redirect can arrive.
  case redirectURIUnusable
  /// The pasted text is not the address of a redirect.
  case notARedirect
  /// The pasted address belongs to another attempt to log in.
  case wrongState
  /// The code is unknown, was used before or is too old (`invalid_grant`).
  case codeRefused
  /// The client's id or secret is missing in the configuration.
  case clientMissing
  /// The authorization server rejects the client's id and secret; the stored tokens are kept.
  case clientRefused
  /// The service does not accept a token from elsewhere.
  case tokenRefused
  /// The client is not registered for all of these scopes (`invalid_scope`).
  case scopesRefused([String])
  /// The user logged in without the permission to change grades.
  case writingNotGranted
  /// Any other refusal, by its OAuth name such as `server_error`.
  case refused(error: String)
  /// The credentials file cannot be read, or this program did not write it.
  case storeUnreadable(path: String)
  /// The credentials file, or its folder, cannot be written; with the system's error number.
  case storeUnusable(path: String, systemError: Int32)
  /// A stored token cannot be one: it is empty, or has spaces or control characters. The path of the
  /// file; nil if it is in the keyring.
  case storedTokenMalformed(path: String?)
  /// Another process has held the lock of the credentials for longer than a renewal takes.
  case storeBusy(path: String)
  /// Tokens could not be erased on logging out and are still in the keyring; everything else is erased.
  case tokensRemainInKeyring
  /// The keyring, which the configuration asks for, is missing, locked or too slow.
  case keyringUnusable
}
