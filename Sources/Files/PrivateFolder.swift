import Foundation

/// A folder in which this program keeps a user's data: only the user may enter it (0700).
package struct PrivateFolder: Sendable {
  private let url: URL

  package init(of file: URL) { url = file.deletingLastPathComponent() }

  /// Makes the folder, and those above it as needed; one that exists stays as it is.
  package func make() throws(SystemError) {
    if mkdir(url.path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, url.path != "/" else { throw .last }
    try PrivateFolder(of: url).make()
    if mkdir(url.path, 0o700) != 0, errno != EEXIST { throw .last }
  }

  /// Makes the folder, or takes others' rights to it away. Throws `EACCES` for a folder of another
  /// user, who could exchange everything in it.
  package func makeTrusted() throws(SystemError) {
    try make()
    var status = stat()
    try SystemError.check(stat(url.path, &status))
    guard Permissions.isTrusted(owner: status.st_uid) else { throw SystemError(code: EACCES) }
    restrictPermissions()
  }

  package func restrictPermissions() { Permissions.restrict(url.path, to: 0o700) }

  /// Makes new names in the folder durable.
  package func sync() {
    let folder = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
