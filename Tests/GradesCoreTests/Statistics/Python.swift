import Foundation
import TestSupport

/// The Python of the machine, which computes the same figures in another way.
enum Python {
  /// Its program, as a shell finds it; nil where there is none.
  static let program = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether it has a module.
  static func has(_ module: String) async -> Bool {
    guard program != nil else { return false }
    return (try? await status(of: "import \(module)")) == 0
  }

  /// What a script makes of a document: it gets `groups` and leaves `figures`.
  static func figures<Groups: Encodable, Figures: Decodable>(
    of groups: Groups, _ script: String
  ) async throws -> Figures {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.file("groups.json"), folder.file("figures.json"))
    try JSONEncoder().encode(groups).write(to: input)
    let status = try await status(
      of: """
        import json, sys
        groups = json.load(open(sys.argv[1]))
        \(script)
        json.dump(figures, open(sys.argv[2], "w"))
        """, input.path, output.path)
    guard status == 0 else { throw Failed(status: status) }
    return try JSONDecoder().decode(Figures.self, from: Data(contentsOf: output))
  }

  /// The script ended with another status than 0.
  struct Failed: Error { let status: Int32 }

  private static func status(of script: String, _ arguments: String...) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: program ?? "")
    process.arguments = ["-c", script] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return try await process.exitStatus()
  }
}
