import Foundation

/// A stand-in for a program that is found in `PATH`.
package enum FakeProgram {
  /// Installs a shell script as a program of that name; a folder that is first in `PATH` makes it the one in
  /// use.
  package static func install(
    _ name: String, _ script: String, in folder: TemporaryFolder
  ) throws {
    let (text, file) = (folder.file(name + ".sh"), folder.file(name))
    try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: text)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: text.path)
    // A program that this process had open for writing cannot run as long as a child that another test
    // starts at that moment has it open, too (ETXTBSY).
    let copy = try Process.run(
      URL(filePath: "/bin/cp"), arguments: ["-p", text.path, file.path])
    copy.waitUntilExit()
  }
}
