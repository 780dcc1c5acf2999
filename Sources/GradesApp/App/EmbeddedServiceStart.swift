import Files
import Foundation
import GradesServer

extension EmbeddedService {
  /// Starts the service, whose data file need not have a folder yet; throws a ``Failure``.
  static func starting(_ options: Options) async throws -> EmbeddedService {
    try await explainingFailures(of: options.dataFile) { try await start(options) }
  }

  /// Gives a data file, which need not exist, the sample data again; throws a ``Failure``.
  static func refilling(_ file: URL) async throws {
    try await explainingFailures(of: file) { try await refill(file) }
  }

  /// Turns errors of the data file, whose folder it makes, and of the start into a ``Failure``.
  static func explainingFailures<Value: Sendable>(
    of file: URL?, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      if let file { try PrivateFolder(of: file).make() }
      return try await body()
    } catch let error as StartError {
      throw Failure(error)
    } catch is CancellationError {
      throw Failure.cancelled
    } catch {
      // What is left concerns the file: SQLite's errors, a file of another program or version.
      throw file.map { file in
        Failure(.cannotWrite, .errorServerDataUnusable, [.file: file.path])
      } ?? Failure(error)
    }
  }
}
