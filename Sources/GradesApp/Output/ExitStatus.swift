import GradesLocalization

/// How a run ends, in the numbers of `sysexits.h` (Product rules, Exit statuses), or as a program that it started.
package struct ExitStatus: Hashable, Sendable {
  package let code: Int32

  static let done = Self(code: 0)
  /// Terraform's for changes that a plan has; only where it is asked for.
  static let changes = Self(code: 2)
  /// The command line cannot be understood.
  static let usage = Self(code: 64)
  /// Data were refused: a CSV, a value, an unknown student, item or course.
  static let refused = Self(code: 65)
  /// The service cannot be reached or fails.
  static let unavailable = Self(code: 69)
  /// A bug of the program.
  static let software = Self(code: 70)
  /// A file cannot be made or written.
  static let cannotWrite = Self(code: 73)
  /// A conflict or an unfinished publish: try again.
  static let unfinished = Self(code: 75)
  /// The service's answer cannot be understood.
  static let unreadable = Self(code: 76)
  /// Not logged in, or not permitted.
  static let notPermitted = Self(code: 77)
  static let configuration = Self(code: 78)
  static let cancelled = Self(code: 130)

  /// All with their meanings, for the manual page.
  static let all: [(status: ExitStatus, meaning: Message)] = [
    (.done, .exitStatusDone), (.usage, .exitStatusUsage), (.refused, .exitStatusRefused),
    (.unavailable, .exitStatusUnavailable), (.software, .exitStatusSoftware),
    (.cannotWrite, .exitStatusCannotWrite), (.unfinished, .exitStatusUnfinished),
    (.unreadable, .exitStatusUnreadable), (.notPermitted, .exitStatusNotPermitted),
    (.configuration, .exitStatusConfiguration), (.cancelled, .errorCancelled),
  ]
}
