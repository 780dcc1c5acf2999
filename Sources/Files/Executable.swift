import Foundation

/// Programs that this one starts, always without a shell.
package enum Executable {
  /// The file of a program, found as a shell does: a name with a slash is a file, others are looked for
  /// in the folders of `PATH`. Nil if no such file may be executed.
  package static func find(_ name: String, in environment: [String: String]) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let files = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return files.first { file in
      var status = stat()
      return stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        && access(file, X_OK) == 0
    }
  }
}

extension [String: String] {
  /// This environment without credentials, which other programs are not given.
  package var withoutSecrets: [String: String] {
    filter { !["GRADES_TOKEN", "GRADES_CLIENT_SECRET"].contains($0.key) }
  }
}
