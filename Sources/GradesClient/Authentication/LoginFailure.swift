/// Why signing in failed, or why a token could not be renewed although the user is signed in.
public enum LoginFailure: Hashable, Sendable {
  /// The user said no on the service's page.
  case denied
  /// The browser did not come back in time.
  case timedOut
  /// Another program has the port of the redirect URI.
  case portBusy(UInt16)
  /// The system does not let this program listen at the port.
  case portNotAllowed(UInt16)
  /// The configured redirect URI is not plain http to this machine, so no browser can come back.
  case redirectURIUnusable
  /// The pasted text is not the address that the browser was sent back to.
  case notARedirect
  /// The pasted address belongs to another attempt to sign in.
  case wrongState
  /// The code is unknown, was used before or is too old (`invalid_grant`).
  case codeRefused
  /// The client's id or secret is missing in the configuration.
  case clientMissing
  /// The authorization server refuses the client's id and secret; the stored tokens are kept.
  case clientRefused
  /// Any other refusal, by its OAuth name such as `invalid_scope`.
  case refused(error: String)
  /// The credentials file cannot be read, or it is none that this program has written.
  case storeUnreadable(path: String)
  /// The credentials file, or its folder, cannot be written; with the system's error number.
  case storeUnusable(path: String, systemError: Int32)
  /// The keyring, which the configuration asks for, is missing, locked or too slow.
  case keyringUnusable
}
