import Foundation

/// A stand-in for the program `secret-tool`: a keyring for one secret in a folder.
public enum FakeSecretTool {
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
  public static func install(_ script: String? = nil, in folder: TemporaryFolder) throws {
    let (text, file) = (folder.file("secret-tool.sh"), folder.file("secret-tool"))
    try Data(("#!/bin/sh\n" + (script ?? keeping) + "\n").utf8).write(to: text)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: text.path)
    // A program that this process had open for writing cannot run as long as a child that another test
    // starts at that moment has it open, too (ETXTBSY).
    let copy = try Process.run(
      URL(filePath: "/bin/cp"), arguments: ["-p", text.path, file.path])
    copy.waitUntilExit()
  }
}
