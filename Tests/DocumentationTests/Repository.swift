import Foundation

/// The files of the repository, as the tests of its documents read them.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The files below some folders, or the files themselves, with one of the extensions.
  static func files(in paths: [String], withExtensions extensions: Set<String>) -> [URL] {
    paths.flatMap { path -> [URL] in
      let url = root.appending(path: path)
      let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
      return [url] + (files?.compactMap { $0 as? URL } ?? [])
    }.filter { extensions.contains($0.pathExtension) }
  }

  /// A file's path from the root, for messages.
  static func path(of file: URL) -> String {
    String(file.path.dropFirst(root.path.count).drop { $0 == "/" })
  }

  /// Whether there is a file or a folder at a path from the root.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Pages of documentation: those of the modules, the READMEs, and those that forges show.
  static var pages: [URL] {
    files(in: ["Sources", "README.md", "Localization", ".github"], withExtensions: ["md"])
  }
}
