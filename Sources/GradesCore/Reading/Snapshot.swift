import Foundation

/// An answer with the time at which the service gave it.
public struct Snapshot<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value
  /// When the service gave it, by this machine's clock.
  public let fetchedAt: Date
  /// Whether the value stands in for an answer that could not be had: the service is unavailable or
  /// was not to be asked (Product rules, Offline).
  public let isStale: Bool

  /// Makes a snapshot.
  public init(value: Value, fetchedAt: Date, isStale: Bool = false) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.isStale = isStale
  }

  /// The same answer, marked as standing in for a newer one.
  public var stale: Self { Self(value: value, fetchedAt: fetchedAt, isStale: true) }

  /// The answer with another value made of this one's.
  public func map<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Snapshot<Other> {
    Snapshot<Other>(value: try transform(value), fetchedAt: fetchedAt, isStale: isStale)
  }
}

extension Snapshot: Equatable where Value: Equatable {}

/// Whether the service may be asked.
public enum Access: Sendable, Hashable {
  case online
  /// Only what is stored may answer (`--offline`); the network is never touched.
  case offline
}

/// Nothing is stored that could answer without the service (Product rules, Offline: exit 69).
public struct NothingStored: Error, Hashable, Sendable {
  /// Makes the error.
  public init() {}
}
