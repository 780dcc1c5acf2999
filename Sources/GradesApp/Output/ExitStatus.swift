import GradesLocalization

/// How a run ends, in the numbers of `sysexits.h` (Product rules, Exit statuses), or as a program that it started.
package struct ExitStatus: Hashable, Sendable {
  package let code: Int32

  static let done = Self(code: 0)
  /// Terraform's for changes that a plan has; only where it is asked for.
  static let changes = Self(code: 2)
  static let usage = Self(code: 64)
  static let refused = Self(code: 65)
  static let unavailable = Self(code: 69)
  static let software = Self(code: 70)
  static let cannotWrite = Self(code: 73)
  static let unfinished = Self(code: 75)
  static let unreadable = Self(code: 76)
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
