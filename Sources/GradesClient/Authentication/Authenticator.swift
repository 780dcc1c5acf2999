/// Why signing in failed.
public enum LoginFailure: Hashable, Sendable {
  case denied
}
