import Files
import Foundation
import GradesServer

extension EmbeddedService {
  /// Starts the service, whose data file need not have a folder yet; throws a ``Failure``.
  static func starting(_ options: Options) async throws -> EmbeddedService {
    do {
      if let file = options.dataFile { try PrivateFolder(of: file).make() }
      return try await start(options)
    } catch let error as StartError {
      throw Failure(error)
    } catch is CancellationError {
      throw Failure.cancelled
    } catch {
      // What is left concerns the file: SQLite's errors, a file of another program or version.
      throw options.dataFile.map { Failure.embeddedData(path: $0.path) } ?? Failure(error)
    }
  }
}
