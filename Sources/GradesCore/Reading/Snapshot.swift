import Foundation
import GradesClient

/// A response with its time.
package struct Snapshot<Value: Sendable>: Sendable {
  package let value: Value
  /// The time of the response, by this machine's clock.
  package let fetchedAt: Date
  /// Whether the value replaces a missing response: the service is unavailable or must not be used
  /// (Product rules, Offline).
  package let isStale: Bool

  package init(value: Value, fetchedAt: Date, isStale: Bool = false) {
    self.value = value
    self.fetchedAt = fetchedAt
    self.isStale = isStale
  }

  /// The same answer, marked as standing in for a newer one.
  package var stale: Self { Self(value: value, fetchedAt: fetchedAt, isStale: true) }

  package func map<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Snapshot<Other> {
    Snapshot<Other>(value: try transform(value), fetchedAt: fetchedAt, isStale: isStale)
  }
}

extension Snapshot: Equatable where Value: Equatable {}

package enum Access: Sendable, Hashable {
  case online
  /// Only what is stored may answer (`--offline`); the network is never touched.
  case offline
}

/// Nothing is stored that could answer without the service (Product rules, Offline: exit 69).
package struct NothingStored: Error, Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// A course of which nothing was ever loaded.
    case course(CourseCode, SemesterCode)
    /// A course of which other things were loaded.
    case partOfCourse(CourseCode, SemesterCode)
    /// A semester whose courses were never listed.
    case courses(SemesterCode)
    case notifications
  }

  /// What was asked about; nil where it has no name.
  package var subject: Subject?

  package init(_ subject: Subject? = nil) { self.subject = subject }
}
