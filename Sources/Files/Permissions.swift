import Foundation

/// Who owns a file, and who else may use it.
enum Permissions {
  /// Whether a file belongs to this user or to the administrator, from whom nothing can be kept.
  static func isTrusted(owner: uid_t, by user: uid_t = geteuid()) -> Bool {
    owner == user || owner == 0 || user == 0
  }

  /// Takes others' rights away, for example after a file came back from a backup.
  static func restrict(_ path: String, to mode: mode_t) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { chmod(path, mode) }
  }
}
