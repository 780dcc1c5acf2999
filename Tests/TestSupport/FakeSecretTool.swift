/// A stand-in for the program `secret-tool`: a keyring for one secret in a folder.
package enum FakeSecretTool {
  /// Keeps the secret in `$KEYRING/secret`, and notes there what it was called with and whether it
  /// got a token of the caller's environment.
  private static let keeping = """
    cd "$KEYRING" || exit 2
    printf '%s|' "$@" >> arguments; echo >> arguments
    printf '%s' "$GRADES_TOKEN$GRADES_CLIENT_SECRET" >> environment
    case "$1" in
      store) cat > secret ;;
      lookup) test -f secret || exit 1; cat secret ;;
      clear) rm -f secret ;;
    esac
    """

  /// Installs a program of that name; a folder that is first in `PATH` makes it the one in use.
  package static func install(_ script: String? = nil, in folder: TemporaryFolder) throws {
    try FakeProgram.install("secret-tool", script ?? keeping, in: folder)
  }
}
