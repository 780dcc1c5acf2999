import GradesLocalization

/// How a run ends, in the numbers of `sysexits.h` (Product rules, Exit statuses).
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  /// The command line cannot be understood.
  case usage = 64
  /// Data were refused: a CSV, a value, an unknown student, item or course.
  case refused = 65
  /// The service cannot be reached or fails.
  case unavailable = 69
  /// A bug of the program.
  case software = 70
  /// A file cannot be made or written.
  case cannotWrite = 73
  /// A conflict or an unfinished publish: try again.
  case unfinished = 75
  /// The service's answer cannot be understood.
  case unreadable = 76
  /// Not logged in, or not permitted.
  case notPermitted = 77
  case configuration = 78
  case cancelled = 130

  /// The number that the shell sees.
  public var code: Int32 { rawValue }

  var meaning: Message {
    switch self {
    case .done: .exitStatusDone
    case .usage: .exitStatusUsage
    case .refused: .exitStatusRefused
    case .unavailable: .exitStatusUnavailable
    case .software: .exitStatusSoftware
    case .cannotWrite: .exitStatusCannotWrite
    case .unfinished: .exitStatusUnfinished
    case .unreadable: .exitStatusUnreadable
    case .notPermitted: .exitStatusNotPermitted
    case .configuration: .exitStatusConfiguration
    case .cancelled: .errorCancelled
    }
  }
}
