extension Strings {
  /// The name of a course's completion, such as “course credit and exam”; nil for an unknown
  /// word (Service contract, 7.4) and for `UNDEFINED`.
  public func completion(_ rawValue: String) -> String? {
    switch rawValue {
    case "CLFD_CREDIT": self(.completionClassifiedCredit)
    case "CREDIT": self(.completionCredit)
    case "CREDIT_EXAM": self(.completionCreditExam)
    case "EXAM": self(.completionExam)
    case "DEFENCE": self(.completionDefence)
    case "NOTHING": self(.completionNothing)
    default: nil
    }
  }
}
