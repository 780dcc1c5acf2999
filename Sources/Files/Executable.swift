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

  /// The names in a folder that begin with a prefix; none where it cannot be read.
  ///
  /// Folders of `PATH` have thousands of names, of which `FileManager` makes as many strings.
  package static func names(beginningWith prefix: String, in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      withUnsafePointer(to: &entry.pointee.d_name) { field in
        let name = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
        if strncmp(name, prefix, prefix.utf8.count) == 0 { names.append(String(cString: name)) }
      }
    }
    return names
  }
}

extension [String: String] {
  /// This environment without credentials, which other programs are not given.
  package var withoutSecrets: [String: String] {
    filter { !["GRADES_TOKEN", "GRADES_CLIENT_SECRET"].contains($0.key) }
  }
}
